package repetition

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

// Texts that do not fit a table of words, with loops of all kinds anywhere in them.
func TestLongTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	gaps := []string{" ", " ", " ", ", ", "\n", ". ", "** ", " - "}
	stems := []string{"w", "word", "كلمة", "ا", "é", "x_"}
	for range 6 {
		var b strings.Builder
		stem := stems[r.IntN(len(stems))]
		words := func(from, n int, sameGaps bool) {
			for i := range n {
				gap := " "
				if !sameGaps {
					gap = gaps[r.IntN(len(gaps))]
				}
				fmt.Fprintf(&b, "%s%d%s", stem, from+i, gap)
			}
		}
		next, near := 1000, 8100+r.IntN(120) // the first table ends about there
		for range 3 {
			words(next, near, false)
			next += near
			n, times, sameGaps := 1+r.IntN(64), 2+r.IntN(200), r.IntN(2) == 0
			for range times {
				words(0, n, sameGaps)
			}
			words(0, r.IntN(n), sameGaps)
			near = r.IntN(9000)
		}
		check(t, b.String())
	}
}

// Stretches of words that are just long enough, or one word short of it, among words that
// begin alike.
func TestStretches(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	found, missed := 0, 0
	for range 3_000 {
		n := Ngrams{MinN: 1 + r.IntN(64), Repeats: 2 + r.IntN(3)}
		if r.IntN(2) == 0 {
			n.MinN, n.Repeats = LoopNgrams.MinN, LoopNgrams.Repeats
		}
		n.MaxN = n.MinN + r.IntN(65-n.MinN)
		words := make([]int, r.IntN(600))
		for i := range words {
			words[i] = r.IntN(1 + r.IntN(2000))
		}
		for range r.IntN(4) {
			lag := max(1, n.MinN-1+r.IntN(n.MaxN-n.MinN+3))
			size := (n.Repeats-1)*lag - r.IntN(2)
			if size+lag > len(words) {
				continue
			}
			at := r.IntN(len(words) - size - lag + 1)
			for i := at; i < at+size; i++ {
				words[i+lag] = words[i]
			}
		}
		var b strings.Builder
		initials := 1 + r.IntN(20)
		gaps := []string{" ", " ", " ", ", ", "\n"}[:1+r.IntN(5)]
		for _, w := range words {
			fmt.Fprintf(&b, "%c%d%s", 'a'+w%initials, w, gaps[r.IntN(len(gaps))])
		}
		s := Search{Ngrams: n}
		var sc token.Scanner
		sc.Loops(b.String(), false, nil, []token.Sink{&s})
		expectSearch(t, b.String(), &s, slow.Ngrams)
		if s.N > 0 {
			found++
		} else {
			missed++
		}
	}
	if found == 0 || missed == 0 {
		t.Errorf("%d found, %d not", found, missed)
	}
}
