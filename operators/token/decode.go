package token

import "unicode/utf8"

// decode returns the first character of s, which is not empty, and its size.
func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// decodeLast returns the last character of s, which is not empty.
func decodeLast(s string) (rune, int) {
	if c := s[len(s)-1]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeLastRuneInString(s)
}

// decodeAt returns the character at b[i:] and its size.
func decodeAt(b []byte, i int) (rune, int) { return utf8.DecodeRune(b[i:]) }
