package gate

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"mizan/internal/testshared"
	"mizan/operators/clean"
	"mizan/operators/text"
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

func size(texts []string) (n int64) {
	for _, s := range texts {
		n += int64(len(s))
	}
	return n
}

var sink text.Class

// yardstick is the loop that the gates are measured against: decode each
// character, look its class up.
func yardstick(texts []string) {
	for _, s := range texts {
		var c text.Class
		for _, r := range s {
			c |= text.ClassOf(r)
		}
		sink |= c
	}
}

// against measures work on the texts in turns with the yardstick: x-yardstick is
// its time over the yardstick's, cpu-MB/s its speed in time of the thread.
func against(b *testing.B, texts []string, work func(texts []string)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	work(texts) // the memory grows once
	var loop, total time.Duration
	b.ReportAllocs()
	for b.Loop() {
		t0 := cpuTime()
		yardstick(texts)
		t1 := cpuTime()
		work(texts)
		loop, total = loop+t1-t0, total+cpuTime()-t1
	}
	bytes := float64(size(texts)) * float64(b.N) / 1e6
	b.ReportMetric(bytes/total.Seconds(), "cpu-MB/s")
	b.ReportMetric(bytes/loop.Seconds(), "yardstick-MB/s")
	b.ReportMetric(total.Seconds()/loop.Seconds(), "x-yardstick")
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
			against(b, c[bench.corpus], func(texts []string) {
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
			against(b, c[bench.corpus], func(texts []string) {
				for _, s := range texts {
					answer, _ := thinking.Strip(s)
					buf = clean.Append(buf[:0], answer)
					g.judge(m, unsafe.String(unsafe.SliceData(buf), len(buf)), "", lang, nil)
				}
			})
		})
	}
}
