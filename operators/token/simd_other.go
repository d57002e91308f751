//go:build !amd64

package token

// read is readGeneric.
func (m *masks) read(b *window) { m.readGeneric(b) }

// words is wordsGeneric.
func words(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64) {
	return wordsGeneric(b, w, at, start, initial)
}

func lag4(s []byte, from, to int) bool { return lag4Generic(s, from, to) }

func lag8(s []byte, from, to, step int) bool { return lag8Generic(s, from, to, step) }

// readASCII is never worth it here.
func readASCII(*[rowsAtOnce]row, *sums, []byte, int, uint64, []uint32, []byte) int { return 0 }
