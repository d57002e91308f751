package sentence

import (
	"sync"

	"mizan/operators/text"
)

// TreebankWords appends to dst the words of s: the Treebank rules applied to
// each Punkt sentence. Straight double quotes come out as two backticks or two
// apostrophes, clitics ('s, n't) as words of their own. Most words are
// substrings of s.
func TreebankWords(dst []string, s string) []string {
	r := rewriters.Get().(*rewriter)
	defer rewriters.Put(r)
	for from, to := range spans(s) {
		dst = r.sentence(dst, s[from:to])
	}
	return dst
}

// CountUpperWords counts the words of TreebankWords that are upper case
// (Python's isupper).
func CountUpperWords(s string) int {
	r := rewriters.Get().(*rewriter)
	defer rewriters.Put(r)
	n, longest := 0, 0
	for from, to := range spans(s) {
		r.words = r.sentence(r.words[:0], s[from:to])
		longest = max(longest, len(r.words))
		for _, w := range r.words {
			if text.IsUpper(w) {
				n++
			}
		}
	}
	// The pool must keep neither the text alive nor an unusual amount of memory.
	clear(r.words[:longest])
	if cap(r.words) > 1<<16 {
		r.words = nil
	}
	return n
}

var rewriters = sync.Pool{New: func() any { return new(rewriter) }}

// sentence appends the words of one sentence.
//
// The rules look at neighbours only, so a sentence can be cut at its white
// space and each piece be judged alone, but for the full stop that ends it and
// what follows that.
func (r *rewriter) sentence(dst []string, s string) []string {
	stop, closed := finalStopAt(s, stopClosers)
	for i := skipSpace(s, 0); i < len(s); {
		end, has := scanPiece(s, i)
		switch {
		case stop < 0 || end <= stop:
			dst = r.piece(dst, s, i, end, has)
		case stop+1 < closed:
			return r.byRules(dst, s, i, len(s))
		default:
			if i < stop {
				_, has = scanPiece(s[:stop], i)
				dst = r.piece(dst, s, i, stop, has)
			}
			dst = append(dst, ".")
		}
		i = skipSpace(s, end)
	}
	return dst
}
