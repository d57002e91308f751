package repetition

import "mizan/operators/token"

// Ngrams are the thresholds of a search for n-grams that repeat: n words,
// MinN <= n <= MaxN, that stand Repeats times in a row.
type Ngrams struct {
	MinN    int
	MaxN    int
	Repeats int
}

// Search looks for repeated n-grams in the windows of a token scan (it is a
// token.Sink) and finds the smallest n.
//
// An n-gram stands r times in a row where each of (r-1)*n neighbouring words
// equals the word n places on. Such a stretch holds, in a row, r-1 indexes that
// are multiples of n, so only these are looked at, and a stretch is measured only
// around two of them that match (one, where r is 2). That makes
// sum(words/n) comparisons, 2.6 a word for n = 5 to 60, instead of 56. Hashes
// serve to find candidates; a find is confirmed on the bytes.
type Search struct {
	Ngrams

	// N is the smallest n found, 0 if there is none, and Found how often the
	// n-gram of that length that repeats most stands in a row.
	N     int
	Found int

	run int // words at the end of the window that equal the one N before them
}

// Reset forgets the text before.
func (s *Search) Reset() { s.N, s.Found, s.run = 0, 0, 0 }

// Overlap is how many words windows share, so that no find falls between two.
func (s *Search) Overlap() int { return s.Repeats * s.MaxN }

// Window searches one window of words.
func (s *Search) Window(t *token.Table) {
	top := s.MaxN
	if s.N > 0 {
		top = s.N - 1
	}
	for n := s.MinN; n <= top && n*s.Repeats <= t.Len(); n++ {
		need := (s.Repeats - 1) * n
		if !candidate(t.Hash, n, need) {
			continue
		}
		if longest, run := longestRun(t, n, n, 0); longest >= need {
			s.N, s.Found, s.run = n, longest/n+1, run
			return
		}
	}
	if s.N > 0 {
		// Only to tell how often the n-gram found before repeats.
		longest, run := longestRun(t, s.N, max(t.Kept, s.N), s.run)
		s.Found, s.run = max(s.Found, longest/s.N+1), run
	}
}

// candidate says whether some need words in a row have the hashes of the words
// n places on. need is a multiple of n.
func candidate(hash []uint64, n, need int) bool {
	last := len(hash) - n // words that have one n places on
	two := need >= 2*n
	for j := 0; j < last; {
		if hash[j] != hash[j+n] || two && (j+n >= last || hash[j+n] != hash[j+2*n]) {
			j += n
			continue
		}
		from, to := j, j+1
		for from > 0 && hash[from-1] == hash[from-1+n] {
			from--
		}
		for to < last && hash[to] == hash[to+n] {
			to++
		}
		if to-from >= need {
			return true
		}
		for j < to { // nothing more in this stretch
			j += n
		}
	}
	return false
}

// longestRun returns the length of the longest run of words, from the one at from
// on, that equal the word n before them, and of the run at the end; run is the
// length of the one that reaches the word before from.
func longestRun(t *token.Table, n, from, run int) (longest, atEnd int) {
	for i := from; i < t.Len(); i++ {
		if t.Equal(i-n, i) {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest, run
}
