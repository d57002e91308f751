package repetition

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/internal/testshared"
	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

type golden struct {
	Text     string `json:"text"`
	Expected bool   `json:"expected"`
}

func TestGoldens(t *testing.T) {
	for name, detect := range map[string]func(string) bool{
		"repeated_words":     func(s string) bool { return RepeatedWords(s, WordRepeats) },
		"repeated_sentences": func(s string) bool { return RepeatedSentences(s, SentenceRepeats, SentenceMinWords) },
		"repeated_ngrams":    func(s string) bool { return RepeatedNgrams(s, LoopNgrams) },
	} {
		t.Run(name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+name+".jsonl", func(line int, g golden) {
				if got := detect(g.Text); got != g.Expected {
					t.Errorf("line %d: %q: got %v, want %v", line, g.Text, got, g.Expected)
				}
			})
		})
	}
}

func TestDetectors(t *testing.T) {
	words := func(s string) bool { return RepeatedWords(s, WordRepeats) }
	sentences := func(s string) bool { return RepeatedSentences(s, SentenceRepeats, SentenceMinWords) }
	ngrams := func(s string) bool { return RepeatedNgrams(s, LoopNgrams) }
	strictWords := func(s string) bool { return StrictWords(s, StrictWordNgrams) }
	strictSentences := func(s string) bool { return StrictSentences(s, StrictSentenceNgrams) }
	for _, tt := range []struct {
		name   string
		detect func(string) bool
		text   string
		want   bool
	}{
		{"seven", words, strings.Repeat("hello ", 7), true},
		{"six", words, strings.Repeat("hello ", 6), false},
		{"case counts", words, strings.Repeat("hello ", 6) + "Hello", false},
		{"punctuation between", words, strings.Repeat("la, ", 7), true},
		{"a word of other characters between", words, strings.Repeat("la é ", 7), true},
		{"vowelled words are none", words, strings.Repeat("نَعم ", 9), false},
		{"long words", words, strings.Repeat("abcdefghijklmnopqrstuvwxyz ", 7), true},
		{"long words that differ at the end", words, strings.Repeat("abcdefghijklmnopqrstuvwxyz ", 6) + "abcdefghijklmnopqrstuvwxyy", false},
		{"three sentences", sentences, "It is done. It is done. It is done.", true},
		{"two sentences", sentences, "It is done. It is done.", false},
		{"short sentences", sentences, "Oh no. Oh no. Oh no. Oh no.", false},
		{"inner space", sentences, "It is done. It  is done. It is done.", false},
		{"Arabic question mark", sentences, strings.Repeat("هل أنت بخير؟ ", 3), false},
		{"14 words", ngrams, strings.Repeat("a ", 14), false},
		{"15 words", ngrams, strings.Repeat("a ", 15), true},
		{"period 60", ngrams, strings.Repeat(numbers(60), 3), true},
		{"period 61", ngrams, strings.Repeat(numbers(61), 30), false},
		{"period 60, less one word", ngrams, strings.TrimSuffix(strings.Repeat(numbers(60), 3), "w59 "), false},
		{"glued words", ngrams, strings.Repeat("a-b don't c d e ", 2) + "ab dont c d e", true},
		{"none", ngrams, "", false},
		{"doubled word", strictWords, "مرحبا مرحبا", true},
		{"punctuation is part", strictWords, "نعم نعم.", false},
		{"a zero byte is part", strictWords, "a a\x00 b", false},
		{"a zero byte is part of a sentence", strictSentences, "a\na\x00\nb", false},
		{"symbols", strictWords, "- -", true},
		{"six words", strictWords, "a b c d e f a b c d e f", true},
		{"seven words", strictWords, "a b c d e f g a b c d e f g", false},
		{"doubled sentence", strictSentences, "I am fine. I am fine.", true},
		{"doubled line", strictSentences, "a b\na  b\n", true},
		{"no space after the stop", strictSentences, "I am.I am.", false},
		{"four sentences", strictSentences, "a. b. c. d. a. b. c. d.", true},
		{"five sentences", strictSentences, "a. b. c. d. e. a. b. c. d. e.", false},
		{"one word or two", strictSentences, "a b.\nab.\n", false},
	} {
		if got := tt.detect(tt.text); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d ", i)
	}
	return b.String()
}

// check compares all detectors on a text with the slow ones, several thresholds
// each.
func check(t *testing.T, s string) {
	t.Helper()
	var sc token.Scanner
	loop, short := Search{Ngrams: LoopNgrams}, Search{Ngrams: Ngrams{1, 4, 4}}
	twice, long := Search{Ngrams: Ngrams{8, 20, 2}}, Search{Ngrams: Ngrams{4, 70, 3}}
	runs := []token.SentenceRun{{MinWords: 3}, {MinWords: 1}}
	sc.Loops(s, false, runs, []token.Sink{&loop, &short, &twice, &long})
	expect(t, s, "word run", sc.Words.Longest, slow.WordRun(s))
	expect(t, s, "sentence run", runs[0].Longest, slow.SentenceRun(s, 3))
	expect(t, s, "sentence run, 1 word", runs[1].Longest, slow.SentenceRun(s, 1))
	expectSearch(t, s, &loop, slow.Ngrams)
	expectSearch(t, s, &short, slow.Ngrams)
	expectSearch(t, s, &twice, slow.Ngrams)
	expectSearch(t, s, &long, slow.Ngrams)

	prepared := slow.Preprocess(s)
	loop.Reset()
	short.Reset()
	sc.Loops(s, true, runs, []token.Sink{&loop, &short})
	expect(t, s, "prepared word run", sc.Words.Longest, slow.WordRun(prepared))
	expect(t, s, "prepared sentence run", runs[0].Longest, slow.SentenceRun(prepared, 3))
	expect(t, s, "prepared sentence run, 1 word", runs[1].Longest, slow.SentenceRun(prepared, 1))
	expectSearch(t, prepared, &loop, slow.Ngrams)
	expectSearch(t, prepared, &short, slow.Ngrams)

	words, lines := Search{Ngrams: StrictWordNgrams}, Search{Ngrams: StrictSentenceNgrams}
	sc.Split(s, []token.Sink{&words}, []token.Sink{&lines})
	expect(t, s, "split word run", sc.Words.Longest, slow.LongestRun(slow.Split(s), func(a, b string) bool { return a == b }))
	expectSearch(t, s, &words, slow.StrictWords)
	expectSearch(t, s, &lines, slow.StrictLines)
}

func expect(t *testing.T, s, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("%s of %q: got %d, want %d", what, s, got, want)
	}
}

func expectSearch(t *testing.T, s string, got *Search, slow func(s string, from, to, repeats int) (int, int)) {
	t.Helper()
	n, found := slow(s, got.MinN, got.MaxN, got.Repeats)
	if got.N != n || got.Found != found {
		t.Fatalf("n-grams %+v of %q: got n %d, %d times, want n %d, %d times", got.Ngrams, s, got.N, got.Found, n, found)
	}
}

func TestAgainstSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 6_000 {
		check(t, slow.Text(r))
	}
}

// Sentences that differ in few places: in what is stripped off, or deleted, from either
// end, and in the first or last character that counts.
func TestSimilarSentences(t *testing.T) {
	ends := []string{"", "", " ", "\u00a0", "\u3000", "\u2028", "\u0085", "\u001c", "*", "\u2080", "* \u00a0`", "\r\n"}
	firsts := []string{"Aa", "Ab", "\u00e9", "\u00ab", "\u0643", "\u4e2d", "\u2082A"}
	middles := []string{" b c ", " b  c ", " *b c ", " b\u00a0c "}
	lasts := []string{"d", "e", "a\u00e9", "\u0645", "\u0646", "\u4e2d", "\u4e2e", "\U0001EE00", "\u0664"}
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(from []string, few int) string { return from[r.IntN(min(few, len(from)))] }
	for range 20_000 {
		few := 1 + r.IntN(10)
		cores := make([]string, 1+r.IntN(2))
		for i := range cores {
			cores[i] = pick(firsts, few) + pick(middles, few) + pick(lasts, few)
		}
		var b strings.Builder
		for range 2 + r.IntN(6) {
			b.WriteString(pick(ends, 12) + pick(cores, 2) + pick(ends, 12))
			b.WriteString(pick([]string{".", "!", "?", "..", ". ", "P.P.S."}, 5+r.IntN(100)/99))
		}
		check(t, b.String())
	}
}

func FuzzDetectors(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 64 {
		f.Add(slow.Text(r))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			// No such text gets past the codecs; it must do no harm.
			RepeatedNgrams(s, LoopNgrams)
			StrictSentences(s, StrictSentenceNgrams)
			s = strings.ToValidUTF8(s, "?")
		}
		check(t, s)
	})
}
