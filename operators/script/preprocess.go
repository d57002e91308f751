package script

import (
	"unicode/utf8"
	"unsafe"

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
	for i := nextDeleted(body); i < len(body); i = nextDeleted(body) {
		dst = append(dst, body[:i]...)
		_, n := utf8.DecodeRuneInString(body[i:])
		body = body[i+n:]
	}
	dst = append(dst, body...)
	if lineFeed {
		dst = append(dst, '\n')
	}
	return dst
}

// mayBeDeleted says of a byte whether a character that langcheck_preprocess deletes starts
// with it: some of ASCII and the subscript digits.
var mayBeDeleted = func() (t [256]bool) {
	for r := range rune(subscriptNine + 1) {
		if token.BitsOf(r)&token.Deleted != 0 {
			t[string(r)[0]] = true
		}
	}
	return t
}()

const subscriptNine = '\u2089'

// nextDeleted returns where the first character of s stands that is to go, len(s) if
// there is none.
func nextDeleted(s string) int {
	for i := range len(s) {
		if !mayBeDeleted[s[i]] {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(s[i:]); token.BitsOf(r)&token.Deleted != 0 {
			return i
		}
	}
	return len(s)
}

// PreprocessString is Preprocess of a text, s itself where nothing is to go.
func PreprocessString(s string) string {
	from, to, lineFeed := token.Body(s)
	body := s[from:to]
	if !lineFeed && nextDeleted(body) == len(body) {
		return body
	}
	prepared := Preprocess(make([]byte, 0, len(body)+1), s)
	return unsafe.String(unsafe.SliceData(prepared), len(prepared))
}
