package english_test

import (
	"regexp"
	"strings"
	"unicode"

	"mizan/operators/text"
)

// stripThinking and cleaned prepare a response in the plainest way, so that the
// tests of this package stand on their own; the operators thinking and clean
// have tests of their own.
func stripThinking(s string) string {
	at, n := -1, 0
	for _, tag := range []string{"</think>", "</think_fast>", "</think_faster>"} {
		if i := strings.LastIndex(s, tag); i > at {
			at, n = i, len(tag)
		}
	}
	if at < 0 {
		return s
	}
	return s[at+n:]
}

var spaces = regexp.MustCompile(`[\s\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}]+`)

func cleaned(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf) {
			return -1
		}
		return r
	}, text.NFKC(s))
	return text.Strip(spaces.ReplaceAllString(s, " "))
}
