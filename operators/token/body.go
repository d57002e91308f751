package token

import (
	"strings"
	"unicode/utf8"
)

const (
	fence      = "```"
	postscript = "P.P.S."
)

// Body finds what the first three steps of langcheck_preprocess leave of s: the
// text without what follows the first P.P.S., without an opening code fence
// and without a closing one. It is s[from:to], followed by a line feed where
// lineFeed is set. Source: text-operators.md, section 4.
func Body(s string) (from, to int, lineFeed bool) {
	if at := strings.Index(s, postscript); at >= 0 {
		s = s[:at]
	}
	return unfence(s)
}

// unfence is Body of a text without P.P.S.
func unfence(s string) (from, to int, lineFeed bool) {
	to = len(s)
	if strings.HasPrefix(s, fence) {
		from = len(fence)
		for from < to {
			r, n := utf8.DecodeRuneInString(s[from:])
			if BitsOf(r)&Word == 0 {
				break
			}
			from += n
		}
		if from < to && s[from] == '\n' {
			from++
		}
	}
	end := to
	if end > from && s[end-1] == '\n' {
		end--
	}
	if end-from < len(fence) || s[end-len(fence):end] != fence {
		return from, to, false
	}
	// The line feed after the fence stays, the one before it goes.
	lineFeed = end < to
	to = end - len(fence)
	if to > from && s[to-1] == '\n' {
		to--
	}
	return from, to, lineFeed
}

// postscriptAt says whether P.P.S. stands in s so that its first full stop is at
// i.
func postscriptAt(s string, i int) bool {
	return i > 0 && s[i-1] == 'P' && strings.HasPrefix(s[i-1:], postscript)
}
