//go:build unix

package token_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/internal/pagetest"
	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

// No byte before or behind a text is read: it may be the first or the last one of the
// memory of a record batch.
func TestEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	const size = 1 << 16
	pages := pagetest.New(t, size)
	texts := []string{"", " ", ".", "a", "a.", ". a"}
	plain := strings.Repeat("Some plain words. And more of them, e.g. these! ", 40)
	for n := range 200 {
		texts = append(texts, plain[:n], plain[len(plain)-n:], strings.Repeat("سلام عليكم. ", 40)[:2*n], plain+plain[:n]+"é")
	}
	for range 2_000 {
		texts = append(texts, slow.Text(r))
	}
	for _, s := range texts {
		if len(s) > size {
			continue
		}
		token.AtLevels(func(int) {
			var sc token.Scanner
			var c collect
			for _, s := range []string{pages.AtEnd(s), pages.AtStart(s)} {
				sc.Loops(s, false, []token.SentenceRun{{MinWords: 3}}, []token.Sink{&c})
				sc.Loops(s, true, []token.SentenceRun{{MinWords: 3}}, []token.Sink{&c})
				sc.Split(s, []token.Sink{&c}, []token.Sink{&c})
			}
		})
	}
}
