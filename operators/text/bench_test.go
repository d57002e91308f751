package text

import (
	"strings"
	"testing"
)

func BenchmarkSkipPlain(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":  strings.Repeat("The quick brown fox jumps over the lazy dog. ", 2000),
		"arabic": strings.Repeat("\u0643\u0627\u0646 \u0627\u0644\u0648\u0644\u062f \u064a\u0642\u0631\u0623 \u0627\u0644\u0643\u062a\u0627\u0628 \u0641\u064a \u0627\u0644\u062d\u062f\u064a\u0642\u0629. ", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				if SkipPlain(s, 0, false) < len(s)-8 {
					b.Fatal("it stopped")
				}
			}
		})
	}
}
