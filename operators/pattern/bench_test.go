package pattern

import (
	"strings"
	"testing"
)

var (
	benchEnglish = strings.Repeat("The quick brown fox jumps over the lazy dog while 2 others watch it in silence. ", 800)
	benchArabic  = strings.Repeat("كتب الولد درسه في المدرسة ثم عاد إلى البيت مع أخيه الصغير. ", 800)
)

func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name, src string
		flags     Flags
		text      string
	}{
		{"english word absent", "keyword", IgnoreCase, benchEnglish},
		{"english word present", "lazy", IgnoreCase, benchEnglish},
		{"english bounded", "dog", IgnoreCase | WordBounded, benchEnglish},
		{"english common letters", "tea", IgnoreCase, benchEnglish},
		{"english without anchor", "is", IgnoreCase, benchEnglish},
		{"english case counts", "keyword", 0, benchEnglish},
		{"arabic word absent", "قاموس", IgnoreCase, benchArabic},
		{"arabic bounded", "المدرسة", IgnoreCase | WordBounded, benchArabic},
		{"section pattern", `\s?Section\s?\d+\s?`, 0, benchEnglish},
		{"class pattern", `[dD]og|fox`, IgnoreCase, benchEnglish},
		{"words", `\w+`, 0, benchEnglish},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := Compile(c.src, c.flags)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Count(c.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, src := range []string{"keyword", "مدرسة", `C\+\+`, `\s?Section\s?\d+\s?`} {
		b.Run(src, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(src, IgnoreCase); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
