package text_test

import (
	"testing"

	"mizan/internal/testshared"
	"mizan/operators/text"
)

var sink int

// BenchmarkText measures the functions against the yardstick, which decodes
// each character and looks up its class, on the responses of two golden files.
func BenchmarkText(b *testing.B) {
	var list []string
	functions := []struct {
		name string
		f    func(string)
	}{
		{"Yardstick", func(s string) {
			for _, r := range s {
				sink += int(text.ClassOf(r) & 1)
			}
		}},
		{"Split", func(s string) { list = text.Split(list[:0], s) }},
		{"Runs", func(s string) { list = text.Runs(list[:0], s, text.PyWord) }},
		{"CountRuns", func(s string) { sink += text.CountRuns(s, text.PyWord) }},
		{"LetterWords", func(s string) { list = text.LetterWords(list[:0], s) }},
		{"IsUpper", func(s string) { text.IsUpper(s) }},
		{"Lower", func(s string) { text.Lower(s) }},
		{"NFKC", func(s string) { text.NFKC(s) }},
	}
	for name, rel := range map[string]string{
		"english": "goldens/ifeval_en/real_gpt-4o-2024-08-06.jsonl.gz",
		"arabic":  "goldens/ifeval_arabic_inception/responses.jsonl",
	} {
		var texts []string
		size := 0
		testshared.Lines(b, rel, func(_ int, g struct{ Record struct{ Response string } }) {
			texts = append(texts, g.Record.Response)
			size += len(g.Record.Response)
		})
		for _, f := range functions {
			b.Run(f.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range texts {
						f.f(s)
					}
				}
			})
		}
	}
}
