package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The letters whose lower case is not one fixed character.
const (
	capitalIWithDot   = '\u0130'
	capitalSigma      = '\u03A3'
	smallSigma        = '\u03C3'
	smallFinalSigma   = '\u03C2'
	smallIAndDotAbove = "i\u0307"
)

// Lower is Python's s.lower(): the full Unicode mapping, so a capital I with a
// dot becomes two characters, and a capital sigma at the end of a word becomes
// the final sigma.
func Lower(s string) string {
	if !strings.ContainsRune(s, capitalIWithDot) && !strings.ContainsRune(s, capitalSigma) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, r := range s {
		switch {
		case r == capitalIWithDot:
			b.WriteString(smallIAndDotAbove)
		case r == capitalSigma && finalSigma(s, i):
			b.WriteRune(smallFinalSigma)
		case r == capitalSigma:
			b.WriteRune(smallSigma)
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma is the condition Final_Sigma of the Unicode Standard (3.13) for
// the capital sigma at byte i: a cased letter before it and none after it,
// characters that are CaseIgnorable left out of account.
func finalSigma(s string, i int) bool {
	const cased = UpperCase | LowerCase | TitleCase
	before := false
	for head := s[:i]; head != ""; {
		r, n := utf8.DecodeLastRuneInString(head)
		head = head[:len(head)-n]
		if !Is(r, CaseIgnorable) {
			before = Is(r, cased)
			break
		}
	}
	if !before {
		return false
	}
	for _, r := range s[i+utf8.RuneLen(capitalSigma):] {
		if !Is(r, CaseIgnorable) {
			return !Is(r, cased)
		}
	}
	return true
}
