package text

import "unicode/utf8"

// ClassAt returns the classes of the character that starts at byte i of s, and
// its length in bytes.
func ClassAt(s string, i int) (Class, int) {
	b := s[i]
	if b < utf8.RuneSelf {
		return ascii[b], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return ClassOf(r), n
}

// skip returns the first position of s at or after i where a character stands
// that has a property of c, if until is true, or that has none, if it is false;
// len(s) if there is no such place.
func skip(s string, i int, c Class, until bool) int {
	for i < len(s) {
		b := s[i]
		var got Class
		n := 1
		switch {
		case b < utf8.RuneSelf:
			got = ascii[b]
		case isTwoByte(s, i):
			r := uint(b&0x1F)<<6 | uint(s[i+1]&0x3F)
			got = classBlocks[uint(classIndex[r>>8])<<8|r&0xFF]
			n = 2
		default:
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			got = ClassOf(r)
		}
		if got&c != 0 == until {
			return i
		}
		i += n
	}
	return len(s)
}

// nextRun returns the first maximal run at or after byte i of s of characters
// that have any of the properties c; start is len(s) if there is none.
func nextRun(s string, i int, c Class) (start, end int) {
	start = skip(s, i, c, true)
	return start, skip(s, start, c, false)
}

// Runs appends to dst the maximal runs of characters that have any of the
// properties c: with PyWord the matches of \w+ of re, with RxWord of regex, with
// HfWord of the Arabic HF dialect, with Letter the letter sequences of the
// script checks.
func Runs(dst []string, s string, c Class) []string {
	for i := 0; ; {
		start, end := nextRun(s, i, c)
		if start == len(s) {
			return dst
		}
		dst = append(dst, s[start:end])
		i = end
	}
}

// CountRuns is len(Runs(nil, s, c)) without the slices.
func CountRuns(s string, c Class) int {
	count := 0
	for i := 0; ; count++ {
		start, end := nextRun(s, i, c)
		if start == len(s) {
			return count
		}
		i = end
	}
}

// LetterWords appends to dst the letter-words of s: a letter opens or continues
// a word, a mark continues an open one, anything else closes it.
func LetterWords(dst []string, s string) []string {
	for i := 0; ; {
		start, end := nextRun(s, i, Letter|Mark)
		if start == len(s) {
			return dst
		}
		i = end
		for start < end {
			c, n := ClassAt(s, start)
			if c&Letter != 0 {
				dst = append(dst, s[start:end])
				break
			}
			start += n
		}
	}
}

// Boundary says whether \b matches at byte i of s: one of the characters
// beside it has a property of c and the other has not. Beyond the ends of s
// there is none. c is PyWord for the engine re, RxWord for regex.
func Boundary(s string, i int, c Class) bool {
	before, after := false, false
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		before = Is(r, c)
	}
	if i < len(s) {
		got, _ := ClassAt(s, i)
		after = got&c != 0
	}
	return before != after
}
