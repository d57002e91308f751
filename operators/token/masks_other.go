//go:build !amd64

package token

// masksOf computes the masks of 64 bytes.
func masksOf(m *masks, b *[64]byte) { masksGeneric(m, b) }
