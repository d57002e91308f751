package shared

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/operators/pattern"
	"mizan/operators/text"
)

// The functions below are the reference's, with its regular expressions.

func mustCompile(source string, flags pattern.Flags) *pattern.Pattern {
	p, err := pattern.Compile(source, flags)
	if err != nil {
		panic(err)
	}
	return p
}

func count(t *testing.T, p *pattern.Pattern, s string) int {
	n, err := p.Count(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func split(t *testing.T, p *pattern.Pattern, s string) []string {
	pieces, err := p.Split(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// matches returns the texts of the matches of a pattern that is one group.
func matches(t *testing.T, p *pattern.Pattern, s string) (out []string) {
	for i, piece := range split(t, p, s) {
		if i%2 == 1 {
			out = append(out, piece)
		}
	}
	return out
}

var (
	placeholders = mustCompile(`\[.*?\]`, 0)
	starBullets  = mustCompile(`^\s*\*[^\*].*$`, pattern.Multiline)
	dashBullets  = mustCompile(`^\s*-.*$`, pattern.Multiline)
	highlights   = mustCompile(`(\*[^\n\*]*\*)`, 0)
	doubled      = mustCompile(`(\*\*[^\n\*]*\*\*)`, 0)
	dividers     = mustCompile(`\s?\*\*\*\s?`, 0)
	titles       = mustCompile(`(<<[^\n]+>>)`, 0)
	postscript   = mustCompile(`\s*p\.\s?s\..*$`, pattern.Multiline)
	postscript2  = mustCompile(`\s*p\.\s?p\.\s?s.*$`, pattern.Multiline)
)

func slowHighlights(t *testing.T, s string) int {
	n := 0
	for _, m := range matches(t, highlights, s) {
		if !text.IsBlank(strings.Trim(m, "*")) {
			n++
		}
	}
	for _, m := range matches(t, doubled, s) {
		if !text.IsBlank(strings.TrimSuffix(strings.TrimPrefix(m, "**"), "**")) {
			n++
		}
	}
	return n
}

func slowParagraphs(t *testing.T, s string) (int, bool) {
	pieces := split(t, dividers, s)
	n := len(pieces)
	for i, p := range pieces {
		if text.IsBlank(p) {
			if i != 0 && i != len(pieces)-1 {
				return 0, false
			}
			n--
		}
	}
	return n, true
}

func slowTwoResponses(s string) bool {
	pieces := strings.Split(s, "******")
	var valid []string
	for i, p := range pieces {
		if !text.IsBlank(p) {
			valid = append(valid, text.Strip(p))
		} else if i != 0 && i != len(pieces)-1 {
			return false
		}
	}
	return len(valid) == 2 && valid[0] != valid[1]
}

func slowTitle(t *testing.T, s string) bool {
	for _, m := range matches(t, titles, s) {
		if !text.IsBlank(strings.TrimRight(strings.TrimLeft(m, "<"), ">")) {
			return true
		}
	}
	return false
}

func found(t *testing.T, p *pattern.Pattern, s string) bool {
	ok, err := p.Find(s)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

func slowFirstWord(paragraph, want string) bool {
	word := strings.TrimLeft(strings.TrimLeft(text.Split(nil, paragraph)[0], "'"), `"`)
	var b strings.Builder
	for _, r := range word {
		if strings.ContainsRune(`.,?!'"`, r) {
			break
		}
		b.WriteString(text.Lower(string(r)))
	}
	return b.String() == want
}

// compareAll compares all functions with the reference's on one text.
func compareAll(t *testing.T, s, phrase string) {
	t.Helper()
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Fatalf("%s of %q (phrase %q): %v, the reference says %v", what, s, phrase, got, want)
		}
	}
	check("placeholders", CountPlaceholders(s), count(t, placeholders, s))
	check("bullets", CountBullets(s), count(t, starBullets, s)+count(t, dashBullets, s))
	check("highlights", CountHighlights(s), slowHighlights(t, s))
	n, ok := CountParagraphs(s)
	if !ok {
		n = 0
	}
	wantN, wantOK := slowParagraphs(t, s)
	check("paragraphs", ok, wantOK)
	check("paragraphs", n, wantN)
	check("two responses", IsTwoResponses(s), slowTwoResponses(s))
	_, has := FindTitle(s)
	check("title", has, slowTitle(t, s))
	check("P.S.", HasPostscript(s, false), found(t, postscript, text.Lower(s)))
	check("P.P.S", HasPostscript(s, true), found(t, postscript2, text.Lower(s)))
	lower := text.Lower(phrase)
	check("prefix", HasLowerPrefix(s, lower), strings.HasPrefix(text.Lower(s), lower))
	check("suffix", HasLowerSuffix(s, lower), strings.HasSuffix(text.Lower(s), lower))
	if p := text.Strip(s); p != "" {
		_, is := FirstWordIs(p, lower, `.,?!'"`)
		check("first word", is, slowFirstWord(p, lower))
	}
}

func TestCompare(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	alphabets := [][]string{
		strings.Split("*|*|*|a| |\n|-|\u00a0|\r", "|"),
		strings.Split("[|]|<|<|>|>|a|\n| |é", "|"),
		strings.Split("p|P|.|.|s|S| |\n|\u2003|ſ", "|"),
		{"a", "A", "Σ", "σ", "ς", "İ", "i", "\u0307", "'", "\"", ".", " ", "K", "k", "é", "É"},
		{"***", "******", "*", " ", "a", "b", "\n", "\u00a0"},
	}
	random := func(alphabet []string, n int) string {
		var b strings.Builder
		for range rnd.IntN(n) {
			b.WriteString(alphabet[rnd.IntN(len(alphabet))])
		}
		return b.String()
	}
	for i := range 60000 {
		alphabet := alphabets[i%len(alphabets)]
		s := random(alphabet, 24)
		phrase := random(alphabet, 4)
		switch rnd.IntN(4) { // a phrase that fits is found seldom otherwise
		case 0:
			phrase = s[:len(s)/2]
		case 1:
			phrase = s[len(s)/2:]
		}
		compareAll(t, s, strings.ToValidUTF8(phrase, ""))
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("* a\n- b\n**c** [d] <<e>> p. s. ***", "* a")
	f.Add("Σ\u0130", "σ")
	f.Fuzz(func(t *testing.T, s, phrase string) {
		compareAll(t, strings.ToValidUTF8(s, "?"), strings.ToValidUTF8(phrase, "?"))
	})
}
