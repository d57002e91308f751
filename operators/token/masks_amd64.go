package token

import "golang.org/x/sys/cpu"

var (
	hasAVX2 = cpu.X86.HasAVX2
	hasBMI2 = cpu.X86.HasBMI1 && cpu.X86.HasBMI2
)

// masksOf computes the masks of 64 bytes.
func masksOf(m *masks, b *[blockSize]byte) {
	if hasAVX2 {
		masksAVX2(m, b)
	} else {
		masksGeneric(m, b)
	}
}

// wordsOf is wordsGeneric.
func wordsOf(w *words, hash *[perBlock]uint64, start *[perBlock]int, b []byte, i int, first, after uint64) {
	if hasBMI2 && i+blockSize+8 <= len(b) { // the last word may lie at the end of the block
		wordsBMI2(w, hash, start, &b[i], i, first, after)
	} else {
		wordsGeneric(w, hash, start, b, i, first, after)
	}
}

//go:noescape
func masksAVX2(m *masks, b *[blockSize]byte)

//go:noescape
func wordsBMI2(w *words, hash *[perBlock]uint64, start *[perBlock]int, b *byte, i int, first, after uint64)
