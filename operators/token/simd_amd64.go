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

// words is wordsGeneric, but what it returns may be 0 where that is not, and the other way
// round; neither is where two neighbours are equal.
func words(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[perBlock]byte) (alike uint64) {
	if level == avx512 {
		return wordsAVX512(b, w, at, start, initial)
	}
	return wordsGeneric(b, w, at, start, initial)
}

// readASCII reads some blocks of b, each from where the one before ends; white space stands
// behind b. It stops at the first one that has a _ or a byte that is not ASCII, or no space.
// It returns whether there are any: not if it cannot tell.
func (r *rows) readASCII(t *sums, b []byte, at int, drop uint64, start []uint32, initial []byte) bool {
	if level < avx512 {
		return false
	}
	_, _ = start[roomForBlocks-1], initial[roomForBlocks-1]
	asciiAVX512(r, t, &b[0], len(b), at, drop, &start[0], &initial[0])
	return r.n > 0
}

//go:noescape
func asciiAVX512(r *rows, t *sums, b *byte, n, at int, drop uint64, start *uint32, initial *byte)

//go:noescape
func masksAVX2(m *masks, b *window)

//go:noescape
func masksAVX512(m *masks, b *window)

//go:noescape
func wordsAVX512(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[perBlock]byte) (alike uint64)

// lagged is laggedGeneric, but may take bytes behind s for bytes of s. The maxLag bytes
// there must be readable.
func lagged(s []byte, k int, l *lagPlan) (at int, found uint64) {
	if level < avx2 {
		return laggedGeneric(s, k, l)
	}
	last := len(s) - lagBytes - l.from
	if k*l.step > last {
		return -1, 0
	}
	all, mid := l.to-l.from+1, l.mid-l.from
	if level == avx512 {
		return laggedAVX512(&s[0], k, last, l.step, l.from, min(all, few), lanes64[min(all, mid)], lanes64[all])
	}
	return laggedAVX2(&s[0], k, last, l.step, l.from, min(all, few), &lanes[min(all, mid)], &lanes[all])
}

// lanes has all bits of the lanes set in which laggedAVX2 compares with one of so many
// neighbours: lane l of vector v with the one v%4+4*l+v/4*32 behind the first.
var lanes = func() (t [maxLag + 1][8][8]int32) {
	for n := range t {
		for v := range 8 {
			for l := range 8 {
				if v%4+4*l+v/4*32 < n {
					t[n][v][l] = -1
				}
			}
		}
	}
	return t
}()

// lanes64 has the bits set at which laggedAVX512 compares with one of so many neighbours:
// bit 16*d+l for the one 4*l+d behind the first.
var lanes64 = func() (t [maxLag + 1]uint64) {
	for n := range t {
		for behind := range n {
			t[n] |= 1 << (behind%4*16 + behind/4)
		}
	}
	return t
}()

// commonBlocks returns how many bytes a and b, which have the same length, begin with
// that are the same: all of them up to the first that differs in the whole blocks of 64.
func commonBlocks(a, b []byte) int {
	if level < avx2 {
		return 0
	}
	return commonAVX2(&a[0], &b[0], len(a))
}

// laggedAVX512 is laggedAVX2.
//
//go:noescape
func laggedAVX512(s *byte, k, last, step, from, few int, mid, all uint64) (at int, found uint64)

// laggedAVX2 looks at k*step and on up to last. few, mid and all are how many lags are
// looked at where, as such or as lanes.
//
//go:noescape
func laggedAVX2(s *byte, k, last, step, from, few int, mid, all *[8][8]int32) (at int, found uint64)

//go:noescape
func commonAVX2(a, b *byte, n int) int
