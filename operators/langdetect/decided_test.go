package langdetect

import (
	"testing"

	"mizan/internal/testshared"
)

// TestDecided compares the codes of Detect, which leaves trials out, with the
// probabilities of all seven, on real answers in whole and in short pieces,
// where languages come close to each other.
func TestDecided(t *testing.T) {
	langs := Languages()
	var probs []float64
	check := func(s string) {
		code, ok := Detect(s)
		var has bool
		if probs, has = Probabilities(probs[:0], s); has != ok {
			t.Fatalf("%q: Detect finds a feature: %v, Probabilities: %v", s, ok, has)
		}
		want, best := "", 0.0
		for i, p := range probs {
			if p > best {
				want, best = langs[i], p
			}
		}
		if ok && best <= threshold {
			want = Unknown
		}
		if code != want {
			t.Fatalf("%q is %q, by all trials %q (%v)", s, code, want, best)
		}
	}
	n := 0
	testshared.Lines(t, "goldens/ifeval_en/synthetic.jsonl", func(line int, g struct{ Record struct{ Response string } }) {
		s := []rune(g.Record.Response)
		if len(s) > 3000 {
			return
		}
		check(string(s))
		for from := 0; from < len(s) && n < 4000; from += 25 {
			check(string(s[from:min(len(s), from+12)]))
			n++
		}
	})
}
