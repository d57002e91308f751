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
// lineFeed is set. cut says that a P.P.S. was found, so that what follows to is
// more than a fence. Source: text-operators.md, section 4.
func Body(s string) (from, to int, lineFeed, cut bool) {
	to = len(s)
	if at := strings.Index(s, postscript); at >= 0 {
		to, cut = at, true
	}
	if strings.HasPrefix(s[:to], fence) {
		from = len(fence)
		for from < to {
			r, n := utf8.DecodeRuneInString(s[from:to])
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
		return from, to, false, cut
	}
	// The line feed after the fence stays, the one before it goes.
	lineFeed = end < to
	to = end - len(fence)
	if to > from && s[to-1] == '\n' {
		to--
	}
	return from, to, lineFeed, cut
}
