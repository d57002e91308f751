package shared

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// HasLowerPrefix says whether Python's lower(s) starts with prefix, which is in
// lower case already. It lowers no more of s than it must.
func HasLowerPrefix(s, prefix string) bool {
	rest := prefix
	for _, r := range s {
		if rest == "" {
			return true
		}
		if r < utf8.RuneSelf {
			if rest[0] != lowerASCII(byte(r)) {
				return false
			}
			rest = rest[1:]
			continue
		}
		if contextual(r) {
			return strings.HasPrefix(text.Lower(s), prefix)
		}
		want, size := utf8.DecodeRuneInString(rest)
		if want != unicode.ToLower(r) {
			return false
		}
		rest = rest[size:]
	}
	return rest == ""
}

// HasLowerSuffix says whether Python's lower(s) ends with suffix, which is in
// lower case already. It lowers no more of s than it must.
func HasLowerSuffix(s, suffix string) bool {
	head, rest := s, suffix
	for rest != "" && head != "" {
		r, size := utf8.DecodeLastRuneInString(head)
		if contextual(r) {
			return strings.HasSuffix(text.Lower(s), suffix)
		}
		want, wantSize := utf8.DecodeLastRuneInString(rest)
		if want != unicode.ToLower(r) {
			return false
		}
		head, rest = head[:len(head)-size], rest[:len(rest)-wantSize]
	}
	return rest == ""
}

// contextual says whether lower-casing r takes more than a table: the capital
// sigma depends on its neighbours, the dotted I becomes two characters.
func contextual(r rune) bool {
	const (
		capitalIDot  = '\u0130'
		capitalSigma = '\u03A3'
	)
	return r == capitalIDot || r == capitalSigma
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// EndsWith says whether s, stripped of white space and then of `"`, ends with
// phrase, a stripped and lower-cased text, in any case of its letters. s must
// be stripped of white space already.
func EndsWith(stripped, phrase string) bool {
	return HasLowerSuffix(strings.Trim(stripped, `"`), phrase)
}

// Postscript says whether lower(s) contains `p\.\s?s\.` or, if double is set,
// `p\.\s?p\.\s?s`. No character but P and S lowers to p and s.
func Postscript(s string, double bool) bool {
	for {
		dot := strings.IndexByte(s, '.')
		if dot < 0 {
			return false
		}
		if dot > 0 && s[dot-1]|0x20 == 'p' && postscriptTail(s[dot+1:], double) {
			return true
		}
		s = s[dot+1:]
	}
}

// postscriptTail says whether s goes on after the first `p.` as a postscript.
func postscriptTail(s string, double bool) bool {
	if double {
		s = skipSpace(s, 'p')
		if len(s) < 2 || s[0]|0x20 != 'p' || s[1] != '.' {
			return false
		}
		s = skipSpace(s[2:], 's')
		return s != "" && s[0]|0x20 == 's'
	}
	s = skipSpace(s, 's')
	return len(s) > 1 && s[0]|0x20 == 's' && s[1] == '.'
}

// skipSpace is s without one PySpace at its start.
func skipSpace(s string, unless byte) string {
	if s == "" || s[0]|0x20 == unless {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	if text.Is(r, text.PySpace) {
		return s[size:]
	}
	return s
}

// FirstWordIs says whether the first word of a stripped paragraph is want, as
// nth_paragraph_first_word of the English and the Inception dialect compare
// it: the first item of split() without leading apostrophes, then without
// leading quotation marks, up to the first character of stops, each character
// lowered by itself. It returns the word too, not lowered.
func FirstWordIs(paragraph, want, stops string) (word string, is bool) {
	word = paragraph
	for i, r := range paragraph {
		if text.Is(r, text.PySpace) {
			word = paragraph[:i]
			break
		}
	}
	word = strings.TrimLeft(strings.TrimLeft(word, "'"), `"`)
	if i := strings.IndexAny(word, stops); i >= 0 {
		word = word[:i]
	}
	rest, ok := want, true
	for _, r := range word {
		lower, tail := unicode.ToLower(r), ""
		if r == '\u0130' {
			lower, tail = 'i', "\u0307"
		}
		got, size := utf8.DecodeRuneInString(rest)
		if got != lower || size == 0 {
			return word, false
		}
		if rest, ok = strings.CutPrefix(rest[size:], tail); !ok {
			return word, false
		}
	}
	return word, rest == ""
}

// lowerPhrase returns a kwarg stripped and lowered, as repeat_prompt and
// end_checker compare it. A kwarg that is no text is a fault that the reference
// trips over only when it checks an answer.
func lowerPhrase(k instruction.Kwargs, name string) (string, error) {
	s, err := k.Text(name)
	return text.Lower(text.Strip(s)), err
}
