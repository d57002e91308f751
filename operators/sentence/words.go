package sentence

import "mizan/operators/text"

// TreebankWords appends to dst the words of s: the Treebank rules applied to
// each Punkt sentence. Quotes come out as “ and ”, clitics as words.
func TreebankWords(dst []string, s string) []string {
	var r rewriter
	for from, to := range spans(s) {
		dst = text.Split(dst, string(r.rewrite(s[from:to], edges{true, true})))
	}
	return dst
}

// CountUpperWords counts the words of TreebankWords that are upper case.
func CountUpperWords(s string) int {
	n := 0
	for _, w := range TreebankWords(nil, s) {
		if text.IsUpper(w) {
			n++
		}
	}
	return n
}
