package token

import "golang.org/x/sys/cpu"

// level says which instructions there are.
var level = func() int {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2 || !x.HasPOPCNT:
		return generic
	case !x.HasAVX512 || !x.HasAVX512BW || !x.HasAVX512VBMI || !x.HasAVX512VBMI2:
		return avx2
	}
	return avx512
}()

const (
	generic = iota
	avx2
	avx512
)

// read is readGeneric.
func (m *masks) read(b *window) {
	switch level {
	case avx512:
		masksAVX512(m, b)
	case avx2:
		masksAVX2(m, b)
	default:
		m.readGeneric(b)
	}
}

// words is wordsGeneric; what it returns may differ but for being 0.
func words(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64) {
	if level == avx512 {
		return wordsAVX512(b, w, at, start, initial)
	}
	return wordsGeneric(b, w, at, start, initial)
}

// readASCII reads some blocks of b, each from where the one before ends. It stops at the
// first one that has a _ or a byte that is not ASCII, or no white space, or that is shorter
// than the others. It returns how many there are: none if it cannot tell.
func readASCII(rows *[rowsAtOnce]row, t *sums, b []byte, at int, drop uint64, start []uint32, initial []byte) int {
	if level < avx512 {
		return 0
	}
	_, _ = start[roomForBlocks-1], initial[roomForBlocks-1]
	return asciiAVX512(rows, t, &b[0], len(b), at, drop, &start[0], &initial[0])
}

//go:noescape
func asciiAVX512(rows *[rowsAtOnce]row, t *sums, b *byte, n, at int, drop uint64, start *uint32, initial *byte) (blocks int)

//go:noescape
func masksAVX2(m *masks, b *window)

//go:noescape
func masksAVX512(m *masks, b *window)

//go:noescape
func wordsAVX512(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64)

// lagged is laggedGeneric. The 128 bytes behind s must be there.
func lagged(s []byte, i, step, from, to int) (at int, lags uint64) {
	if level < avx2 {
		return laggedGeneric(s, i, step, from, to)
	}
	last := len(s) - lagBytes - from
	if i > last {
		return -1, 0
	}
	return laggedAVX2(&s[0], i, last, step, from, to)
}

// commonBlocks returns how many bytes a and b, which have the same length, begin with
// that are the same: all of them up to the first that differs in the whole blocks of 64.
func commonBlocks(a, b []byte) int {
	if level < avx2 {
		return 0
	}
	return commonAVX2(&a[0], &b[0], len(a))
}

// laggedAVX2 looks at i and in steps at what is behind it up to last.
//
//go:noescape
func laggedAVX2(s *byte, i, last, step, from, to int) (at int, lags uint64)

//go:noescape
func commonAVX2(a, b *byte, n int) int
