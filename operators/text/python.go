package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Split appends to dst the items of Python's s.split(): the maximal runs of
// characters that are not PySpace.
func Split(dst []string, s string) []string {
	start := -1
	for i, r := range s {
		if Is(r, PySpace) {
			if start >= 0 {
				dst = append(dst, s[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		dst = append(dst, s[start:])
	}
	return dst
}

// Runs appends to dst the maximal runs of characters that have any of the
// properties c: with PyWord the matches of \w+ of re, with RxWord of regex, with
// HfWord of the Arabic HF dialect, with Letter the letter sequences of the
// script checks.
func Runs(dst []string, s string, c Class) []string {
	start := -1
	for i, r := range s {
		if Is(r, c) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			dst = append(dst, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		dst = append(dst, s[start:])
	}
	return dst
}

// CountRuns is len(Runs(nil, s, c)) without the slices.
func CountRuns(s string, c Class) int {
	n, in := 0, false
	for _, r := range s {
		is := Is(r, c)
		if is && !in {
			n++
		}
		in = is
	}
	return n
}

// LetterWords appends to dst the letter-words of s: a letter opens or continues
// a word, a mark continues an open one, anything else closes it.
func LetterWords(dst []string, s string) []string {
	start := -1
	for i, r := range s {
		c := ClassOf(r)
		switch {
		case c&Letter != 0:
			if start < 0 {
				start = i
			}
		case c&Mark != 0 && start >= 0:
		case start >= 0:
			dst = append(dst, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		dst = append(dst, s[start:])
	}
	return dst
}

// StripLeft is Python's s.lstrip().
func StripLeft(s string) string {
	for i, r := range s {
		if !Is(r, PySpace) {
			return s[i:]
		}
	}
	return ""
}

// StripRight is Python's s.rstrip().
func StripRight(s string) string {
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if !Is(r, PySpace) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// Strip is Python's s.strip(): PySpace removed at both ends.
func Strip(s string) string { return StripRight(StripLeft(s)) }

// IsBlank says whether Strip would leave nothing.
func IsBlank(s string) bool {
	for _, r := range s {
		if !Is(r, PySpace) {
			return false
		}
	}
	return true
}

// IsUpper is Python's s.isupper(): at least one cased character and no lower-
// or title-case one.
func IsUpper(s string) bool { return isCase(s, UpperCase, LowerCase|TitleCase) }

// IsLower is Python's s.islower(), the mirror of IsUpper.
func IsLower(s string) bool { return isCase(s, LowerCase, UpperCase|TitleCase) }

func isCase(s string, want, not Class) bool {
	cased := false
	for _, r := range s {
		c := ClassOf(r)
		if c&not != 0 {
			return false
		}
		cased = cased || c&want != 0
	}
	return cased
}

// Lower is Python's s.lower(): the full Unicode mapping, so U+0130 becomes i
// and U+0307, and a capital sigma that ends a word becomes U+03C2.
func Lower(s string) string {
	const (
		capitalIDot  = '\u0130'
		capitalSigma = '\u03A3'
	)
	if !strings.ContainsRune(s, capitalIDot) && !strings.ContainsRune(s, capitalSigma) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for i, r := range s {
		switch r {
		case capitalIDot:
			b.WriteString("i\u0307")
		case capitalSigma:
			if finalSigma(s, i) {
				b.WriteRune('\u03C2')
			} else {
				b.WriteRune('\u03C3')
			}
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma is the condition Final_Sigma of the Unicode standard (3.13) for
// the capital sigma at byte i: a cased letter before it and none after it,
// case-ignorable characters left out of account.
func finalSigma(s string, i int) bool {
	before := false
	for head := s[:i]; head != ""; {
		r, n := utf8.DecodeLastRuneInString(head)
		head = head[:len(head)-n]
		if caseIgnorable(r) {
			continue
		}
		before = Is(r, UpperCase|LowerCase|TitleCase)
		break
	}
	if !before {
		return false
	}
	for _, r := range s[i+utf8.RuneLen('\u03A3'):] {
		if caseIgnorable(r) {
			continue
		}
		return !Is(r, UpperCase|LowerCase|TitleCase)
	}
	return true
}

func caseIgnorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) ||
		strings.ContainsRune("'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A", r)
}
