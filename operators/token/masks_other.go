//go:build !amd64

package token

// masksOf computes the masks of 64 bytes.
func masksOf(m *masks, b *[blockSize]byte) { masksGeneric(m, b) }

// wordsOf is wordsGeneric.
func wordsOf(w *words, b []byte, i int, first, after, glued uint64) {
	wordsGeneric(w, b, i, first, after, glued)
}
