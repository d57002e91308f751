package token

import "math/bits"

// perBlock is the greatest number of words in a block.
const perBlock = blockSize / 2

// words say more of the words of a block than a row of the table holds.
type words struct {
	size [perBlock]uint8
	n    int
	// long is the set of words of eight bytes or more, the last word being bit
	// 0: what stands for their hash are their first eight bytes.
	long uint64
	// equal is not 0 if some word has the hash of the one before.
	equal uint64
}

// wordsGeneric finds the words of the block b[i:] by the bits of their first
// bytes and of the bytes after them.
func wordsGeneric(w *words, hash *[perBlock]uint64, start *[perBlock]int, b []byte, i int, first, after uint64) {
	*w = words{size: w.size}
	before := uint64(0)
	for ; first != 0; first, after = first&(first-1), after&(after-1) {
		at := bits.TrailingZeros64(first)
		size := bits.TrailingZeros64(after) - at
		x := load(b, i+at)
		w.long <<= 1
		if size < 8 {
			x &= 1<<(8*size) - 1
		} else {
			w.long |= 1
		}
		if x == before {
			w.equal = 1
		}
		n := w.n & (perBlock - 1)
		hash[n], start[n], w.size[n] = x, i+at, uint8(size)
		w.n++
		before = x
	}
}

// glue makes one word of each word and the glued ones behind it. first are the
// bits of the first bytes of all words, glued those of the glued ones, of which
// there are some; the first word is none. It returns the number of words left.
func (w *words) glue(hash *[perBlock]uint64, start *[perBlock]int, first, glued uint64) int {
	j := bits.OnesCount64(first & (glued&-glued - 1)) // words before the first glued one
	n, size := j, int(w.size[j-1])
	for rest := first &^ (glued&-glued - 1); rest != 0; rest &= rest - 1 {
		if glued&rest&-rest != 0 {
			hash[n-1] = glue(hash[n-1], size, hash[j])
			size += int(w.size[j])
		} else {
			hash[n], start[n], size = hash[j], start[j], int(w.size[j])
			n++
		}
		j++
	}
	return n
}
