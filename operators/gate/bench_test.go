package gate

import (
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"mizan/internal/testshared"
	"mizan/internal/yardstick"
	"mizan/operators/clean"
	"mizan/operators/thinking"
)

// corpora are real answers: English of six models, its ASCII part, and Arabic.
func corpora(b *testing.B) map[string][]string {
	b.Helper()
	c := map[string][]string{}
	real, err := filepath.Glob(filepath.Join(testshared.Path(b, "goldens/ifeval_en"), "real_*.gz"))
	if err != nil {
		b.Fatal(err)
	}
	read := func(file, task, key string) {
		testshared.Lines(b, file, func(_ int, r record) {
			if r.Record.Task == task {
				c[key] = append(c[key], r.answer())
			}
		})
	}
	for _, path := range real {
		read("goldens/ifeval_en/"+filepath.Base(path), "ifeval_langcheck", "english")
	}
	read("goldens/ifeval_arabic_inception_hf_langcheck/responses.jsonl", "ifeval_arabic_inception_hf_langcheck", "arabic")
	for _, s := range c["english"] {
		if strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 {
			c["ascii"] = append(c["ascii"], s)
		}
	}
	return c
}

// BenchmarkGate measures a gate on its own.
func BenchmarkGate(b *testing.B) {
	c := corpora(b)
	for _, bench := range []struct{ gate, corpus string }{
		{"english", "ascii"}, {"english", "english"}, {"english_v4_1", "english"},
		{"inception", "arabic"}, {"arabic_hf", "arabic"}, {"arabic_hf", "english"},
	} {
		b.Run(bench.gate+"/"+bench.corpus, func(b *testing.B) {
			g := mustFind(b, bench.gate)
			m, lang := g.newMemory(), []string{"ar"}
			yardstick.Against(b, c[bench.corpus], func(texts []string) {
				for _, s := range texts {
					g.judge(m, s, "", lang, nil)
				}
			})
		})
	}
}

// BenchmarkChain measures all that is done to an answer of a cleaned task before
// it is scored: strip_thinking, clean, and the gate with its preprocessing,
// detectors, script check and evidence.
func BenchmarkChain(b *testing.B) {
	c := corpora(b)
	for _, bench := range []struct{ gate, corpus string }{
		{"english_v4_1", "ascii"}, {"english_v4_1", "english"}, {"inception", "arabic"},
	} {
		b.Run(bench.gate+"/"+bench.corpus, func(b *testing.B) {
			g := mustFind(b, bench.gate)
			m, lang := g.newMemory(), []string{"ar"}
			var buf []byte
			yardstick.Against(b, c[bench.corpus], func(texts []string) {
				for _, s := range texts {
					answer, _ := thinking.Strip(s)
					buf = clean.Append(buf[:0], answer)
					g.judge(m, unsafe.String(unsafe.SliceData(buf), len(buf)), "", lang, nil)
				}
			})
		})
	}
}

// BenchmarkHuge judges single answers of 200 MB, of the kinds that a detector could choke
// on: each takes a few seconds at most, and less than a megabyte.
func BenchmarkHuge(b *testing.B) {
	const size = 200 << 20
	for kind, s := range hugeTexts(size) {
		for _, name := range []string{"english_v4_1", "inception", "arabic_hf"} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				g := mustFind(b, name)
				m, lang := g.newMemory(), []string{"ar"}
				b.SetBytes(int64(len(s)))
				b.ReportAllocs()
				for b.Loop() {
					g.judge(m, s, "", lang, nil)
				}
			})
		}
	}
}
