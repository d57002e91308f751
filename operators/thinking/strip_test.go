package thinking

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/internal/testshared"
)

var differential = flag.Int("texts", 200000, "how many random texts TestDifferential compares")

// slowAnswer is the specification's sentence: look at each place from the end
// for one of the three tags.
func slowAnswer(s string) string {
	for i := len(s); i >= 0; i-- {
		for _, tag := range []string{"</think>", "</think_fast>", "</think_faster>"} {
			if strings.HasPrefix(s[i:], tag) {
				return s[i+len(tag):]
			}
		}
	}
	return s
}

func TestStrip(t *testing.T) {
	for _, c := range []struct{ in, answer, thinking string }{
		{"", "", ""},
		{"plain", "plain", ""},
		{"<think>a</think>b", "b", "a"},
		{" \n<think>a</think>b", "b", "a"},
		{"a</think>\nb ", "\nb ", "a"},
		{"<think>unclosed", "<think>unclosed", ""},
		{"a</think>b</think_fast>c</think_faster>d", "d", "a</think>b</think_fast>c"},
		{"a</think_faster>b</think", "b</think", "a"},
		{"a</think >b", "a</think >b", ""},
		{"a</Think>b", "a</Think>b", ""},
		{"a</think_>b", "a</think_>b", ""},
		{"a</think></think_fastest>b", "</think_fastest>b", "a"},
		{"</think>", "", ""},
	} {
		answer, thinking := Strip(c.in)
		if answer != c.answer || thinking != c.thinking {
			t.Errorf("Strip(%q) = %q, %q, want %q, %q", c.in, answer, thinking, c.answer, c.thinking)
		}
	}
}

func TestGoldens(t *testing.T) {
	testshared.Lines(t, "goldens/operators/strip_thinking.jsonl", func(line int, g struct{ Text, Expected string }) {
		if got, _ := Strip(g.Text); got != g.Expected {
			t.Errorf("line %d: Strip(%+q) = %+q, want %+q", line, g.Text, got, g.Expected)
		}
	})
}

func TestCases(t *testing.T) {
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c struct {
		ID, Text string
		Expect   struct {
			Strip *string `json:"strip_thinking"`
		}
	}) {
		if c.Expect.Strip == nil {
			return
		}
		if got, _ := Strip(c.Text); got != *c.Expect.Strip {
			t.Errorf("case %s: Strip(%+q) = %+q, want %+q", c.ID, c.Text, got, *c.Expect.Strip)
		}
	})
}

var pieces = []string{
	"</think>", "</think_fast>", "</think_faster>", "<think>", "</think", "</", "<", "think>", "_fast>", "_faster>", ">", "er>",
	"</Think>", "[/THINK]", "a", " ", "\n", "\u0646\u0639\u0645", "</think_fas", strings.Repeat("x", 4090), strings.Repeat("\u0646", 2045),
}

func randomText(rnd *rand.Rand) string {
	var b strings.Builder
	n := rnd.IntN(12)
	for range n {
		i := rnd.IntN(len(pieces))
		if i >= len(pieces)-2 && rnd.IntN(8) != 0 {
			i = 0
		}
		b.WriteString(pieces[i])
	}
	return b.String()
}

func TestDifferential(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range *differential {
		compare(t, randomText(rnd))
		if t.Failed() {
			return
		}
	}
}

func compare(t *testing.T, s string) {
	t.Helper()
	answer, thinking := Strip(s)
	if want := slowAnswer(s); answer != want {
		t.Errorf("Strip(%+q) = %+q, want %+q", s, answer, want)
	}
	if !strings.Contains(s, thinking) || len(thinking)+len(answer) > len(s) {
		t.Errorf("Strip(%+q) thinks %+q", s, thinking)
	}
}

func FuzzStrip(f *testing.F) {
	for _, p := range pieces {
		f.Add(p + "</think>" + p)
	}
	f.Fuzz(func(t *testing.T, s string) {
		compare(t, s)
		for _, name := range Styles() {
			for _, closer := range []string{"first", "last"} {
				p, err := Rule{Styles: []string{name}, Closer: closer, Unclosed: NoAnswer}.plan()
				if err != nil {
					t.Fatal(err)
				}
				if r := p.cut(s, false); !strings.Contains(s, r.answer) || !strings.Contains(s, r.thinking) || len(r.answer)+len(r.thinking) > len(s) {
					t.Errorf("style %s parts %+q into %+q and %+q", name, s, r.thinking, r.answer)
				}
			}
		}
	})
}

// A tag that lies across two pieces of the search, and one far from the end.
func TestStripLongTexts(t *testing.T) {
	for n := 4080; n < 4110; n++ {
		for _, tag := range []string{"</think>", "</think_faster>"} {
			for _, m := range []int{0, 1, 4096, 20000} {
				want := strings.Repeat("y", n) + strings.Repeat("</think", 3)
				if got, _ := Strip(strings.Repeat("x", m) + tag + want); got != want {
					t.Fatalf("%d bytes before and %d after %s: the answer has %d bytes", m, len(want), tag, len(got))
				}
			}
		}
	}
}
