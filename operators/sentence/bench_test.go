package sentence

import (
	"strings"
	"testing"

	"mizan/internal/testshared"
)

// responses returns real model answers, about 3 MB.
func responses(b *testing.B) (texts []string, size int64) {
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
	return texts, size
}

func benchmark(b *testing.B, run func(s string)) {
	texts, size := responses(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range texts {
			run(s)
		}
	}
}

func BenchmarkCountPunkt(b *testing.B) { benchmark(b, func(s string) { CountPunkt(s) }) }

func BenchmarkPunkt(b *testing.B) {
	var dst []string
	benchmark(b, func(s string) { dst = Punkt(dst[:0], s) })
}

func BenchmarkTreebankWords(b *testing.B) {
	var dst []string
	benchmark(b, func(s string) { dst = TreebankWords(dst[:0], s) })
}

func BenchmarkCountUpperWords(b *testing.B) { benchmark(b, func(s string) { CountUpperWords(s) }) }

func BenchmarkPattern(b *testing.B) {
	var dst []string
	benchmark(b, func(s string) { dst = Pattern(dst[:0], s) })
}

func BenchmarkCountHf(b *testing.B) { benchmark(b, func(s string) { CountHf(s) }) }

// BenchmarkDots is a text where everything is a candidate.
func BenchmarkDots(b *testing.B) {
	s := strings.Repeat("...!!!", 1<<18)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		CountPunkt(s)
	}
}
