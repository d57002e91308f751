package token

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// maxLag is the greatest lag that Lagged can tell of.
const maxLag = 64

// Lagged says whether some words of the table may equal those n words before them,
// (repeats-1)*n of them in a row, for any n from from to to. It is never false where
// there are such, and hardly ever true where there are none. known is false if it
// cannot tell.
//
// It goes by initials. So many neighbours in a row cover eight (four, for small n) that
// begin at a multiple of eight (four), and those are compared at once. Measured against a
// hash table of the words' last places, and on BenchmarkChain of package gate.
func (t *Table) Lagged(from, to, repeats int) (may, known bool) {
	// So many neighbours cover one of the fours, of the eights, and of those eights whose
	// place is a multiple of 64 or up to 24 more.
	const fourIn, eightIn, farIn = 2*4 - 1, 2*8 - 1, 64 + 8 - 1
	if t.Content != WordChars || (repeats-1)*from < fourIn || to > maxLag {
		return true, false
	}
	eight := max(from, (eightIn+repeats-2)/(repeats-1))
	far := max(from, (farIn+repeats-2)/(repeats-1))
	n := len(t.initial)
	copy(t.initial[n:n+len(noLag)], noLag[:])
	may = from < eight && lag4(t.initial, from, min(to, eight-1)) ||
		eight < far && eight <= to && lag8(t.initial, eight, min(to, far-1), 32) ||
		far <= to && lag8(t.initial, far, to, 64)
	return may, true
}

// noLag are bytes that do not equal those before them.
var noLag = func() (b [maxLag + blockSize]byte) {
	for i := range b {
		b[i] = byte(i)
	}
	return b
}()

// lag4Generic says whether four bytes of s at a multiple of four equal those n bytes on,
// for any n from from to to. It may take bytes behind s for bytes of s.
func lag4Generic(s []byte, from, to int) bool {
	for i := 0; i+4+from <= len(s); i += 4 {
		x := binary.LittleEndian.Uint32(s[i:])
		for n := from; n <= to && i+4+n <= len(s); n++ {
			if x == binary.LittleEndian.Uint32(s[i+n:]) {
				return true
			}
		}
	}
	return false
}

// lag8Generic is lag4Generic with eight bytes, of which only the first four in so many
// bytes, at multiples of 32, are looked at.
func lag8Generic(s []byte, from, to, step int) bool {
	for i := 0; i+8+from <= len(s); i += 8 {
		if i%step >= 32 {
			i += step - 32 - 8
			continue
		}
		x := binary.LittleEndian.Uint64(s[i:])
		for n := from; n <= to && i+8+n <= len(s); n++ {
			if x == binary.LittleEndian.Uint64(s[i+n:]) {
				return true
			}
		}
	}
	return false
}

// Stretch says whether need words in a row equal those n words before them. It goes by
// initials and by the text that words have in common with all that is between them. sure
// is false where too many words have nothing but the initial in common.
func (t *Table) Stretch(n, need int) (found, sure bool) {
	patience := 64
	initial := t.initial
	// A stretch covers every need-th word.
	for i := n + need - 1; i < len(initial); i += need {
		if initial[i] != initial[i-n] {
			continue
		}
		from, to := i, t.similarTo(i, n)
		for from > n && initial[from-1] == initial[from-1-n] {
			from--
		}
		for to-from >= need {
			same := t.same(from-n, from, need, &patience)
			if same == need {
				return true, true
			}
			if patience < 0 {
				return false, false
			}
			from += same + 1
		}
		i = to
	}
	return false, true
}

// same returns how many of n words from word i on stand from word j on, until one is
// another. Each word that does not have the same text behind it costs patience, if that
// counts; it may run out.
func (t *Table) same(i, j, n int, patience *int) int {
	for k := 0; k < n; k++ {
		if i+n < t.Len() && j+n < t.Len() && t.text(i+k, i+n) == t.text(j+k, j+n) {
			return n
		}
		size := common(bytesOf(t.text(i+k, i+n)), bytesOf(t.text(j+k, j+n)))
		// The words that start within what they have in common, and one that may end there.
		after := t.Start[j+k+1 : min(j+n+1, t.Len())]
		k += sort.Search(len(after), func(i int) bool { return int(after[i]) > int(t.Start[j+k])+size })
		if k == n {
			return n
		}
		if !t.Equal(i+k, j+k) {
			n = k
		}
		if patience != nil {
			if *patience--; *patience < 0 {
				return k
			}
		}
	}
	return n
}

// common returns how many bytes a and b begin with that are the same.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+64 <= n && [64]byte(a[i:]) == [64]byte(b[i:]) {
		i += 64
	}
	for ; i+8 <= n; i += 8 {
		if differ := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); differ != 0 {
			return i + bits.TrailingZeros64(differ)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
