package token

import "math/bits"

// perBlock is the greatest number of words in a block.
const perBlock = blockSize / 2

// wordMasks say where the words of a block are; what comes before the last one in
// the block is complete. Assembler knows their order.
type wordMasks struct {
	first  uint64 // the first bytes of words
	last   uint64 // their last bytes
	gram   uint64 // the first bytes of words of the n-gram detector, which may be several
	arabic uint64 // the bytes of Arabic letters
}

// wordsGeneric writes down where the n-gram detector's words of the block b, which is
// at that place of the text, start, and their initials. It may write more than there
// are. It returns 0 if no word of the block equals the one before it in the block.
func wordsGeneric(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64) {
	n := 0
	for gram := w.gram; gram != 0; gram &= gram - 1 {
		i := bits.TrailingZeros64(gram)
		start[n&(perBlock-1)] = uint32(at + i)
		initial[n&(perBlock-1)] = b[i+int(w.arabic>>(i&(blockSize-1))&1)]
		n++
	}
	before := -1
	for first, last := w.first, w.last; first != 0; first, last = first&(first-1), last&(last-1) {
		i, j := bits.TrailingZeros64(first)&(blockSize-1), bits.TrailingZeros64(last)&(blockSize-1)
		key := int(b[i])<<16 | int(b[j])<<8 | (j - i)
		if key == before {
			alike = 1
		}
		before = key
	}
	return alike
}

// initialOf returns what stands for the first character of the word b[i:]: the last
// byte of it.
func initialOf(b []byte, i int) byte {
	switch {
	case b[i] < 0x80:
		return b[i]
	case isPair(b, i):
		return b[i+1]
	}
	_, n := decodeAt(b, i)
	return b[i+n-1]
}
