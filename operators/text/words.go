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

// nextRun returns the first maximal run at or after byte i of s of characters
// that have any of the properties c; start is len(s) if there is none.
func nextRun(s string, i int, c Class) (start, end int) {
	for i < len(s) {
		got, n := ClassAt(s, i)
		if got&c != 0 {
			break
		}
		i += n
	}
	start = i
	for i < len(s) {
		got, n := ClassAt(s, i)
		if got&c == 0 {
			break
		}
		i += n
	}
	return start, i
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
