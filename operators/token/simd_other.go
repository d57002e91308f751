//go:build !amd64

package token

// read is readGeneric.
func (m *masks) read(b *window) { m.readGeneric(b) }

// words is wordsGeneric.
func words(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[perBlock]byte) (alike uint64) {
	return wordsGeneric(b, w, at, start, initial)
}

// lagged is laggedGeneric.
func lagged(s []byte, k int, l *lagPlan) (at int, found uint64) { return laggedGeneric(s, k, l) }

// commonBlocks is never worth it here.
func commonBlocks(a, b []byte) int { return 0 }

// readASCII is never worth it here.
func (*rows) readASCII(*sums, []byte, int, uint64, []uint32, []byte) bool { return false }
