package token

import "golang.org/x/sys/cpu"

// masksOf computes the masks of 64 bytes.
func masksOf(m *masks, b *[64]byte) {
	if cpu.X86.HasAVX2 {
		masksAVX2(m, b)
	} else {
		masksGeneric(m, b)
	}
}

//go:noescape
func masksAVX2(m *masks, b *[64]byte)
