//go:build unix

package gate

import (
	"math/rand/v2"
	"testing"

	"mizan/internal/pagetest"
	"mizan/operators/clean"
	"mizan/operators/internal/slow"
	"mizan/operators/thinking"
)

// Nothing that the chain does to an answer reads a byte before or behind it.
func TestEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	const size = 1 << 16
	pages := pagetest.New(t, size)
	var gates []*Gate
	for _, name := range []string{"english", "english_v4_1", "inception", "arabic_hf"} {
		gates = append(gates, mustFind(t, name))
	}
	for range 3_000 {
		s := slow.Text(r)
		if len(s) > size {
			continue
		}
		for k := range 2 {
			at := pages.AtEnd
			if k == 1 {
				at = pages.AtStart
			}
			s := at(s)
			answer, _ := thinking.Strip(s)
			cleaned := clean.String(answer)
			for _, g := range gates {
				g.judge(g.newMemory(), s, "", []string{"en", "ar"}, nil)
			}
			cleaned = at(cleaned)
			for _, g := range gates {
				g.judge(g.newMemory(), cleaned, "", []string{"ar"}, nil)
			}
		}
	}
}
