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
// equals the word n places on. Filters, which let through all such stretches and few
// others, keep that from being one pass over the words for each n:
//
// Lags: the initials of the words say for all n at once where such a stretch may be. What
// they leave is compared with the text, which mostly repeats to the letter. A text full
// of words that begin alike goes to the others.
//
// Recent: behind the first n words of such a stretch every word has been there at most n
// words before. One pass with a small table of last places finds the stretches of which
// that may be true.
//
// Candidate: within a stretch, r-1 indexes in a row are multiples of n, so only
// these are compared, sum(words/n) or 2.6 a word for n = 5 to 60, and what is
// around two of them that match (one, where r is 2) is measured.
//
// The last two go by hashes. A find is confirmed on the bytes.
type Search struct {
	Ngrams

	// N is the smallest n found, 0 if there is none, and Found how often the
	// n-gram of that length that repeats most stands in a row.
	N     int
	Found int

	run int // words at the end of the window that equal the one N before them

	// last holds, by hash, the place where words last stood, place counting up
	// from text to text. Words that share a slot look more recent than they
	// are, never less.
	last  [1 << slotBits]uint32
	place uint32
	// refuted says of which n that looked right by hash the bytes of the window tell
	// otherwise: they are asked once.
	refuted []bool
}

const (
	slotBits = 11
	// mix is 2^64 divided by the golden ratio: the multiplier of Fibonacci
	// hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
	mix = 0x9E3779B97F4A7C15
)

// Reset forgets the text before.
func (s *Search) Reset() { s.N, s.Found, s.run = 0, 0, 0 }

// Overlap is how many words windows share, so that no find falls between two.
func (s *Search) Overlap() int { return s.Repeats * s.MaxN }

// Window searches one window of words.
func (s *Search) Window(t *token.Table) {
	if s.N != s.MinN {
		before := s.N
		if s.search(t); s.N != before {
			return
		}
	}
	if s.N > 0 {
		// Found in an earlier window: only to tell how often it repeats.
		longest, run := t.Repeats(s.N, max(t.Kept, s.N), s.run)
		s.Found, s.run = max(s.Found, longest/s.N+1), run
	}
}

// search looks for an n smaller than the one found so far.
func (s *Search) search(t *token.Table) {
	top := min(s.MaxN, t.Len()/s.Repeats)
	if s.N > 0 {
		top = min(top, s.N-1)
	}
	if top < s.MinN {
		return
	}
	n, sure := t.Shortest(s.MinN, top, s.Repeats)
	if !sure {
		s.byHash(t)
	} else if n > 0 {
		s.found(t, n)
	}
}

// found takes note of an n-gram of n words if it repeats often enough.
func (s *Search) found(t *token.Table, n int) bool {
	longest, run := t.Repeats(n, n, 0)
	if longest < (s.Repeats-1)*n {
		return false
	}
	s.N, s.Found, s.run = n, longest/n+1, run
	return true
}

// byHash searches where many words in a row are recent.
func (s *Search) byHash(t *token.Table) {
	if s.place > 1<<31 {
		clear(s.last[:])
		s.place = 0
	}
	s.place += uint32(s.MaxN) + 1 // nothing of the window before is recent
	place, maxN, streak := s.place, uint32(s.MaxN), 0
	least := (s.Repeats - 1) * s.MinN
	s.refuted = append(s.refuted[:0], make([]bool, s.MaxN+1)...)
	for i, h := range t.Hash() {
		slot := &s.last[h*mix>>(64-slotBits)]
		distance := place - *slot
		*slot = place
		place++
		if distance <= maxN {
			streak++
			continue
		}
		if streak >= least {
			s.stretch(t, i-streak, i)
		}
		streak = 0
	}
	if streak >= least {
		s.stretch(t, t.Len()-streak, t.Len())
	}
	s.place = place
}

// stretch searches around the words from to to, within which are the stretches
// of words that all were there shortly before.
func (s *Search) stretch(t *token.Table, from, to int) {
	top := min(s.MaxN, (to-from)/(s.Repeats-1))
	if s.N > 0 {
		top = min(top, s.N-1)
	}
	hash := t.Hash()
	for n := s.MinN; n <= top; n++ {
		if s.refuted[n] || !candidate(hash[max(0, from-n):to], n, (s.Repeats-1)*n) {
			continue
		}
		if s.found(t, n) {
			return
		}
		s.refuted[n] = true
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
