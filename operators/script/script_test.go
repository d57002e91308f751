package script

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/internal/testshared"
	"mizan/operators/internal/slow"
	"mizan/operators/text"
	"mizan/operators/token"
)

type golden[T any] struct {
	Text     string `json:"text"`
	Expected T      `json:"expected"`
}

func TestPreprocessGoldens(t *testing.T) {
	testshared.Lines(t, "goldens/operators/langcheck_preprocess.jsonl", func(line int, g golden[string]) {
		if got := PreprocessString(g.Text); got != g.Expected {
			t.Errorf("line %d: %q: got %q, want %q", line, g.Text, got, g.Expected)
		}
		if got := string(Preprocess([]byte("kept"), g.Text)); got != "kept"+g.Expected {
			t.Errorf("line %d: %q: appended %q, want %q", line, g.Text, got, g.Expected)
		}
	})
}

func TestValidGoldens(t *testing.T) {
	for name, valid := range map[string]func(string) bool{
		"valid_arabic":       func(s string) bool { return ValidArabic(s, InceptionEnglishCap) },
		"valid_ar_en":        ValidArabicEnglish,
		"valid_english_v4_1": ValidEnglishV41,
	} {
		t.Run(name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+name+".jsonl", func(line int, g golden[bool]) {
				if got := valid(g.Text); got != g.Expected {
					t.Errorf("line %d: %q: got %v, want %v", line, g.Text, got, g.Expected)
				}
			})
		})
	}
}

func TestEnglishWordRatioGoldens(t *testing.T) {
	type ratio struct {
		English int     `json:"english_words"`
		Letter  int     `json:"letter_words"`
		Ratio   float64 `json:"ratio"`
	}
	testshared.Lines(t, "goldens/operators/english_word_ratio.jsonl", func(line int, g golden[ratio]) {
		w := WordsOf(g.Text)
		if got := (ratio{w.English, w.Letter, w.EnglishRatio()}); got != g.Expected {
			t.Errorf("line %d: %q: got %+v, want %+v", line, g.Text, got, g.Expected)
		}
	})
}

// The counts of the scan are those of the words and sequences themselves.
func TestRunGoldens(t *testing.T) {
	testshared.Lines(t, "goldens/operators/letter_words.jsonl", func(line int, g golden[[]string]) {
		if got := text.LetterWords(nil, g.Text); !slices.Equal(got, g.Expected) {
			t.Errorf("line %d: %q: got %q, want %q", line, g.Text, got, g.Expected)
		}
		if got := WordsOf(g.Text).Letter; got != len(g.Expected) {
			t.Errorf("line %d: %q: got %d words, want %d", line, g.Text, got, len(g.Expected))
		}
	})
	testshared.Lines(t, "goldens/operators/letter_sequences.jsonl", func(line int, g golden[[]string]) {
		var sc token.Scanner
		sc.Loops(g.Text, false, nil, nil)
		if got := sc.Sequences.Sequences().Total; got != len(g.Expected) {
			t.Errorf("line %d: %q: got %d sequences, want %d", line, g.Text, got, len(g.Expected))
		}
	})
}

func TestPreprocess(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"plain text.", "plain text."},
		{"a P.P.S. b P.P.S. c", "a "},
		{"a P.P.S b", "a P.P.S b"},
		{"```json\nx\n```", "x"},
		{"```json x```", " x"},
		{"``````", ""},
		{"```\n```\n", "\n"},
		{"x\n```\n", "x\n"},
		{"x```P.P.S.", "x"},
		{"```نص\nمرحبا", "مرحبا"},
		{" ```json\nx", " json\nx"},
		{"مرح:با، نعم", "مرحبا، نعم"},
		{"{a: [1, \"2\"]}*₁₉`", "a 1 2"},
		{"½²", "½²"},
	} {
		if got := PreprocessString(tt.text); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
		if got := slow.Preprocess(tt.text); got != tt.want {
			t.Errorf("slow: %q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestChecks(t *testing.T) {
	arabic := func(s string) bool { return ValidArabic(s, InceptionEnglishCap) }
	nineteen := strings.Repeat("كلمة ", 19)
	for _, tt := range []struct {
		name  string
		valid func(string) bool
		text  string
		want  bool
	}{
		{"empty", arabic, "", false},
		{"digits", arabic, "123 ١٢٣", false},
		{"5 percent", arabic, nineteen + "API", true},
		{"more than 5 percent", arabic, nineteen[len("كلمة "):] + "API", false},
		{"other script", arabic, nineteen + "é", false},
		{"mixed sequence", arabic, nineteen + "aب", false},
		{"Arabic outside the ranges", arabic, nineteen + "\u0870", false},
		{"Arabic mathematical letter", arabic, nineteen + "\U0001EE00", false},
		{"a lone Arabic digit", ValidArabicEnglish, "١", true},
		{"a lone subscript digit", ValidArabicEnglish, "₁", true},
		{"ASCII digits", ValidArabicEnglish, "123", false},
		{"mixed letters", ValidArabicEnglish, "aب", true},
		{"Greek", ValidArabicEnglish, "a θ", false},
		{"empty English", ValidEnglishV41, "", true},
		{"Greek passes as shipped", ValidEnglishV41, "θ é", true},
		{"Cyrillic", ValidEnglishV41, "Я", false},
		{"last of the presentation forms", ValidEnglishV41, "\uFEF0", true},
		{"presentation form", ValidEnglishV41, "\uFEEF", false},
	} {
		if got := tt.valid(tt.text); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func check(t *testing.T, s string) {
	t.Helper()
	prepared := slow.Preprocess(s)
	if got := PreprocessString(s); got != prepared {
		t.Fatalf("preprocess of %q: got %q, want %q", s, got, prepared)
	}
	if got := string(Preprocess(nil, s)); got != prepared {
		t.Fatalf("appended preprocess of %q: got %q, want %q", s, got, prepared)
	}
	var w token.Words
	w.Letter, w.English, w.Arabic, w.Mixed, w.Other = slow.Kinds(s)
	var sc token.Scanner
	sc.Split(s, nil, nil)
	if got := sc.Letters.Words(); got != w {
		t.Fatalf("letter-words of %q by split: got %+v, want %+v", s, got, w)
	}
	for _, deleting := range []bool{false, true} {
		sc.Loops(s, deleting, nil, nil)
		if got := sc.Letters.Words(); got != w {
			t.Fatalf("letter-words of %q: got %+v, want %+v", s, got, w)
		}
		seen := s
		if deleting {
			seen = prepared
		}
		q := sc.Sequences.Sequences()
		if got, want := q.Total, len(slow.Runs(seen, slow.Letter)); got != want {
			t.Fatalf("letter sequences of %q: got %d, want %d", seen, got, want)
		}
		for _, check := range []struct {
			name      string
			got, want bool
		}{
			{"ar", Arabic(q, 0.05), slow.ValidArabic(seen, 0.05)},
			{"ar, half English", Arabic(q, 0.5), slow.ValidArabic(seen, 0.5)},
			{"ar, all English", Arabic(q, 1), slow.ValidArabic(seen, 1)},
			{"ar+en", ArabicEnglish(q, sc.Seen), slow.ValidArabicEnglish(seen)},
			{"en v4.1", sc.Seen&token.NotV41 == 0, slow.ValidEnglishV41(seen)},
			{"Arabic punctuation", sc.Chars&token.GatePunct != 0, strings.ContainsAny(s, "\u060C\u061B\u061F\u066A\u066B\u066C\u06D4\u00AB\u00BB")},
			{"foreign letters", sc.Chars&token.Letter&^token.LatinLetter != 0,
				strings.ContainsFunc(s, func(r rune) bool { return slow.Letter(r) && !slow.Latin(r) })},
		} {
			if check.got != check.want {
				t.Fatalf("%s of %q: got %v, want %v", check.name, seen, check.got, check.want)
			}
		}
	}
}

func TestAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 6_000 {
		check(t, slow.Text(r))
	}
}

func FuzzChecks(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 64 {
		f.Add(slow.Text(r))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			// No such text gets past the codecs; it must do no harm.
			PreprocessString(s)
			WordsOf(s)
			s = strings.ToValidUTF8(s, "?")
		}
		check(t, s)
	})
}

// nextDeleted finds every character that is deleted, and no other.
func TestNextDeleted(t *testing.T) {
	found := 0
	for r := range rune(utf8.MaxRune + 1) {
		s := "é" + string(r) + "*"
		want := len("é") + len(string(r))
		if token.BitsOf(r)&token.Deleted != 0 {
			want = len("é")
			found++
		}
		if got := nextDeleted(s); got != want {
			t.Fatalf("%q: got %d, want %d", s, got, want)
		}
	}
	if found == 0 {
		t.Error("no character is deleted")
	}
}
