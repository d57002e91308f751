package token

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

const (
	// maxLag is the greatest lag that Shortest can tell of.
	maxLag = 64
	// lagBytes is how many initials are compared at once.
	lagBytes = 4
)

// Shortest returns the smallest n from from to to for which (repeats-1)*n words in a row
// equal those n words before them, 0 if there is none. sure is false if it cannot tell,
// which may be where many words begin alike.
//
// It goes by initials. So many neighbours in a row cover four at one of the places that
// are looked at, and these are compared with the neighbours at all lags at once. What is
// left is compared with the text, which mostly repeats to the letter. Measured against a
// pass for some lags at a time, and a hash table of the words' last places: BenchmarkChain
// of package gate.
func (t *Table) Shortest(from, to, repeats int) (n int, sure bool) {
	step := (repeats-1)*from - (lagBytes - 1)
	if t.Content != WordChars || step < 1 || to > maxLag {
		return 0, false
	}
	patience := 64 + t.Len()/8 // what looks alike and is not costs time
	for i := 0; to >= from; i += step {
		var lags uint64
		if i, lags = lagged(t.initial, i, step, from, to); i < 0 {
			break
		}
		for ; lags != 0; lags &= lags - 1 {
			lag := from + bits.TrailingZeros64(lags)
			if i+lag >= t.Len() || !t.stretch(i, lag, (repeats-1)*lag, step, &patience) {
				continue
			}
			n, to = lag, lag-1
			break
		}
		if patience < 0 {
			return 0, false
		}
	}
	return n, true
}

// stretch says whether need words in a row equal those n words on, one of the former
// being word i. It does not say it again where the one step before i is another of them.
// If patience runs out it cannot tell.
func (t *Table) stretch(i, n, need, step int, patience *int) bool {
	initial := t.initial
	from, to := i, i+common(initial[i:], initial[i+n:])
	for from > 0 && initial[from-1] == initial[from-1+n] {
		if from--; from == i-step {
			return false
		}
	}
	for to-from >= need {
		same := t.same(from, from+n, need, patience)
		if same == need {
			return true
		}
		if *patience < 0 {
			return false
		}
		from += same + 1
	}
	*patience--
	return false
}

// laggedGeneric returns the first place from i on, in steps, at which four bytes of s
// equal those n bytes on, for any n from from to to; -1 if there is none. Bit j of lags
// says that they do for from+j. It may take bytes behind s for bytes of s.
func laggedGeneric(s []byte, i, step, from, to int) (at int, lags uint64) {
	for ; i+from+lagBytes <= len(s); i += step {
		x := binary.LittleEndian.Uint32(s[i:])
		for n := from; n <= to && i+n+lagBytes <= len(s); n++ {
			if binary.LittleEndian.Uint32(s[i+n:]) == x {
				lags |= 1 << (n - from)
			}
		}
		if lags != 0 {
			return i, lags
		}
	}
	return -1, 0
}

// same returns how many of n words from word i on stand from word j on, until one is
// another. Each word that does not have the same text behind it costs patience, if that
// counts; it may run out.
func (t *Table) same(i, j, n int, patience *int) int {
	for k := 0; k < n; k++ {
		a, b := t.text(i+k, i+n), t.text(j+k, j+n)
		size := common(bytesOf(a), bytesOf(b))
		if size == len(a) && size == len(b) && j+n < t.Len() {
			return n
		}
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
	for i+8 <= n {
		if differ := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); differ != 0 {
			return i + bits.TrailingZeros64(differ)/8
		}
		if i += 8; i == 8 && n >= 128 { // most differ soon
			i += commonBlocks(a[i:n], b[i:n])
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
