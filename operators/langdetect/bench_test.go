package langdetect

import (
	"testing"

	"mizan/internal/testshared"
)

// BenchmarkDetect detects the language of real model answers.
func BenchmarkDetect(b *testing.B) {
	var texts []string
	var size int64
	for _, model := range []string{"claude-3-haiku-20240307", "gpt-4o-2024-08-06", "o1-mini-2024-09-12"} {
		testshared.Lines(b, "goldens/ifeval_en/real_"+model+".jsonl.gz", func(_ int, g struct {
			Record struct{ Task, Response string }
		}) {
			if g.Record.Task == "ifeval" {
				texts = append(texts, g.Record.Response)
				size += int64(len(g.Record.Response))
			}
		})
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range texts {
			Detect(s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(texts)), "us/text")
}
