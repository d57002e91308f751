package token

import "unicode/utf8"

// decode returns the first character of s, which is not empty, and its size.
func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// decodeAt returns the character at b[i:] and its size.
func decodeAt(b []byte, i int) (rune, int) { return utf8.DecodeRune(b[i:]) }
