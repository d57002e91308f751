package english

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// sections counts the matches of `\s?` + splitter + `\s?\d+\s?` for a splitter
// that means itself. The white space around changes no count: the splitter, if
// it is not empty, begins with none.
func sections(s, splitter string) int {
	n := 0
	for {
		i := strings.Index(s, splitter)
		if i < 0 {
			return n
		}
		tail := s[i+len(splitter):]
		if r, size := utf8.DecodeRuneInString(tail); text.Is(r, text.PySpace) {
			tail = tail[size:]
		}
		if digits := countDigits(tail); digits > 0 {
			n++
			s = tail[digits:]
			continue
		}
		if s == "" {
			return n
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		s = s[i+size:]
	}
}

// countDigits is the length in bytes of the run of \d at the start of s.
func countDigits(s string) int {
	for i, r := range s {
		if !text.Is(r, text.Decimal) {
			return i
		}
	}
	return len(s)
}

func containsDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return text.Is(r, text.Decimal) })
}
