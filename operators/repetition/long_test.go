package repetition

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
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
