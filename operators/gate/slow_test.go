package gate

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

var (
	someLangs   = [][]string{nil, {"ar"}, {"en"}, {"ar", "en"}, {"en", "ar", "en"}, {"ar", "fr"}, {"zh", "en"}, {"fr"}, {""}, {"AR"}}
	somePrompts = []string{"", "Write JSON.", "geojson html5", "اكتب وJSON", "an HTML_ page", "html"}
	someIDs     = [][]string{nil, {"punctuation:no_comma", "detectable_format:json_format"}, {"detectable_format:json"}}
)

// odd is a gate that mixes texts, ways of cutting words and thresholds as no
// built-in one does.
var odd = Spec{Name: "odd", Checks: []Check{
	{Kind: "strict_words", On: OnPrepared, MinN: 2, MaxN: 3, Repeats: 3},
	{Kind: "repeated_words", Repeats: 4},
	{Kind: "repeated_words", On: OnPrepared, Repeats: 3, Reason: "prepared_words"},
	{Kind: "repeated_sentences", MinWords: 1, Repeats: 4},
	{Kind: "repeated_ngrams", MinN: 2, MaxN: 3, Repeats: 2},
	{Kind: "strict_sentences", On: OnPrepared, MinN: 2, MaxN: 2, Repeats: 2},
	{Kind: "mixed_script_word", On: OnPrepared},
	{Kind: "other_script_word", On: OnPrepared, Reason: "prepared_other"},
	{Kind: "foreign_letters", On: OnPrepared, Ranges: []string{"0041-005A", "0061-007A", "0600-06FF"}},
	{Kind: "forbidden_characters", Ranges: []string{"0661", "0031-0032"}},
	{Kind: "english_ratio", On: OnPrepared},
}}

func slowOdd(answer string) string {
	p := slow.Preprocess(answer)
	if n, _ := slow.StrictWords(p, 2, 3, 3); n > 0 {
		return "strict_words"
	}
	if slow.WordRun(answer) >= 4 {
		return "repeated_words"
	}
	if slow.WordRun(p) >= 3 {
		return "prepared_words"
	}
	if slow.SentenceRun(answer, 1) >= 4 {
		return "repeated_sentences"
	}
	if n, _ := slow.Ngrams(answer, 2, 3, 2); n > 0 {
		return "repeated_ngrams"
	}
	if n, _ := slow.StrictLines(p, 2, 2, 2); n > 0 {
		return "strict_sentences"
	}
	letter, english, _, mixed, other := slow.Kinds(p)
	if mixed > 0 {
		return "mixed_script_word"
	}
	if other > 0 {
		return "prepared_other"
	}
	if strings.ContainsFunc(p, func(r rune) bool { return slow.Letter(r) && !slow.Latin(r) && !slow.In(r, 0x600, 0x6FF) }) {
		return "foreign_letters"
	}
	if strings.ContainsAny(answer, "\u066112") {
		return "forbidden_characters"
	}
	if letter > 0 && float64(english)/float64(letter) > 0.07 {
		return "english_ratio"
	}
	return OK
}

// differ compares all gates with the slow ones. It keeps the memory from text to
// text as a worker does.
type differ struct {
	gates  map[string]*Gate
	memory map[string]*memory
	counts map[string]int
}

func newDiffer(t testing.TB) *differ {
	d := &differ{gates: map[string]*Gate{}, memory: map[string]*memory{}, counts: map[string]int{}}
	for _, name := range Names() {
		d.gates[name] = mustFind(t, name)
	}
	g, err := Compile(odd)
	if err != nil {
		t.Fatal(err)
	}
	d.gates["odd"] = g
	for name, g := range d.gates {
		d.memory[name] = g.newMemory()
	}
	return d
}

func (d *differ) check(t *testing.T, s, prompt string, lang, ids []string) {
	t.Helper()
	f := slow.Look(s)
	for name, g := range d.gates {
		v := g.judge(d.memory[name], s, prompt, lang, ids)
		want, ok := "", true
		switch name {
		case "english":
			want = f.EnglishGate()
		case "english_v4_1":
			want = f.EnglishV41Gate()
		case "arabic_hf":
			want = f.ArabicHFGate(prompt, ids)
			if got, want := v.FormatExempt, slow.Exempt(prompt, ids); got != want {
				t.Fatalf("format_exempt of prompt %q, ids %q: got %v, want %v", prompt, ids, got, want)
			}
		case "inception":
			want, ok = f.InceptionGate(lang)
		case "odd":
			want = slowOdd(s)
		}
		if v.Reason != want || v.Pass != (want == OK) || (v.Error == "") != ok {
			t.Fatalf("gate %s of %q, prompt %q, lang %q, ids %q: got pass %v, reason %q, error %q, want %q", name, s, prompt, lang, ids, v.Pass, v.Reason, v.Error, want)
		}
		d.counts[name+": "+want]++
		d.evidence(t, name, &f, v)
	}
}

func (d *differ) evidence(t *testing.T, name string, f *slow.Facts, v Verdict) {
	t.Helper()
	want := Verdict{Words: token.Words{Letter: f.Letter, English: f.English, Arabic: f.Arabic, Mixed: f.Mixed, Other: f.Other}}
	switch name {
	case "arabic_hf":
		want.WordRun, want.SentenceRun = f.StrictWordRun, f.StrictLineRun
		want.NgramN, want.NgramRepeats = f.StrictN, f.StrictRepeats
	case "odd":
		want.WordRun = slow.LongestRun(slow.Split(f.Prepared), func(a, b string) bool { return a == b })
		want.SentenceRun = slow.SentenceRun(f.Answer, 1)
		want.NgramN, want.NgramRepeats = slow.StrictWords(f.Prepared, 2, 3, 3)
	default:
		want.WordRun, want.SentenceRun = f.WordRun, f.SentenceRun
		want.NgramN, want.NgramRepeats = f.NgramN, f.NgramRepeats
	}
	got := Verdict{Words: v.Words, WordRun: v.WordRun, SentenceRun: v.SentenceRun, NgramN: v.NgramN, NgramRepeats: v.NgramRepeats}
	if got != want {
		t.Fatalf("evidence of gate %s of %q: got %+v, want %+v", name, f.Answer, got, want)
	}
	if v.EnglishRatio != f.EnglishRatio() {
		t.Fatalf("english_ratio of %q: got %v, want %v", f.Answer, v.EnglishRatio, f.EnglishRatio())
	}
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// TestAgainstSlow compares the gates with the slow ones on random texts.
// MIZAN_CAMPAIGN makes it a campaign of so many texts; MIZAN_SEED moves it to
// other ones.
func TestAgainstSlow(t *testing.T) {
	texts, seed := 4_000, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("MIZAN_CAMPAIGN")); err == nil {
		texts = n
	}
	if n, err := strconv.ParseUint(os.Getenv("MIZAN_SEED"), 10, 64); err == nil {
		seed = n
	}
	r := rand.New(rand.NewPCG(seed, 9))
	d := newDiffer(t)
	for range texts {
		d.check(t, slow.Text(r), pick(r, somePrompts), pick(r, someLangs), pick(r, someIDs))
	}
	t.Logf("%d texts, seed %d: %v", texts, seed, d.counts)
	for _, reason := range []string{
		"english: ok", "english: arabic_punctuation", "english: non_english_word", "english: empty_response", "english: repeated_words",
		"english: repeated_sentences", "english: repeated_ngrams", "english_v4_1: language", "arabic_hf: ok", "arabic_hf: mixed_script_word",
		"arabic_hf: other_script_word", "arabic_hf: repeated_sentences", "arabic_hf: repeated_words", "arabic_hf: english_ratio",
		"inception: ok", "inception: language", "odd: ok", "odd: strict_words", "odd: english_ratio",
	} {
		if d.counts[reason] == 0 {
			t.Errorf("no text gave %s: the generator is too tame", reason)
		}
	}
}

func FuzzGates(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 64 {
		f.Add(slow.Text(r), "a json prompt", "ar", "en")
	}
	d := newDiffer(f)
	f.Fuzz(func(t *testing.T, s, prompt, lang, other string) {
		if !utf8.ValidString(s + prompt) {
			// No such text gets past the codecs; it must do no harm.
			for _, g := range d.gates {
				g.Judge(s, prompt, []string{lang}, nil)
			}
			return
		}
		d.check(t, s, prompt, []string{lang, other}, nil)
	})
}
