package script

import (
	"strings"

	"mizan/operators/token"
)

// Preprocess appends langcheck_preprocess(s) to dst (text-operators.md, section
// 4): what follows P.P.S., a code fence at the very start and one at the very end, JSON
// punctuation, subscript digits, backticks and asterisks go, and nothing takes
// their place. The gates never build this text: the token scan leaves the
// characters out as it goes.
func Preprocess(dst []byte, s string) []byte {
	from, to, lineFeed := token.Body(s)
	body := s[from:to]
	kept := 0
	for i, r := range body {
		if token.BitsOf(r)&token.Deleted != 0 {
			dst = append(dst, body[kept:i]...)
			kept = i + size(r)
		}
	}
	dst = append(dst, body[kept:]...)
	if lineFeed {
		dst = append(dst, '\n')
	}
	return dst
}

// size is the number of bytes of a character that langcheck_preprocess
// deletes: ASCII or a subscript digit.
func size(r rune) int {
	if r < 0x80 {
		return 1
	}
	return 3
}

// PreprocessString is Preprocess of a text, s itself where nothing is to go.
func PreprocessString(s string) string {
	from, to, lineFeed := token.Body(s)
	body := s[from:to]
	if !lineFeed && strings.IndexFunc(body, func(r rune) bool { return token.BitsOf(r)&token.Deleted != 0 }) < 0 {
		return body
	}
	return string(Preprocess(nil, s))
}
