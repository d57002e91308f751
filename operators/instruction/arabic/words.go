package arabic

import (
	"iter"
	"unicode/utf8"

	"mizan/operators/text"
)

// HfWords iterates over the maximal runs of HfWord: the words of the HF
// dialect, with vowel marks and Arabic punctuation.
func HfWords(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i < len(s); {
			c, n := text.ClassAt(s, i)
			if c&text.HfWord != 0 {
				if start < 0 {
					start = i
				}
			} else if start >= 0 {
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
			i += n
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}

// Tokens iterates over the items of Python's s.split().
func Tokens(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i < len(s); {
			n := 1
			space := s[i] <= ' ' && text.Is(rune(s[i]), text.PySpace)
			if s[i] >= utf8.RuneSelf {
				var c text.Class
				c, n = text.ClassAt(s, i)
				space = c&text.PySpace != 0
			}
			if !space {
				if start < 0 {
					start = i
				}
			} else if start >= 0 {
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
			i += n
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}
