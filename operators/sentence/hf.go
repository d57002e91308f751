package sentence

import (
	"iter"
	"strings"

	"mizan/operators/text"
)

// Hf appends to dst the sentences of the Arabic HF dialect: s cut at each
// white space that follows . ? ! or the Arabic question mark, stripped, the
// empty ones dropped. They are substrings of s.
func Hf(dst []string, s string) []string {
	for piece := range hfPieces(s) {
		dst = append(dst, piece)
	}
	return dst
}

// CountHf is len(Hf(nil, s)) without the slices.
func CountHf(s string) int {
	n := 0
	for range hfPieces(s) {
		n++
	}
	return n
}

const arabicQuestionMark = "\u061F"

// hfEnds marks the last byte of the characters that end a sentence; the
// Arabic question mark's needs a look at its first byte.
var hfEnds = func() (t [256]bool) {
	for _, c := range []byte(".?!" + arabicQuestionMark[1:]) {
		t[c] = true
	}
	return t
}()

func hfPieces(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		s = text.Strip(s)
		from := 0
		for i := 0; i < len(s); i++ {
			c := s[i]
			if !hfEnds[c] || c == arabicQuestionMark[1] && !strings.HasSuffix(s[:i+1], arabicQuestionMark) {
				continue
			}
			next := skipSpace(s, i+1)
			if next == i+1 {
				continue
			}
			if !yield(s[from : i+1]) {
				return
			}
			from = next
			i = next - 1
		}
		if from < len(s) {
			yield(s[from:])
		}
	}
}
