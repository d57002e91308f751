package sentence

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mizan/internal/testshared"
)

type cut struct {
	text string
	want []string
}

func check(t *testing.T, name string, cutter func(dst []string, s string) []string, cuts []cut) {
	t.Helper()
	for _, c := range cuts {
		if got := cutter(nil, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s(%q)\n got %q\nwant %q", name, c.text, got, c.want)
		}
	}
}

// TestPunkt: what NLTK 3.9.1 gives with the English model.
func TestPunkt(t *testing.T) {
	check(t, "Punkt", Punkt, []cut{
		{"", nil},
		{"   \n", nil},
		{"Hello", []string{"Hello"}},
		{"Hello world. How are you? Fine!", []string{"Hello world.", "How are you?", "Fine!"}},
		{"Dr. Smith met Mr. Jones. They talked.", []string{"Dr. Smith met Mr. Jones.", "They talked."}},
		{"He lives in the U.S. The house is big.", []string{"He lives in the U.S.", "The house is big."}},
		{"He lives in the U.S. and works.", []string{"He lives in the U.S. and works."}},
		{"It cost 3.50 dollars. Then it cost 5. Nobody paid.", []string{"It cost 3.50 dollars.", "Then it cost 5.", "Nobody paid."}},
		{"Very bad acting!!! I promise.", []string{"Very bad acting!!!", "I promise."}},
		{"Wait... what? Yes... Really...", []string{"Wait... what?", "Yes... Really..."}},
		{"He paused. . . . Then he left.", []string{"He paused.", ".", ".", ".", "Then he left."}},
		{"(He left.) She stayed.", []string{"(He left.)", "She stayed."}},
		{"He said \"Go.\" She went.", []string{"He said \"Go.\"", "She went."}},
		{"\"Stop!\" he cried.", []string{"\"Stop!\"", "he cried."}},
		{"See J. Bach and j. doe. A. Nobody.", []string{"See J. Bach and j. doe.", "A.", "Nobody."}},
		{"Line one\nLine two\n\nLine three.", []string{"Line one\nLine two\n\nLine three."}},
		{"One.Two.Three", []string{"One.Two.Three"}},
		{"One.)Two", []string{"One.", ")Two"}},
		{"Go to www.example.com. Now.", []string{"Go to www.example.com.", "Now."}},
		{"E.g. this, i.e. that, etc. Another one.", []string{"E.g.", "this, i.e.", "that, etc.", "Another one."}},
		{"No. 5 is alive. No. Really.", []string{"No.", "5 is alive.", "No.", "Really."}},
		{"Done.\u00a0Next.", []string{"Done.", "Next."}},
		{"Done.\u001cNext.", []string{"Done.", "Next."}},
		{"終わり。次。", []string{"終わり。次。"}},
		{"A) First. B) Second.", []string{"A) First.", "B) Second."}},
		{"1. First item. 2. Second item.", []string{"1.", "First item.", "2.", "Second item."}},
		{"12. International business", []string{"12. International business"}},
		{"He knew Sr. Gomez. Sr. gomez left.", []string{"He knew Sr. Gomez.", "Sr. gomez left."}},
		{"well-known co. The firm.", []string{"well-known co.", "The firm."}},
		{"end.-- Then", []string{"end.-- Then"}},
		{"x.' -- y", []string{"x.'", "-- y"}},
		{"He left.\"\n\"Why?\" asked Ann.", []string{"He left.\"", "\"Why?\"", "asked Ann."}},
		{"Hi!? What?!", []string{"Hi!?", "What?", "!"}},
		{"....", []string{"...."}},
		{"a . b . c", []string{"a .", "b .", "c"}},
		{"It was 5 p.m. He slept.", []string{"It was 5 p.m.", "He slept."}},
		{"Prof. X. taught. X. men", []string{"Prof. X. taught.", "X. men"}},
		{"½. Half", []string{"½.", "Half"}},
		{"_. Under", []string{"_.", "Under"}},
		{"É. Zola wrote. é. zola", []string{"É. Zola wrote.", "é. zola"}},
		{"I. magnin", []string{"I. magnin"}},
		{"B. Smith", []string{"B. Smith"}},
		{"foo.  ", []string{"foo."}},
		{"foo. \u200b", []string{"foo.", "\u200b"}},
		{"!!! Hey", []string{"!", "!!", "Hey"}},
		{"!", []string{"!"}},
		{"? ?", []string{"?", "?"}},
		{" . x", []string{" .", "x"}},
	})
}

// TestTreebankWords: what NLTK 3.9.1 gives.
func TestTreebankWords(t *testing.T) {
	check(t, "TreebankWords", TreebankWords, []cut{
		{"don't DON'T CANNOT cannot", []string{"do", "n't", "DO", "N'T", "CAN", "NOT", "can", "not"}},
		{"NASA's U.S.A. COVID-19 AND/OR A_B A,B 3,000 x: y", []string{"NASA", "'s", "U.S.A.", "COVID-19", "AND/OR", "A_B", "A", ",", "B", "3,000", "x", ":", "y"}},
		{"He said, \"Hello there,\" and 'left'.", []string{"He", "said", ",", "``", "Hello", "there", ",", "''", "and", "'left", "'", "."}},
		{"`` old '' style \" quote", []string{"``", "old", "``", "style", "``", "quote"}},
		{"'tis 'TWAS more'n d'ye gimme GONNA gotta LEMME wanna wannabe", []string{"'t", "is", "'T", "WAS", "more", "'n", "d", "'ye", "gim", "me", "GON", "NA", "got", "ta", "LEM", "ME", "wan", "na", "wannabe"}},
		{"rock'n'roll o'clock the boys' dogs", []string{"rock'n'roll", "o'clock", "the", "boys", "'", "dogs"}},
		{"\"Go.\" (Now.) [x] {y} <z>", []string{"``", "Go", ".", "''", "(", "Now", ".", ")", "[", "x", "]", "{", "y", "}", "<", "z", ">"}},
		{"a--b --- c - d", []string{"a", "--", "b", "--", "-", "c", "-", "d"}},
		{"*bold* **BOLD** #1 50% $5 a@b.c &", []string{"*", "bold", "*", "*", "*", "BOLD", "*", "*", "#", "1", "50", "%", "$", "5", "a", "@", "b.c", "&"}},
		{"Wait.. what... yes.", []string{"Wait", "..", "what", "...", "yes", "."}},
		{"“Curly” ‘quotes’ don’t «x» „y“", []string{"“", "Curly", "”", "‘", "quotes", "’", "don", "’", "t", "«", "x", "»", "„", "y", "“"}},
		{"a,,b ,,, x,", []string{"a", ",", ",b", ",", ",", ",", "x", ","}},
		{"Ends with, ", []string{"Ends", "with", ","}},
		{"End.)", []string{"End", ".", ")"}},
		{"End. ) ", []string{"End", ".", ")"}},
		{"It's John's; we're, they'll! I'd", []string{"It", "'s", "John", "'s", ";", "we", "'re", ",", "they", "'ll", "!", "I", "'d"}},
		{"N'T n't can't CAN'T Can'T", []string{"N'T", "n't", "ca", "n't", "CA", "N'T", "Can'T"}},
		{"x' y 'z' ''w'' 'em 'a 'n' q'x", []string{"x", "'", "y", "'", "z", "'", "``", "w", "''", "'em", "'", "a", "'n", "'", "q", "'", "x"}},
		{"12:30 1,5 a:b ,٣", []string{"12:30", "1,5", "a", ":", "b", ",٣"}},
		{"..", []string{".."}},
		{"a.", []string{"a", "."}},
		{"A\u0301BC É Ⅳ ⓐ", []string{"A\u0301BC", "É", "Ⅳ", "ⓐ"}},
		{"gımme gİmme 'tıſ 'tis", []string{"gım", "me", "gİm", "me", "'t", "ıſ", "'t", "is"}},
	})
}

func TestCountUpperWords(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "no word": 0, "DON'T CANNOT": 4, "NASA's COVID-19 U.S.A. AND/OR A_B": 5, "A,B 3,000": 2,
		"I AM. YOU are.": 3, "\u2163 \u24B6 \u00C9 \u01C5": 3,
	} {
		if got := CountUpperWords(s); got != want {
			t.Errorf("CountUpperWords(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestPattern(t *testing.T) {
	check(t, "Pattern", Pattern, []cut{
		{"", nil},
		{"One. Two? Three!", []string{"One.", "Two?", "Three!"}},
		{"Mr. Fox met Dr. Who at 3.30 on a.com.", []string{"Mr. Fox met Dr. Who at 3.30 on a.com."}},
		{"1.2.3", []string{"1.2.", "3"}}, // the first match has consumed the 2
		{"Wait... what", []string{"Wait...", "what"}},
		{"A Ph.D. and U.S.A. Mr", []string{"A Ph.D. and U.S.A.", "Mr"}},
		{"In the U.S. He slept", []string{"In the U.S.", "He slept"}},
		{"Acme Inc. He left. Acme Co. left", []string{"Acme Inc", "He left.", "Acme Co. left"}},
		{"e.g. this", []string{"e.g. this"}},
		{"A. B. C.", []string{"A. B. C."}},
		{"He said \"Go.\" Then", []string{"He said \"Go\".", "Then"}},
		{"Who?\" she", []string{"Who\"?", "she"}},
		{"\u201CGo.\u201D x", []string{"\u201CGo\u201D.", "x"}},
		{"aa\nbb. c", []string{"aa bb.", "c"}},
		{"?!", []string{"?", "!"}},
		{"aa.  . b", []string{"aa.", ".", "b"}},
		{"one<stop>two<prd>three", []string{"one", "two.three"}}, // the reference's own marks
		{"She\u00A0x. y", []string{"She x. y"}},
		{"A.B. Ltd. x", []string{"A.B.", "Ltd. x"}}, // Lt starts a sentence
		{"bad \xff byte. x", []string{"bad \uFFFD byte.", "x"}},
	})
}

func TestHf(t *testing.T) {
	check(t, "Hf", Hf, []cut{
		{"", nil},
		{" \n ", nil},
		{"One. Two?Three!  Four", []string{"One.", "Two?Three!", "Four"}},
		{"\u0646\u0639\u0645\u061F \u0644\u0627.\n\u0644\u0627", []string{"\u0646\u0639\u0645\u061F", "\u0644\u0627.", "\u0644\u0627"}},
		{"\u00DF\u05DF x", []string{"\u00DF\u05DF x"}}, // share a byte with the question mark
		{". . x", []string{".", ".", "x"}},
		{"a.\u00A0b.", []string{"a.", "b."}},
	})
}

type golden struct {
	Text     string
	Expected []string
}

func TestGoldens(t *testing.T) {
	for _, f := range []struct {
		name  string
		cut   func(dst []string, s string) []string
		count func(s string) int
	}{
		{"punkt_sentences", Punkt, CountPunkt},
		{"inception_sentences", Pattern, CountPattern},
		{"hf_sentences", Hf, CountHf},
	} {
		t.Run(f.name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+f.name+".jsonl", func(line int, g golden) {
				if got := f.cut(nil, g.Text); !slices.Equal(got, g.Expected) {
					t.Errorf("line %d: %q\n got %q\nwant %q", line, g.Text, got, g.Expected)
				}
				if got := f.count(g.Text); got != len(g.Expected) {
					t.Errorf("line %d: %q: counted %d, want %d", line, g.Text, got, len(g.Expected))
				}
			})
		})
	}
}

// TestAppend: results are appended and the given slice is kept.
func TestAppend(t *testing.T) {
	for name, cut := range map[string]func([]string, string) []string{
		"Punkt": Punkt, "TreebankWords": TreebankWords, "Pattern": Pattern, "Hf": Hf,
	} {
		got := cut([]string{"first"}, "'Tis so.")
		if len(got) < 2 || got[0] != "first" {
			t.Errorf("%s = %q", name, got)
		}
	}
}

// TestModel: the size of the model, and that the extra starter is not in it.
func TestModel(t *testing.T) {
	m := load()
	var abbreviations, starters, contexts int
	for _, f := range m.words {
		if f&abbreviation != 0 {
			abbreviations++
		}
		if f&starter != 0 {
			starters++
		}
		if f&(upperSeen|lowerSeen) != 0 {
			contexts++
		}
	}
	if abbreviations != 156 || starters != 39 || contexts != 20366 || len(m.collocations) != 37 {
		t.Errorf("%d abbreviations, %d starters, %d contexts, %d collocations", abbreviations, starters, contexts, len(m.collocations))
	}
	if m.words["she"]&starter != 0 || m.words["he"]&starter == 0 {
		t.Error("the starters are not those of NLTK")
	}
}

// TestLinear bounds the time for texts that a careless loop would walk over
// again and again: 1 MB would take minutes.
func TestLinear(t *testing.T) {
	for _, piece := range []string{
		"a", ".", "...!!!", "! ", ". ", ".\u00A0", "a.)", "'", "\"", "' ", "''", "`", ".'", ",", "-", "e.g. ", "A. ", "(.", "1.2",
		" ", ".) ", "He is. ", "<", "<prd>", "Inc. He ", "A.B. Mr ", "cannot", "cannot'", "\u201D", "n't ", "\u061F ",
	} {
		s := strings.Repeat(piece, 1<<20/len(piece))
		for name, run := range map[string]func(s string) int{
			"CountPunkt": CountPunkt, "CountUpperWords": CountUpperWords, "CountPattern": CountPattern, "CountHf": CountHf,
		} {
			start := testshared.CPUTime()
			run(s)
			if d := testshared.CPUTime() - start; d > 2*time.Second {
				t.Errorf("%s of 1 MB of %q takes %v", name, piece, d)
			}
		}
	}
}

func TestLongTexts(t *testing.T) {
	for _, piece := range []string{"...!!!", "a", "Aha. "} {
		s := strings.Repeat(piece, 10<<20/len(piece))
		start := testshared.CPUTime()
		CountPunkt(s)
		if d := testshared.CPUTime() - start; d > time.Second {
			t.Errorf("10 MB of %q take %v", piece, d)
		}
	}
}
