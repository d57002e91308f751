package clean_test

import (
	"strings"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators/clean"
	"mizan/operators/text"
	"mizan/operators/thinking"
)

// corpus returns the responses of a golden file.
func corpus(b *testing.B, rel string) (texts []string, size int64) {
	b.Helper()
	testshared.Lines(b, rel, func(_ int, g struct {
		Record struct{ Response *string }
	}) {
		if r := g.Record.Response; r != nil {
			texts = append(texts, *r)
			size += int64(len(*r))
		}
	})
	if size == 0 {
		b.Fatalf("no responses in %s", rel)
	}
	return texts, size
}

var corpora = map[string]string{
	"english": "goldens/ifeval_en/real_gpt-4o-2024-08-06.jsonl.gz",
	"arabic":  "goldens/ifeval_arabic_inception/responses.jsonl",
}

var sink text.Class

// BenchmarkYardstick is what the operators are measured against: a loop that
// decodes each character and looks up its class.
func BenchmarkYardstick(b *testing.B) {
	each(b, func(s string) {
		for _, r := range s {
			sink |= text.ClassOf(r)
		}
	})
}

func BenchmarkStripAndClean(b *testing.B) {
	var buf []byte
	each(b, func(s string) {
		answer, _ := thinking.Strip(s)
		buf = clean.Append(buf[:0], answer)
	})
}

// BenchmarkCleaned is cleaning of what is clean.
func BenchmarkCleaned(b *testing.B) {
	var buf []byte
	for name, rel := range corpora {
		b.Run(name, func(b *testing.B) {
			texts, _ := corpus(b, rel)
			s := clean.String(strings.Join(texts, " "))
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				buf = clean.Append(buf[:0], s)
			}
		})
	}
}

func BenchmarkNFKC(b *testing.B) {
	each(b, func(s string) { text.NFKC(s) })
}

func each(b *testing.B, f func(string)) {
	for name, rel := range corpora {
		b.Run(name, func(b *testing.B) {
			texts, size := corpus(b, rel)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range texts {
					f(s)
				}
			}
		})
	}
}
