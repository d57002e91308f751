package truthfulqa

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/internal/testshared"
)

func TestMC(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tt := range []struct {
		name     string
		labels   []int32
		lls      []float64
		mc1, mc2 float64
		err1     error
		err2     error
	}{
		{"plain", []int32{1, 0}, []float64{-1, -1}, 1, 0.5, nil, nil},
		{"second larger", []int32{1, 0}, []float64{-2, -1}, 0, math.Exp(-2) / (math.Exp(-2) + math.Exp(-1)), nil, nil},
		{"no values", nil, nil, 0, 0, errNoValues, errNoFalse},
		{"no values but labels", []int32{1, 0}, nil, 0, 0, errNoValues, errNoValues},
		{"near overflow, true", []int32{1, 0}, []float64{709.7, -1}, 1, 1, nil, nil},
		{"near overflow, both", []int32{1, 0}, []float64{709, 709}, 1, 0.5, nil, nil},
		{"near overflow, infinite false", []int32{1, 0}, []float64{709.7, 712}, 0, 0, nil, nil},
		{"the sum of two finite ones is infinite", []int32{1, 0}, []float64{709.7, 709.7}, 1, 0, nil, nil},
		{"subnormal", []int32{1, 0}, []float64{-745, -745}, 1, 0.5, nil, nil},
		{"no false", []int32{1, 1}, []float64{-1, -2}, 1, 0, nil, errNoFalse},
		{"underflow", []int32{1, 0}, []float64{-800, -900}, 1, nan, nil, nil},
		{"all minus infinity", []int32{1, 0}, []float64{-inf, -inf}, 1, nan, nil, nil},
		{"infinite true", []int32{1, 0}, []float64{inf, -1}, 1, nan, nil, nil},
		{"infinite false", []int32{1, 0}, []float64{-1, 800}, 0, 0, nil, nil},
		{"NaN first", []int32{1, 0}, []float64{nan, 5}, 1, nan, nil, nil},
		{"NaN later", []int32{1, 0}, []float64{5, nan}, 0, nan, nil, nil},
		{"surplus label one after the first zero is false", []int32{1, 0, 1}, []float64{0, 0, 0}, 1, 1 / 3.0, nil, nil},
		{"first label zero", []int32{0, 1}, []float64{nan, 0}, 1, 0, nil, nil},
		{"fewer values than labels", []int32{1, 1, 1, 0}, []float64{-1}, 1, 1, nil, nil},
	} {
		got1, err1 := MC1(tt.lls)
		got2, err2 := MC2(tt.labels, tt.lls)
		if err1 != tt.err1 || got1 != tt.mc1 {
			t.Errorf("%s: MC1 = %v, %v, want %v, %v", tt.name, got1, err1, tt.mc1, tt.err1)
		}
		same := got2 == tt.mc2 || math.IsNaN(got2) && math.IsNaN(tt.mc2) || math.Abs(got2-tt.mc2) < 1e-15
		if err2 != tt.err2 || !same {
			t.Errorf("%s: MC2 = %v, %v, want %v, %v", tt.name, got2, err2, tt.mc2, tt.err2)
		}
	}
}

func TestQuestionErrors(t *testing.T) {
	for _, tt := range []struct {
		name      string
		correct   []string
		incorrect []string
		language  string
		err       error
	}{
		{"no incorrect", []string{"a"}, []string{" ", ""}, "en", errNoIncorrect},
		{"no correct, but a phrase", nil, []string{"a"}, "en", nil},
		{"no correct and no phrase", nil, []string{"a"}, "fr", errNoCorrect},
		{"language is case-sensitive", nil, []string{"a"}, "EN", errNoCorrect},
	} {
		if _, err := NewQuestion(tt.correct, tt.incorrect, tt.language, true); err != tt.err {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.err)
		}
	}
}

// TestScorerAgainstCounting compares the index with counting n-grams of strings,
// on random texts of few words so that n-grams repeat.
func TestScorerAgainstCounting(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "b", "c", "unheard", "1,000.5", "x'y", "€"}
	random := func(max int) string {
		var s []string
		for range rnd.IntN(max) {
			s = append(s, words[rnd.IntN(len(words))])
		}
		return strings.Join(s, " ")
	}
	var s Scorer
	var b indexBuilder
	for range 3000 {
		refs := []string{random(9), random(12), random(5)}
		hyp := random(14)
		b.reset()
		var lens []int
		for _, ref := range refs {
			b.add(s.tok.intl(ref))
			lens = append(lens, len(slowIntl(ref)))
		}
		x := b.build(maxOrder)
		s.match.number(x, s.tok.intl(hyp))
		s.match.match(x)
		for i, ref := range refs {
			want := slowMatches(&s.tok, hyp, ref)
			if s.match.matches[i] != want || x.refLen[i] != lens[i] {
				t.Fatalf("matches of %q with %q = %v, want %v", hyp, ref, s.match.matches[i], want)
			}
		}
	}
}

// slowMatches counts the matching n-grams as the definition says.
func slowMatches(tok *tokenizer, hyp, ref string) (m [maxOrder]int) {
	grams := func(s string, n int) map[string]int {
		counts := map[string]int{}
		var tokens []string
		tok.intl(s)
		for t := tok.next(); t != nil; t = tok.next() {
			tokens = append(tokens, string(t))
		}
		for i := 0; i+n <= len(tokens); i++ {
			counts[strings.Join(tokens[i:i+n], "\x00")]++
		}
		return counts
	}
	for n := 1; n <= maxOrder; n++ {
		r := grams(ref, n)
		for g, c := range grams(hyp, n) {
			m[n-1] += min(c, r[g])
		}
	}
	return m
}

func FuzzScorer(f *testing.F) {
	f.Add("Nothing happens.", "You die.", "A: nothing happens!", "en")
	f.Add("1,000.5 'x' €5", "\u0130stanbul \u212A", " . ", "eu")
	f.Fuzz(func(t *testing.T, right, wrong, response, language string) {
		q, err := NewQuestion([]string{right}, []string{wrong}, language, true)
		if err != nil {
			return
		}
		var s Scorer
		r1, r2, rl := s.Rouge(q, response)
		for _, got := range []Score{s.Bleu(q, response), r1, r2, rl} {
			if !(got.Max >= 0 && got.Max <= 100+1e-9) || got.Acc != (got.Diff > 0) {
				t.Errorf("score %+v of %q", got, response)
			}
		}
	})
}

func BenchmarkScore(b *testing.B) {
	type item struct {
		q        *Question
		response string
	}
	var items []item
	testshared.Lines(b, folder+"gen_run_en.jsonl", func(_ int, g goldenRecord) {
		q, err := NewQuestion(g.Record.CorrectAnswers, g.Record.IncorrectAnswers, g.Record.Language, true)
		if err != nil {
			b.Fatal(err)
		}
		items = append(items, item{q, g.Record.Response})
	})
	var s Scorer
	for _, bb := range []struct {
		name  string
		score func(it item)
	}{
		{"bleu", func(it item) { s.Bleu(it.q, it.response) }},
		{"bleu+rouge", func(it item) { s.Bleu(it.q, it.response); s.Rouge(it.q, it.response) }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				bb.score(items[i%len(items)])
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "scorings/s")
		})
	}
}
