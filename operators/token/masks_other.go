//go:build !amd64

package token

// masksOf computes the masks of 64 bytes.
func masksOf(m *masks, b *[blockSize]byte) { masksGeneric(m, b) }

// wordsOf is wordsGeneric.
func wordsOf(w *words, hash *[perBlock]uint64, start *[perBlock]int, b []byte, i int, first, after uint64) {
	wordsGeneric(w, hash, start, b, i, first, after)
}
