package token

import "math/bits"

// words are the words of a block.
type words struct {
	// key is the first eight bytes of a word, zeros where it is shorter.
	key   [blockSize / 2]uint64
	start [blockSize / 2]uint8 // in the block
	size  [blockSize / 2]uint8
	n     int
	// long is the set of words of eight bytes or more, the last word being bit
	// 0; their key is not their hash.
	long uint64
	// equal is not 0 if some word has the key of the one before.
	equal uint64
	// glued is the set of words that the n-gram detector glues to the one
	// before, the first word being bit 0.
	glued uint64
}

// wordsGeneric finds the words of the block b[i:] by the bits of their first
// bytes, of the bytes after them, and of the first bytes of glued ones.
func wordsGeneric(w *words, b []byte, i int, first, after, glued uint64) {
	w.n, w.long, w.equal, w.glued = 0, 0, 0, 0
	before := uint64(0)
	for ; first != 0; first, after = first&(first-1), after&(after-1) {
		start := bits.TrailingZeros64(first)
		size := bits.TrailingZeros64(after) - start
		key := load(b, i+start)
		w.long <<= 1
		if size < 8 {
			key &= 1<<(8*size) - 1
		} else {
			w.long |= 1
		}
		if key == before {
			w.equal = 1
		}
		w.glued |= glued >> start & 1 << w.n
		n := w.n & (blockSize/2 - 1)
		w.key[n], w.start[n], w.size[n] = key, uint8(start), uint8(size)
		w.n++
		before = key
	}
}
