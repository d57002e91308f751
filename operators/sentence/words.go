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
// (Python's isupper), without keeping them.
func CountUpperWords(s string) int {
	r := rewriters.Get().(*rewriter)
	defer rewriters.Put(r)
	r.counting, r.upper = true, 0
	words := r.words[:0]
	for from, to := range spans(s) {
		words = r.flush(r.sentence(words, s[from:to]), 0)
	}
	r.words = words
	clear(words[:cap(words)]) // the pool must not keep the text alive
	r.counting = false
	return r.upper
}

// flush counts the words at hand and drops them, once there are more than
// limit; it does nothing where they are wanted themselves.
func (r *rewriter) flush(words []string, limit int) []string {
	if !r.counting || len(words) <= limit {
		return words
	}
	for _, w := range words {
		if text.IsUpper(w) {
			r.upper++
		}
	}
	return words[:0]
}

// flushAt bounds the number of words that counting keeps.
const flushAt = 256

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
		dst = r.flush(dst, flushAt)
		i = skipSpace(s, end)
	}
	return dst
}
