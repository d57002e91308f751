package token

import (
	"encoding/binary"
	"math/bits"
	"sort"
	"unicode/utf8"
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
	l := planLags(from, to, repeats-1)
	if t.Content != WordChars || l.step < 1 || to > maxLag {
		return 0, false
	}
	patience := 64 + t.Len()/8 // what looks alike and is not costs time
	for k := 0; l.to >= from; k++ {
		var lags uint64
		if k, lags = lagged(t.initial, k, &l); k < 0 {
			break
		}
		i := k * l.step
		for ; lags != 0; lags &= lags - 1 {
			lag := from + bits.TrailingZeros64(lags)
			if i+lag >= t.Len() || !t.stretch(i, lag, (repeats-1)*lag, l.stepOf(lag), &patience) {
				continue
			}
			n, l.to = lag, lag-1
			break
		}
		if patience < 0 {
			return 0, false
		}
	}
	return n, true
}

// lagPlan says which of the lags from from to to are looked at where: the first few at all
// multiples of step, those below mid at each second one, the others, of which so many
// neighbours in a row cover more, at each fourth one.
type lagPlan struct {
	from, to, mid, step int
}

// few is how many lags are looked at everywhere.
const few = 4

// planLags chooses the greatest step with which times*n neighbours in a row cover lagBytes
// at one of the places, for all lags n, and mid is at most 32 more than from.
func planLags(from, to, times int) lagPlan {
	const more = lagBytes - 1
	step := min(times*from-more, (times*(from+few)-more)/2, (times*(from+32)-more)/4)
	mid := (4*step + more + times - 1) / times
	return lagPlan{from, to, max(mid, from+few), step}
}

// stepOf returns in what steps the lag n is looked at.
func (l *lagPlan) stepOf(n int) int {
	switch {
	case n < l.from+few:
		return l.step
	case n < l.mid:
		return 2 * l.step
	}
	return 4 * l.step
}

// stretch says whether need words in a row equal those n words on, one of the former
// being word i. It does not say it again where the one step before i is another of them.
// If patience runs out it cannot tell.
func (t *Table) stretch(i, n, need, step int, patience *int) bool {
	initial := t.initial
	// Eight words behind and before say it mostly.
	from, behind := i, 8
	if i+n+8 <= len(initial) {
		behind = bits.TrailingZeros64(wordsAt(initial, i)^wordsAt(initial, i+n)) / 8
	}
	for same := 8; same == 8 && from >= 8; {
		same = bits.LeadingZeros64(wordsAt(initial, from-8)^wordsAt(initial, from-8+n)) / 8
		from -= same
		if i-from >= step || same < 8 && behind < 8 && i-from+behind < need {
			return false
		}
	}
	for from > 0 && initial[from-1] == initial[from-1+n] {
		if from--; from == i-step {
			return false
		}
	}
	to := i + common(initial[i:], initial[i+n:])
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

// wordsAt returns eight initials.
func wordsAt(initial []byte, i int) uint64 { return binary.LittleEndian.Uint64(initial[i:]) }

// laggedGeneric returns the first place from k*step on at which four bytes of s equal
// those some lag on, divided by step; -1 if there is none. Bit j of found says that they do
// for the lag from+j.
func laggedGeneric(s []byte, k int, l *lagPlan) (at int, found uint64) {
	for ; k*l.step+l.from+lagBytes <= len(s); k++ {
		i, to := k*l.step, l.to
		switch k % 4 {
		case 1, 3:
			to = min(to, l.from+few-1)
		case 2:
			to = min(to, l.mid-1)
		}
		x := binary.LittleEndian.Uint32(s[i:])
		for n := l.from; n <= to && i+n+lagBytes <= len(s); n++ {
			if binary.LittleEndian.Uint32(s[i+n:]) == x {
				found |= 1 << (n - l.from)
			}
		}
		if found != 0 {
			return k, found
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
		if size < len(a) && size < len(b) && unlike(a[size], b[size]) || !t.Equal(i+k, j+k) {
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

// unlike says that two bytes are two characters of words.
func unlike(x, y byte) bool {
	return x|y < utf8.RuneSelf && narrow[x]&narrow[y]&Word != 0
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
