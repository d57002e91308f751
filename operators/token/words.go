package token

import "math/bits"

// perBlock is the greatest number of words in a block.
const perBlock = blockSize / 2

// wordMasks say where the words of a block are; what comes before the last one in
// the block is complete. Assembler knows their order.
type wordMasks struct {
	head   uint64 // the first bytes of words of the run detector
	tail   uint64 // their last bytes
	gram   uint64 // the first bytes of words of the n-gram detector, each one in head as well
	arabic uint64 // the bytes of Arabic letters
	glued  uint64 // not 0 if a word of the run detector may have deleted characters in it
}

// endsOf returns the first and the last byte, as it were, of the word of the run detector
// whose first byte is head and whose last one is tail. Equal words have equal ones.
func (w *wordMasks) endsOf(b *window, head, tail int) uint64 {
	return uint64(b[(head+int(w.arabic>>(head%blockSize)&1))%blockSize]) | uint64(b[tail%blockSize])<<8
}

// ends is endsOf the run's word, 0 if there is none.
func (r *Run) ends(b []byte) uint64 {
	if r.length == 0 {
		return 0
	}
	return uint64(initialOf(b, r.start)) | uint64(b[r.end-1])<<8
}

// wordsGeneric writes down where the n-gram detector's words of the block b, which is
// at that place of the text, start, and their initials. It may write more than there
// are. It returns 0 if no word of the run detector equals the one before it in the block.
func wordsGeneric(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[perBlock]byte) (alike uint64) {
	var n, lengths, before uint64 // before: no word has such ends
	if w.glued == 0 {
		lengths = ^uint64(0)
	}
	for head, tail := w.head, w.tail; head != 0; head, tail = head&(head-1), tail&(tail-1) {
		i, j := uint64(bits.TrailingZeros64(head))%blockSize, uint64(bits.TrailingZeros64(tail))%blockSize
		c := b[i+w.arabic>>i&1]
		start[n%perBlock], initial[n%perBlock] = uint32(at)+uint32(i), c
		n += w.gram >> i & 1
		key := uint64(c) | uint64(b[j])<<8 | (j-i)&lengths<<16
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
