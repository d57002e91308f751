package text

import (
	"slices"
	"unicode/utf8"
)

// A segment is a piece of text that is normalised by itself: a character that
// joins nothing to its left, and all characters after it that do.

// char is a character and, above it, its canonical combining class. It is
// packed because a text may be one single run of marks.
type char uint32

func newChar(r rune, ccc uint8) char { return char(r) | char(ccc)<<24 }

func (c char) rune() rune { return rune(c & 0xFFFFFF) }
func (c char) ccc() uint8 { return uint8(c >> 24) }

// Hangul syllables are composed and decomposed by arithmetic (Unicode Standard
// 3.12), not by table.
const (
	hangulBase   = 0xAC00
	leadBase     = 0x1100
	vowelBase    = 0x1161
	tailBase     = 0x11A7 // one before the first tail: no tail has number 0
	leadCount    = 19
	vowelCount   = 21
	tailCount    = 28
	hangulCount  = leadCount * vowelCount * tailCount
	vowelAndTail = vowelCount * tailCount
)

func isHangul(r rune) bool { return uint32(r-hangulBase) < hangulCount }

// MarksInOrder looks at the run of marks that starts at byte i of s, where
// something stands that is Unnormal. It returns the end of the run and true if
// NFKC leaves the run as it is, whatever stands before it.
func MarksInOrder(s string, i int) (end int, ok bool) {
	var last uint16
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		v := normalOf(r)
		if v&joinsLeft == 0 {
			return i, v&changes == 0
		}
		if v&(composes|decomposes) != 0 || v&combiningBits < last {
			return i, false
		}
		last = v & combiningBits
		i += n
	}
	return i, true
}

// SegmentStart returns the start of the segment that the character at byte i
// of s belongs to; from is the start of a segment at or before i.
func SegmentStart(s string, from, i int) int {
	r, _ := utf8.DecodeRuneInString(s[i:])
	for i > from && normalOf(r)&joinsLeft != 0 {
		var n int
		r, n = utf8.DecodeLastRuneInString(s[from:i])
		i -= n
	}
	return i
}

// segmentEnd returns the end of the segment that starts at byte i of s.
func segmentEnd(s string, i int) int {
	_, n := utf8.DecodeRuneInString(s[i:])
	for i += n; i < len(s); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(s[i:])
		if normalOf(r)&joinsLeft == 0 {
			break
		}
	}
	return i
}

// AppendSegment appends NFKC of the segment of s that starts at byte i, and
// returns where it ends.
func AppendSegment(dst []byte, s string, i int) (out []byte, end int) {
	end = segmentEnd(s, i)
	// A single character with a plain decomposition needs no work at all:
	// presentation forms, the ellipsis, full-width letters.
	r, n := utf8.DecodeRuneInString(s[i:])
	if v := normalOf(r); end == i+n && v&decomposes != 0 && v&decompositionBits < plainDecompositions {
		return append(dst, decomposition(v)...), end
	}
	var buf [32]char
	cs := buf[:0]
	if end-i > 4*len(buf) {
		cs = make([]char, 0, (end-i)/2) // marks have two bytes at least
	}
	cs = decompose(cs, s[i:end])
	reorder(cs)
	return appendChars(dst, compose(cs)), end
}

func decomposition(v uint16) string {
	n := v & decompositionBits
	return decompositionTexts[decompositionStarts[n]:decompositionStarts[n+1]]
}

// decompose appends the full compatibility decomposition of s, marks as they
// stand.
func decompose(dst []char, s string) []char {
	for _, r := range s {
		if isHangul(r) {
			n := r - hangulBase
			dst = append(dst, char(leadBase+n/vowelAndTail), char(vowelBase+n%vowelAndTail/tailCount))
			if tail := n % tailCount; tail != 0 {
				dst = append(dst, char(tailBase+tail))
			}
			continue
		}
		v := normalOf(r)
		if v&decomposes == 0 {
			dst = append(dst, newChar(r, uint8(v&combiningBits)))
			continue
		}
		for _, d := range decomposition(v) {
			dst = append(dst, newChar(d, uint8(normalOf(d)&combiningBits)))
		}
	}
	return dst
}

// reorder puts each run of marks in canonical order: ascending by combining
// class, equal ones as they stand.
func reorder(cs []char) {
	for i := 0; i < len(cs); {
		if cs[i].ccc() == 0 {
			i++
			continue
		}
		start := i
		for i < len(cs) && cs[i].ccc() != 0 {
			i++
		}
		marks := cs[start:i]
		if len(marks) > 32 {
			countingSort(marks)
			continue
		}
		for j := 1; j < len(marks); j++ {
			for k := j; k > 0 && marks[k].ccc() < marks[k-1].ccc(); k-- {
				marks[k], marks[k-1] = marks[k-1], marks[k]
			}
		}
	}
}

// countingSort is the order of many marks in linear time: a text may hold
// millions of them on one letter.
func countingSort(marks []char) {
	var next [256]int
	for _, m := range marks {
		next[m.ccc()]++
	}
	at := 0
	for c, n := range next {
		next[c] = at
		at += n
	}
	for _, m := range slices.Clone(marks) {
		marks[next[m.ccc()]] = m
		next[m.ccc()]++
	}
}

// compose composes the characters in place and returns what is left of them.
func compose(cs []char) []char {
	starter := -1 // the last character of class 0
	n := 0
	for _, c := range cs {
		// A character is blocked when one stands between it and the starter that
		// has no lower class.
		if starter >= 0 && (starter == n-1 || cs[n-1].ccc() < c.ccc()) {
			if whole, ok := pair(cs[starter].rune(), c.rune()); ok {
				cs[starter] = char(whole)
				continue
			}
		}
		if c.ccc() == 0 {
			starter = n
		}
		cs[n] = c
		n++
	}
	return cs[:n]
}

// pair returns what two characters compose to.
func pair(first, second rune) (rune, bool) {
	if lead := first - leadBase; uint32(lead) < leadCount {
		if vowel := second - vowelBase; uint32(vowel) < vowelCount {
			return hangulBase + lead*vowelAndTail + vowel*tailCount, true
		}
	}
	if isHangul(first) && (first-hangulBase)%tailCount == 0 {
		if tail := second - tailBase; tail > 0 && tail < tailCount {
			return first + tail, true
		}
	}
	if normalOf(second)&composes == 0 {
		return 0, false
	}
	whole, ok := pairs[[2]rune{first, second}]
	return whole, ok
}

// composition is a pair of characters and the one that they compose to.
type composition struct{ first, second, whole rune }

var pairs = func() map[[2]rune]rune {
	m := make(map[[2]rune]rune, len(compositions))
	for _, c := range compositions {
		m[[2]rune{c.first, c.second}] = c.whole
	}
	return m
}()

func appendChars(dst []byte, cs []char) []byte {
	for _, c := range cs {
		dst = utf8.AppendRune(dst, c.rune())
	}
	return dst
}
