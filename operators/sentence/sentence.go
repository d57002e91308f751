// Package sentence cuts texts into sentences and words exactly as the
// reference harness does: the English Punkt model (Kiss and Strunk 2006,
// Computational Linguistics 32: 485-525), the Treebank word rules on top of
// it, the pattern splitter of the Arabic sentence check, and the Arabic HF
// dialect's splitter. Source of the rules: sections 9 to 11 of the English
// IFEval specification, section 11 of the text operators'.
//
// All functions take time linear in the length of the text.
package sentence

//go:generate go run ./gen -json english.json -o english.bin

// Punkt appends to dst the sentences of s. They are substrings of s.
func Punkt(dst []string, s string) []string {
	for from, to := range spans(s) {
		dst = append(dst, s[from:to])
	}
	return dst
}

// CountPunkt is len(Punkt(nil, s)) without the slices.
func CountPunkt(s string) int {
	n := 0
	for range spans(s) {
		n++
	}
	return n
}
