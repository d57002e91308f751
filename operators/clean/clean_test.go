package clean_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/internal/testshared"
	"mizan/operators/clean"
	"mizan/operators/text"
)

var differential = flag.Int("texts", 50000, "how many random texts TestDifferential compares")

// slow is the specification, one step after the other. Its NFKC is package
// text's, which is compared with an obvious one there.
func slow(s string) string {
	s = text.NFKC(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200B && r <= 0x200D, r == 0xFEFF, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return -1
		case r == 0xA0:
			return ' '
		}
		return r
	}, s)
	s = strings.Map(func(r rune) rune {
		if text.Is(r, text.Control) {
			return -1
		}
		return r
	}, s)
	var b strings.Builder
	inSpace := false
	for _, r := range s {
		isSpace := text.Is(r, text.RxSpace)
		if isSpace && !inSpace {
			b.WriteByte(' ')
		}
		if !isSpace {
			b.WriteRune(r)
		}
		inSpace = isSpace
	}
	return text.Strip(b.String())
}

func compare(t *testing.T, s string) {
	t.Helper()
	want := slow(s)
	if got := clean.String(s); got != want {
		t.Errorf("String(%+q) = %+q, want %+q", s, got, want)
	}
	if got := string(clean.Append([]byte("x "), s)); got != "x "+want {
		t.Errorf("Append(\"x \", %+q) = %+q, want %+q", s, got, "x "+want)
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" ", ""},
		{"\n\t\x7f\u200b", ""},
		{"First.\n\nSecond.\n- item", "First.Second.- item"},
		{"a \n b", "a b"},
		{"a \u200b\u00ad b", "a b"},
		{"a\u2028\u2029b", "a b"},
		{"  a  b  ", "a b"},
		{"a\u0085b", "ab"},
		{"e\u200d\u0301", "e\u0301"},
		{"e\u0301\n", "\u00e9"},
		{"x\u00a8", "x \u0308"},
		{"\u00a8", "\u0308"},
		{"a \ufdfa ", "a \u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645"},
		{"wait\u2026", "wait..."},
		{"\u0634\u0651\u064e", "\u0634\u064e\u0651"},
		{"\uac00\u11a8", "\uac01"},
		{"1234567  8", "1234567 8"},
		{"12345678  9", "12345678 9"},
		{"123456789  \u00e9", "123456789 \u00e9"},
	} {
		if got := clean.String(c.in); got != c.want {
			t.Errorf("String(%+q) = %+q, want %+q", c.in, got, c.want)
		}
		compare(t, c.in)
	}
}

// A clean text comes back as it is, and so does one with dirt at its ends.
func TestStringIsView(t *testing.T) {
	for _, s := range []string{"", "abc def", "\n abc\n", "\u0643\u064e\u062a\u064e\u0628 \u0648\u0644\u062f \n", "caf\u00e9 \U0001f468"} {
		if n := testing.AllocsPerRun(100, func() { clean.String(s) }); n != 0 {
			t.Errorf("String(%+q) allocates %v times", s, n)
		}
	}
}

func TestGoldens(t *testing.T) {
	testshared.Lines(t, "goldens/operators/clean.jsonl", func(line int, g struct{ Text, Expected string }) {
		if got := clean.String(g.Text); got != g.Expected {
			t.Errorf("line %d: String(%+q) = %+q, want %+q", line, g.Text, got, g.Expected)
		}
	})
}

func TestCases(t *testing.T) {
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c struct {
		ID, Text string
		Expect   struct{ Clean *string }
	}) {
		if want := c.Expect.Clean; want != nil && clean.String(c.Text) != *want {
			t.Errorf("case %s: String(%+q) = %+q, want %+q", c.ID, c.Text, clean.String(c.Text), *want)
		}
	})
}

var alphabets = [][]rune{
	[]rune("abcdefghXYZ 09_.,"),
	[]rune("  \n\t\x00\x1c\x1f\x7f"),
	[]rune(" \u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"),
	[]rune("\u200b\u200c\u200d\u200e\ufeff\u202a\u2066\u00ad\u061c\u0600\u06dd\U000e0041\U0001d173"),
	[]rune("\u0627\u0644\u0639\u0631\u0628\u0629\u064b\u064e\u0651\u0650\u0652\u0653\u0654\u0670 "),
	[]rune("\u0301\u0308\u0323\u0345\u3099\u05b0\u1161\u11a8"),
	[]rune("eao\u00e9\u212b\u0344\u00a8\u00b4\uac00\u1100\u3131\uffc2\u0387\u1fbd"),
	[]rune("\u2026\ufb01\u00bd\uff21\ufdfa\ufefb\ufe71\ufc5e\uff9e\u2047\u309b"),
	[]rune("\u4e2d\U0001f468\ufe0f\ue000\U0010ffff\u0378\u2019"),
}

func randomText(rnd *rand.Rand, n int) string {
	var rs []rune
	a, b := alphabets[rnd.IntN(len(alphabets))], alphabets[rnd.IntN(len(alphabets))]
	for range rnd.IntN(n + 1) {
		switch k := rnd.IntN(40); {
		case k == 0:
			r := rune(rnd.IntN(0x110000))
			if 0xD800 <= r && r <= 0xDFFF {
				r -= 0x800
			}
			rs = append(rs, r)
		case k < 5:
			c := alphabets[rnd.IntN(len(alphabets))]
			rs = append(rs, c[rnd.IntN(len(c))])
		case k < 20:
			rs = append(rs, b[rnd.IntN(len(b))])
		default:
			rs = append(rs, a[rnd.IntN(len(a))])
		}
	}
	return string(rs)
}

func TestDifferential(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range *differential {
		compare(t, randomText(rnd, 32))
		if t.Failed() {
			return
		}
	}
}

func TestEveryCodePoint(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		// From U+20000 on nearly all are ideographs or unassigned.
		if r < 0xD800 || r > 0xDFFF && r < 0x20000 || r%17 == 0 && r > 0xDFFF {
			compare(t, "a "+string(r)+" \u0301b"+string(r)+"\u0327")
		}
	}
}

func FuzzString(f *testing.F) {
	for _, a := range alphabets {
		f.Add(string(a))
	}
	f.Add("a \n b")
	f.Add("\xc3")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			// Codecs let no such text through; it must do no harm.
			clean.String(s)
			s = strings.ToValidUTF8(s, "\ufffd")
		}
		compare(t, s)
	})
}
