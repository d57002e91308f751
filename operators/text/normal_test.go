package text_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mizan/operators/text"
)

var differential = flag.Int("texts", 5000, "how many random texts TestDifferential compares")

func TestNFKC(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain", "plain"},
		{"\u00bd\u2026\ufb01", "1\u20442...fi"},
		{"cafe\u0301", "caf\u00e9"},
		{"\u0301e", "\u0301e"},
		{"\u0651\u064e", "\u064e\u0651"},
		{"\u062f\u0651\u064e\u062f", "\u062f\u064e\u0651\u062f"},
		{"\u0627\u0653\u0627\u0654\u0627\u0655", "\u0622\u0623\u0625"},
		{"\u1112\u1161\u11ab", "\ud55c"},
		{"\uac00\u11a7", "\uac00\u11a7"},
		{"\uac00\u11a8", "\uac01"},
		{"e\u200d\u0301", "e\u200d\u0301"},
		{"\uff76\uff9e", "\u30ac"},
		{"\ufdfa", "\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645"},
	} {
		if got := text.NFKC(c.in); got != c.want {
			t.Errorf("NFKC(%+q) = %+q, want %+q", c.in, got, c.want)
		}
	}
}

// The stream-safe format puts a joiner after 30 marks; normalisation does not.
func TestNFKCOfManyMarks(t *testing.T) {
	s := "e" + strings.Repeat("\u0301\u0323", 5000)
	want := "\u1eb9" + strings.Repeat("\u0323", 4999) + strings.Repeat("\u0301", 5000)
	if got := text.NFKC(s); got != want {
		t.Errorf("NFKC of e and 10000 marks has %d bytes, want %d", len(got), len(want))
	}
	if got, want := text.NFKD(s), "e"+strings.Repeat("\u0323", 5000)+strings.Repeat("\u0301", 5000); got != want {
		t.Errorf("NFKD of e and 10000 marks has %d bytes, want %d", len(got), len(want))
	}
}

// One letter with millions of marks takes no more than linear time.
func TestNFKCOfMillionsOfMarks(t *testing.T) {
	const n = 1 << 20
	s := "\u062f" + strings.Repeat("\u0651\u064e\u0323", n)
	want := "\u062f" + strings.Repeat("\u064e", n) + strings.Repeat("\u0651", n) + strings.Repeat("\u0323", n)
	if text.NFKC(s) != want {
		t.Error("the marks are not in order")
	}
}

func TestNFKCReturnsNormalTextAsItIs(t *testing.T) {
	s := "abc \u0627\u0644\u0639\u064e\u0631\u0628\u064a\u0629 \u00e9 \uac01 \U0001f468"
	if n := testing.AllocsPerRun(100, func() { text.NFKC(s) }); n != 0 {
		t.Errorf("NFKC of normal text allocates %v times", n)
	}
}

func TestNormalFormsOfEveryCodePoint(t *testing.T) {
	if norm.Version != text.UnicodeVersion {
		t.Skipf("x/text is at Unicode %s, the tables at %s", norm.Version, text.UnicodeVersion)
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		s := string(r)
		if got, want := text.NFKC(s), norm.NFKC.String(s); got != want {
			t.Errorf("NFKC(%U) = %+q, want %+q", r, got, want)
		}
		if got, want := text.NFKD(s), norm.NFKD.String(s); got != want {
			t.Errorf("NFKD(%U) = %+q, want %+q", r, got, want)
		}
	}
}

// The result is x/text's, but for the joiners that that puts into long runs of
// marks.
func TestNFKCAgainstXText(t *testing.T) {
	if norm.Version != text.UnicodeVersion {
		t.Skipf("x/text is at Unicode %s, the tables at %s", norm.Version, text.UnicodeVersion)
	}
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 4 * *differential {
		s := randomText(rnd, 20)
		want := norm.NFKC.String(s)
		if got := text.NFKC(s); got != want && strings.Count(want, norm.GraphemeJoiner) == strings.Count(s, norm.GraphemeJoiner) {
			t.Fatalf("NFKC(%+q) = %+q, want %+q", s, got, want)
		}
	}
}

func TestDifferential(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range *differential {
		compare(t, randomText(rnd, 24))
		if t.Failed() {
			return
		}
	}
}

func FuzzText(f *testing.F) {
	for _, a := range alphabets {
		f.Add(string(a))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			// Codecs let no such text through; it must do no harm.
			text.NFKC(s)
			text.NFKD(s)
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		if len(s) < 1<<12 {
			compare(t, s)
		}
	})
}
