package shared

import "testing"

// The tables have the cases that the specification names; TestCompare covers
// the rest.

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		what string
		f    func(string) int
		want map[string]int
	}{
		{"placeholders", CountPlaceholders, map[string]int{
			"": 0, "[]": 1, "[a] [b]": 2, "[[a]]": 1, "[a\nb]": 0, "[a\n[b]": 1, "]a[": 0, "[a": 0,
		}},
		{"bullets", CountBullets, map[string]int{
			"": 0, "* a\n* b": 2, "- a\n-b": 2, "---": 1, "-5": 1, "*emphasis* first": 1, "* * *": 1,
			"**bold**": 0, "***": 0, "• a": 0, "+ a": 0, "– a": 0, "1. a": 0, "a * b": 0,
			"*\nnext\n* c": 2, "*\n* b": 1, "*\n- b": 2, "*": 0, "a\n*": 0, "*\n": 1, "*\n\n* c": 2,
			"\n\n  * a": 1, "a\r* b": 0, "a\u2028* b": 0, "\u00a0* a": 1, "\v- a": 1,
			"* **Key**: b": 1,
		}},
		{"highlights", CountHighlights, map[string]int{
			"": 0, "*a*": 1, "**a**": 1, "***a***": 2, "**a** b **c**": 2, "**a** *b*": 2, "*a*b*c*": 2,
			"* *": 0, "** **": 0, "*a\nb*": 0, "*a": 0, "****": 0, "*\u00a0*": 0, "*a\n*b*": 1,
		}},
	} {
		for s, want := range c.want {
			if got := c.f(s); got != want {
				t.Errorf("%s of %q: %d, want %d", c.what, s, got, want)
			}
		}
	}
}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct {
		s  string
		n  int
		ok bool
	}{
		{"one", 1, true}, {"a***b", 2, true}, {"a\n***\nb", 2, true}, {"***a***b***", 2, true},
		{"a******b", 0, false}, {"a*** ***b", 0, false}, {"***", 0, true}, {"***bold***", 1, true},
		{"a****b", 2, true}, {"a ** b", 1, true},
	} {
		if n, ok := CountParagraphs(c.s); ok != c.ok || ok && n != c.n {
			t.Errorf("CountParagraphs(%q) = %d, %v; want %d, %v", c.s, n, ok, c.n, c.ok)
		}
	}
}

func TestTwoResponses(t *testing.T) {
	for s, want := range map[string]bool{
		"a******b": true, "a\n******\nb\n******": true, "******a******b": true,
		"a******a": false, "a ****** a": false, "a": false, "a******": false,
		"a************b": false, "a******b******c": false, "a*******b": true, "a*******a": true,
	} {
		if got := IsTwoResponses(s); got != want {
			t.Errorf("IsTwoResponses(%q) = %v", s, got)
		}
	}
}

func TestTitle(t *testing.T) {
	for s, want := range map[string]string{
		"<<a>>": "a", "x <<a b>> y": "a b", "<<a>> <<b>>": "a>> <<b", "<<<a>>>": "a", "<< >>\n<<b>>": "b", "<<é>>": "é",
		"<<>>": "", "<<<>>>": "", "<< >>": "", "<a>": "", "<<a\n>>": "", "<<a>": "", ">>a<<": "", "<<": "", "<<>": "", "<< \u00a0>>": "",
	} {
		if got, ok := FindTitle(s); got != want || ok != (want != "") {
			t.Errorf("FindTitle(%q) = %q, %v; want %q", s, got, ok, want)
		}
	}
}

func TestIsJSON(t *testing.T) {
	for s, want := range map[string]bool{
		"{}": true, "```json\n{}\n```": true, "```JSON{}```": true, "```Json\n1": true, "```\n[]\n```": true,
		"```json```JSON```{}": true, "```js\n{}\n```": false, "{}\n```": true, "``` ```": false, "Sure: {}": false, "{}}": false,
	} {
		if got, err := IsJSON(s); got != want || err != nil {
			t.Errorf("IsJSON(%q) = %v, %v", s, got, err)
		}
	}
}

func TestPostscript(t *testing.T) {
	for s, want := range map[string][2]bool{ // single, double
		"P.S. x": {true, false}, "p.\u00a0s.": {true, false}, "P.P.S. x": {true, true}, "p.\np.\ns": {false, true},
		"P.S": {false, false}, "p.p.p.s": {false, true}, "PS.": {false, false}, "p.  s.": {false, false}, "step.s.": {true, false},
		"P.ſ.": {false, false}, ".s.": {false, false},
	} {
		if got := [2]bool{HasPostscript(s, false), HasPostscript(s, true)}; got != want {
			t.Errorf("HasPostscript(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		s, phrase      string
		prefix, suffix bool
	}{
		{"Hello World", "hello", true, false},
		{"Hello World", "world", false, true},
		{"It’s ON", "it’s", true, false},
		{"x", "xx", false, false},
		{"", "", true, true},
		{"ΟΔΟΣ", "οδος", true, true},
		{"ΟΔΟΣ", "οδοσ", false, false},
		{"İx", "i\u0307", true, false},
		{"xİ", "\u0307", false, true},
		{"Kx", "kx", true, true},
		{"ſ", "s", false, false},
	} {
		if got := HasLowerPrefix(c.s, c.phrase); got != c.prefix {
			t.Errorf("HasLowerPrefix(%q, %q) = %v", c.s, c.phrase, got)
		}
		if got := HasLowerSuffix(c.s, c.phrase); got != c.suffix {
			t.Errorf("HasLowerSuffix(%q, %q) = %v", c.s, c.phrase, got)
		}
	}
	if !EndsWith(`"bye!"""`, "bye!") || EndsWith(`"bye! "`, "bye!") || EndsWith(`bye"`, `bye"`) {
		t.Error("EndsWith must strip quotation marks, not the blanks inside, and no mark of the phrase")
	}
}

func TestFirstWordIs(t *testing.T) {
	const stops = `.,?!'"`
	for _, c := range []struct {
		paragraph, want, word string
		is                    bool
	}{
		{"Hello there", "hello", "Hello", true},
		{"Hello, there", "hello", "Hello", true},
		{`'"Hello"`, "hello", "Hello", true},
		{`"'Hello`, "", "", true}, // an apostrophe behind the mark stays, and ends the word
		{"Hello; x", "hello", "Hello;", false},
		{"**Hello**", "hello", "**Hello**", false},
		{"don't", "don", "don", true},
		{"Hellos", "hello", "Hellos", false},
		{"Hell", "hello", "Hell", false},
		{"ΟΔΟΣ", "οδοσ", "ΟΔΟΣ", true}, // characters are lowered one by one
		{"İz", "i\u0307z", "İz", true},
		{"a\u00a0b", "a", "a", true},
	} {
		if word, is := FirstWordIs(c.paragraph, c.want, stops); word != c.word || is != c.is {
			t.Errorf("FirstWordIs(%q, %q) = %q, %v; want %q, %v", c.paragraph, c.want, word, is, c.word, c.is)
		}
	}
}

func TestNthParagraph(t *testing.T) {
	for _, c := range []struct {
		s             string
		count         int
		second, solid string // the second of all, of those that are not blank
	}{
		{"", 0, "", ""}, {"a", 1, "", ""}, {"a\n\nb", 2, "b", "b"}, {"a\n\n\nb", 2, "\nb", "\nb"},
		{"\n\na\n\n\n\nb", 2, "a", "b"}, {"a\n\n \n\nb", 2, " ", "b"}, {"a\r\n\r\nb", 1, "", ""},
	} {
		if n, piece := paragraphs(c.s, 2, true); n != c.count || piece != c.second {
			t.Errorf("of %q: %d paragraphs, the second %q; want %d, %q", c.s, n, piece, c.count, c.second)
		}
		if n, piece := paragraphs(c.s, 2, false); n != c.count || piece != c.solid {
			t.Errorf("of %q: %d paragraphs, the second not blank %q; want %d, %q", c.s, n, piece, c.count, c.solid)
		}
		if n, piece := paragraphs(c.s, 1.5, true); n != c.count || piece != "" {
			t.Errorf("of %q: %d paragraphs, number 1.5 is %q", c.s, n, piece)
		}
	}
}
