//go:build !amd64

package token

// read is readGeneric.
func (m *masks) read(b *window) { m.readGeneric(b) }

// words is wordsGeneric.
func words(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64) {
	return wordsGeneric(b, w, at, start, initial)
}

// lagged is laggedGeneric.
func lagged(s []byte, i, step, from, to int) (at int, lags uint64) {
	return laggedGeneric(s, i, step, from, to)
}

// commonBlocks is never worth it here.
func commonBlocks(a, b []byte) int { return 0 }

// readASCII is never worth it here.
func readASCII(*[rowsAtOnce]row, *sums, []byte, int, uint64, []uint32, []byte) int { return 0 }
