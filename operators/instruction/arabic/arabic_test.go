package arabic_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/operators/instruction/arabic"
	"mizan/operators/text"
)

var markNames = []string{"Fathatan", "Dammatan", "Kasratan", "Fatha", "Damma", "Kasra", "Shadda", "Sukun"}

func TestMarkByName(t *testing.T) {
	for i, name := range markNames {
		m, ok := arabic.MarkByName(name)
		if !ok || rune(m) != '\u064B'+rune(i) {
			t.Errorf("%s is U+%04X, %v", name, rune(m), ok)
		}
	}
	for _, name := range []string{"", "fatha", "FATHA", " Fatha", "Sukoon", "Maddah"} {
		if m, ok := arabic.MarkByName(name); ok {
			t.Errorf("%q is U+%04X, want none", name, rune(m))
		}
	}
}

// CountMark must be the count in the decomposed text for every code point, not
// only for those it looks up.
func TestCountMarkOfEveryCodePoint(t *testing.T) {
	var all strings.Builder
	for r := range rune(utf8.MaxRune + 1) {
		if utf8.ValidRune(r) {
			all.WriteRune(r)
			all.WriteByte(' ')
		}
	}
	decomposed := text.NFKD(all.String())
	for _, name := range markNames {
		m, _ := arabic.MarkByName(name)
		got, want := arabic.CountMark(all.String(), m), strings.Count(decomposed, string(rune(m)))
		if got != want || want == 0 {
			t.Errorf("%s occurs %d times in all code points, want %d", name, got, want)
		}
	}
}

func TestStripMarks(t *testing.T) {
	for in, want := range map[string]string{
		"":             "",
		"كتب":          "كتب",
		"كَتَبَ":       "كتب",
		"\u064B\u0652": "",
		"\u064A\u0653": "\u064A\u0653", // the neighbours of the marks stay
		"\u0670a":      "\u0670a",
		"\xD9":         "\xD9",
	} {
		if got := arabic.StripMarks(in); got != want {
			t.Errorf("StripMarks(%q) is %q, want %q", in, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("كَتَبَ، ولد؟ a_b\u00a0²\x1cx")
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := slices.Collect(arabic.Tokens(s)), text.Split(nil, s); !slices.Equal(got, want) {
			t.Errorf("Tokens(%q) is %q, want %q", s, got, want)
		}
		if got, want := slices.Collect(arabic.HfWords(s)), text.Runs(nil, s, text.HfWord); !slices.Equal(got, want) {
			t.Errorf("HfWords(%q) is %q, want %q", s, got, want)
		}
	})
}
