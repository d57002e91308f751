package report

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Characters of the Unicode bidirectional algorithm (UAX #9) that name
// themselves in the sources below.
const (
	firstStrongIsolate  = '\u2068'
	popIsolate          = '\u2069'
	rightToLeftMark     = '\u200F'
	arabicLetterMark    = '\u061C'
	replacement         = '\uFFFD'
	lineSeparator       = '\u2028'
	paragraphSeparator  = '\u2029'
	leftToRightEmbed    = '\u202A'
	rightToLeftOverride = '\u202E'
	leftToRightIsolate  = '\u2066'
)

// isolate makes a text that comes from records safe to stand in a line of a
// terminal. One with right-to-left letters is wrapped in a first-strong isolate
// (UAX #9, section 2.4), so that it does not reorder the line around it. Control
// characters and characters that embed, override or isolate, which could reach
// beyond the text, are replaced. The wrapping has no width.
func isolate(s string) string {
	rtl := false
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == lineSeparator || r == paragraphSeparator || unicode.IsControl(r),
			r >= leftToRightEmbed && r <= rightToLeftOverride,
			r >= leftToRightIsolate && r <= popIsolate:
			return replacement
		case r == rightToLeftMark || r == arabicLetterMark:
			rtl = true
		default:
			rtl = rtl || rightToLeft(r)
		}
		return r
	}, s)
	if !rtl {
		return clean
	}
	return string(firstStrongIsolate) + clean + string(popIsolate)
}

// isolateLines isolates each line of a wrapped text: an isolate ends with its
// line.
func isolateLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = isolate(lines[i])
	}
	return strings.Join(lines, "\n")
}

// rightToLeft says whether the character turns the order of a line: a strong
// right-to-left letter or an Arabic number.
func rightToLeft(r rune) bool {
	if r < '\u0590' {
		return false // no script before Hebrew is written from right to left
	}
	p, _ := bidi.LookupRune(r)
	c := p.Class()
	return c == bidi.R || c == bidi.AL || c == bidi.AN
}
