package text_test

import (
	"slices"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators/text"
)

func TestGoldens(t *testing.T) {
	texts := map[string]func(string) string{
		"nfkc":           text.NFKC,
		"nfkd":           text.NFKD,
		"py_strip_lower": func(s string) string { return text.Lower(text.Strip(s)) },
	}
	for name, f := range texts {
		t.Run(name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+name+".jsonl", func(line int, g struct{ Text, Expected string }) {
				if got := f(g.Text); got != g.Expected {
					t.Errorf("line %d: %s(%+q) = %+q, want %+q", line, name, g.Text, got, g.Expected)
				}
			})
		})
	}
	runs := func(c text.Class) func(string) []string {
		return func(s string) []string { return text.Runs(nil, s, c) }
	}
	lists := map[string]func(string) []string{
		"py_split":         func(s string) []string { return text.Split(nil, s) },
		"re_words":         runs(text.PyWord),
		"regex_words":      runs(text.RxWord),
		"hf_words":         runs(text.HfWord),
		"letter_sequences": runs(text.Letter),
		"letter_words":     func(s string) []string { return text.LetterWords(nil, s) },
	}
	for name, f := range lists {
		t.Run(name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+name+".jsonl", func(line int, g struct {
				Text     string
				Expected []string
			}) {
				if got := f(g.Text); !slices.Equal(got, g.Expected) {
					t.Errorf("line %d: %s(%+q) = %+q, want %+q", line, name, g.Text, got, g.Expected)
				}
			})
		})
	}
}
