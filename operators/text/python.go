package text

import "unicode/utf8"

// spaceLead says of each byte whether it is a PySpace (1), or the first byte
// of a longer character that may be one (2). No other byte needs decoding to
// find white space.
var spaceLead = func() (t [256]uint8) {
	for r := range rune(utf8.MaxRune + 1) {
		if Is(r, PySpace) {
			lead := string(r)[0]
			t[lead] = 2
			if lead < utf8.RuneSelf {
				t[lead] = 1
			}
		}
	}
	return t
}()

// spaceAt returns the number of bytes of the PySpace at byte i of s, 0 if
// there stands something else.
func spaceAt(s string, i int) int {
	switch spaceLead[s[i]] {
	case 0:
		return 0
	case 1:
		return 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if !Is(r, PySpace) {
		return 0
	}
	return n
}

// Split appends to dst the items of Python's s.split(): the maximal runs of
// characters that are not PySpace.
func Split(dst []string, s string) []string {
	for i := 0; ; {
		for i < len(s) {
			n := spaceAt(s, i)
			if n == 0 {
				break
			}
			i += n
		}
		if i == len(s) {
			return dst
		}
		start := i
		for i < len(s) && (spaceLead[s[i]] == 0 || spaceAt(s, i) == 0) {
			i++
		}
		dst = append(dst, s[start:i])
	}
}

// StripLeft is Python's s.lstrip().
func StripLeft(s string) string {
	for s != "" {
		n := spaceAt(s, 0)
		if n == 0 {
			break
		}
		s = s[n:]
	}
	return s
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
func IsBlank(s string) bool { return StripLeft(s) == "" }

// IsAlpha is Python's s.isalpha(): at least one character, and letters only.
func IsAlpha(s string) bool {
	for _, r := range s {
		if !Is(r, Letter) {
			return false
		}
	}
	return s != ""
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
