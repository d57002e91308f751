package arabic

import (
	"iter"

	"mizan/operators/text"
)

// HfWords iterates over the maximal runs of HfWord: the words of the HF
// dialect, with vowel marks and Arabic punctuation.
func HfWords(s string) iter.Seq[string] { return runs(s, text.HfWord, true) }

// Tokens iterates over the items of Python's s.split().
func Tokens(s string) iter.Seq[string] { return runs(s, text.PySpace, false) }

// runs iterates over the maximal runs of characters that are in the class, or
// that are not.
func runs(s string, class text.Class, in bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i < len(s); {
			c, n := text.ClassAt(s, i)
			if (c&class != 0) == in {
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
