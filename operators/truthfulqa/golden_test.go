package truthfulqa

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"mizan/internal/testshared"
)

const folder = "goldens/truthfulqa_multi/"

// number is a JSON number, or the text of one that JSON lacks.
type number float64

func (n *number) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) != nil {
		s = string(data)
	}
	v, err := strconv.ParseFloat(s, 64)
	*n = number(v)
	return err
}

func near(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9
}

type goldenRecord struct {
	Record struct {
		RecordID         string   `json:"record_id"`
		Task             string   `json:"task"`
		Response         string   `json:"response"`
		CorrectAnswers   []string `json:"correct_answers"`
		IncorrectAnswers []string `json:"incorrect_answers"`
		Language         string   `json:"language"`
		Labels           []int32  `json:"labels"`
		LogLikelihoods   []number `json:"loglikelihoods"`
	} `json:"record"`
	Expected map[string]json.RawMessage `json:"expected"`
}

func (g *goldenRecord) fails() bool { return g.Expected["error"] != nil }

func TestGoldenChoices(t *testing.T) {
	for _, mode := range []Mode{ModeMC1, ModeMC2} {
		testshared.Lines(t, folder+string(mode)+".jsonl", func(line int, g goldenRecord) {
			var lls []float64
			for _, v := range g.Record.LogLikelihoods {
				lls = append(lls, float64(v))
			}
			got, err := MC1(lls)
			if mode == ModeMC2 {
				got, err = MC2(g.Record.Labels, lls)
			}
			if g.fails() || err != nil {
				if g.fails() != (err != nil) {
					t.Errorf("%s line %d: error %v, want one: %v", mode, line, err, g.fails())
				}
				return
			}
			var want number
			if err := json.Unmarshal(g.Expected["acc"], &want); err != nil {
				t.Fatal(err)
			}
			if !(got == float64(want) || math.IsNaN(got) && math.IsNaN(float64(want)) || math.Abs(got-float64(want)) <= 1e-12) {
				t.Errorf("%s line %d: acc = %v, want %v", mode, line, got, want)
			}
		})
	}
}

func TestGoldenTokens(t *testing.T) {
	var tok tokenizer
	join := func(tok *tokenizer) (s []string) {
		for t := tok.next(); t != nil; t = tok.next() {
			s = append(s, string(t))
		}
		return s
	}
	testshared.Lines(t, folder+"intl_tokens.jsonl", func(line int, g struct{ Input, Expected string }) {
		var got string
		for i, s := range join(tok.intl(g.Input)) {
			if i > 0 {
				got += " "
			}
			got += s
		}
		if got != g.Expected {
			t.Errorf("intl line %d: %q, want %q", line, got, g.Expected)
		}
	})
	testshared.Lines(t, folder+"rouge_tokens.jsonl", func(line int, g struct {
		Input    string
		Expected []string
	}) {
		if got := join(tok.rouge(g.Input)); !slices.Equal(got, g.Expected) {
			t.Errorf("rouge line %d: %q, want %q", line, got, g.Expected)
		}
	})
}

func TestGoldenPairs(t *testing.T) {
	type pair struct {
		Input    struct{ Reference, Hypothesis string }
		Expected struct{ Score, Rouge1, Rouge2, RougeLsum float64 }
	}
	var s Scorer
	var b builder
	testshared.Lines(t, folder+"bleu_pairs.jsonl", func(line int, g pair) {
		b.reset()
		b.add(s.tok.intl(g.Input.Reference))
		x := b.build(maxOrder)
		s.match.number(x, s.tok.intl(g.Input.Hypothesis))
		s.match.match(x)
		if got := bleu(s.match.matches[0], len(s.match.ids), x.refLen[0]); !near(got, g.Expected.Score) {
			t.Errorf("bleu line %d: %v, want %v", line, got, g.Expected.Score)
		}
	})
	testshared.Lines(t, folder+"rouge_pairs.jsonl", func(line int, g pair) {
		// Scores are compared with the best incorrect one: an empty reference,
		// which scores 0, stands in for that side.
		q := b.question([]string{g.Input.Reference}, []string{""}, true)
		r1, r2, rl := s.Rouge(q, g.Input.Hypothesis)
		if !near(r1.Max, g.Expected.Rouge1) || !near(r2.Max, g.Expected.Rouge2) || !near(rl.Max, g.Expected.RougeLsum) {
			t.Errorf("rouge line %d: %v %v %v, want %+v", line, r1.Max, r2.Max, rl.Max, g.Expected)
		}
	})
}

func TestGoldenGenerations(t *testing.T) {
	var s Scorer
	n := 0
	for _, file := range generationFiles() {
		testshared.Lines(t, folder+file+".jsonl", func(line int, g goldenRecord) {
			n++
			q, err := NewQuestion(g.Record.CorrectAnswers, g.Record.IncorrectAnswers, g.Record.Language, true)
			if g.fails() || err != nil {
				if g.fails() != (err != nil) {
					t.Errorf("%s line %d: error %v, want one: %v", file, line, err, g.fails())
				}
				return
			}
			bleu := s.Bleu(q, g.Record.Response)
			r1, r2, rl := s.Rouge(q, g.Record.Response)
			for name, got := range map[string]Score{"bleu": bleu, "rouge1": r1, "rouge2": r2, "rougeL": rl} {
				g.check(t, fmt.Sprintf("%s line %d: %s", file, line, name), name, got)
			}
		})
	}
	t.Logf("%d generations", n)
}

func generationFiles() []string {
	files := []string{"gen_ties"}
	for _, lang := range []string{"en", "es", "ca", "eu", "gl"} {
		files = append(files, "gen_run_"+lang, "gen_review_"+lang, "gen_made_"+lang)
	}
	return files
}

func (g *goldenRecord) check(t *testing.T, where, metric string, got Score) {
	t.Helper()
	var max, diff number
	var acc int
	for key, into := range map[string]any{"_max": &max, "_diff": &diff, "_acc": &acc} {
		raw, ok := g.Expected[metric+key]
		if !ok {
			if metric == "bleu" {
				t.Errorf("%s: nothing is expected", where)
			}
			return
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	if !near(got.Max, float64(max)) || !near(got.Diff, float64(diff)) {
		t.Errorf("%s: max %v diff %v, want %v %v", where, got.Max, got.Diff, max, diff)
	}
	if got.Acc != (acc == 1) {
		t.Errorf("%s: acc %v, want %v (diff %v)", where, got.Acc, acc, got.Diff)
	}
}

func TestGoldenPreparation(t *testing.T) {
	for _, file := range []string{"en", "es", "ca", "eu", "gl", "made"} {
		testshared.Lines(t, folder+"doc_prep_"+file+".jsonl", func(line int, g struct {
			Input struct {
				Language         string
				CorrectAnswers   []string `json:"correct_answers"`
				IncorrectAnswers []string `json:"incorrect_answers"`
			}
			Expected struct {
				Gen struct {
					CorrectAnswers   []string `json:"correct_answers"`
					IncorrectAnswers []string `json:"incorrect_answers"`
				}
			}
		}) {
			right := PrepareCorrect(g.Input.CorrectAnswers, g.Input.Language)
			wrong := PrepareAnswers(g.Input.IncorrectAnswers)
			if !slices.Equal(right, g.Expected.Gen.CorrectAnswers) || !slices.Equal(wrong, g.Expected.Gen.IncorrectAnswers) {
				t.Errorf("%s line %d: %q %q, want %q %q", file, line, right, wrong, g.Expected.Gen.CorrectAnswers, g.Expected.Gen.IncorrectAnswers)
			}
			if again := PrepareCorrect(right, g.Input.Language); !slices.Equal(again, right) {
				t.Errorf("%s line %d: preparing again gives %q", file, line, again)
			}
		})
	}
}
