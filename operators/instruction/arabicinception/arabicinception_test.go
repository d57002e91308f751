package arabicinception_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabicinception"
)

// bind binds an instruction.
func bind(t *testing.T, id, kwargs string) (instruction.Checker, error) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(kwargs))
	dec.UseNumber()
	var k instruction.Kwargs
	if err := dec.Decode(&k); err != nil {
		t.Fatalf("%s: %v", kwargs, err)
	}
	return arabicinception.Dialect.Makers[id](k)
}

// verdict judges one text by one instruction: "true", "false", or the kind of
// the error, with "unbound " before it where no text was looked at.
func verdict(t *testing.T, id, kwargs, answer string) string {
	t.Helper()
	c, err := bind(t, id, kwargs)
	if err != nil {
		return "unbound " + string(err.(*instruction.ArgError).Kind)
	}
	r, err := c.Check(instruction.NewAnswer(answer))
	switch {
	case err != nil:
		return string(err.(*instruction.ArgError).Kind)
	case r.Followed:
		return "true"
	}
	return "false"
}

func TestChecks(t *testing.T) {
	for _, c := range []struct{ id, kwargs, answer, want string }{
		// Keywords are raw patterns, ignoring case.
		{"keywords:existence", `{"keywords": ["مدرسة"]}`, "بالمدرسةِ", "true"},
		{"keywords:existence", `{"keywords": ["مدرسة"]}`, "مَدرسة", "false"},
		{"keywords:existence", `{"keywords": ["W.rd", "كتاب|قلم"]}`, "word قلم", "true"},
		{"keywords:existence", `{"keywords": ["(نص"]}`, "(نص", "re.error"},
		{"keywords:existence", `{"keywords": ["ا", "(نص"]}`, "(نص", "re.error"}, // sorted: the bad one comes first
		{"keywords:existence", `{"keywords": [5]}`, "5", "TypeError"},
		{"keywords:existence", `{"keywords": []}`, "a", "unbound missing_kwarg"},
		{"keywords:existence", `{"keywords": ["a"], "x": 0}`, "a", "unbound TypeError"},
		{"keywords:frequency", `{"keyword": "جذر", "frequency": 2, "relation": "at least"}`, "جذر الجذر", "true"},
		{"keywords:frequency", `{"keyword": "a", "frequency": 0, "relation": "at least"}`, "b", "true"},
		{"keywords:frequency", `{"keyword": "a", "frequency": 1, "relation": "exactly"}`, "a", "unbound ValueError"},
		{"keywords:frequency", `{"keyword": "a", "frequency": -1, "relation": "at least"}`, "a", "unbound unusable_kwarg"},
		{"keywords:frequency", `{"keyword": "", "frequency": 1, "relation": "at least"}`, "a", "unbound missing_kwarg"},
		{"keywords:forbidden_words", `{"forbidden_words": ["قلق"]}`, "القلق", "true"},
		{"keywords:forbidden_words", `{"forbidden_words": ["قلق"]}`, "قلقٌ", "false"},
		{"keywords:forbidden_words", `{"forbidden_words": ["A|b"]}`, "xb", "false"},
		{"keywords:forbidden_words", `{"forbidden_words": ["(قلق"]}`, "قلق", "re.error"},
		{"keywords:letter_frequency", `{"letter": "K", "let_frequency": 2, "let_relation": "at least"}`, "k\u212A", "true"},
		{"keywords:letter_frequency", `{"letter": "ع", "let_frequency": 2, "let_relation": "at least"}`, "ع", "unbound unusable_kwarg"},
		// Lists: the article and vowel marks go from both sides.
		{"keywords:list_existence", `{"keywords": ["الكتاب"]}`, "كِتابي", "true"},
		{"keywords:list_existence", `{"keywords": ["ال"], "mode": "NONE"}`, "x", "false"}, // becomes empty: always found
		{"keywords:list_existence", `{"keywords": ["قلم", "ورق"], "mode": "any"}`, "ورقة", "true"},
		{"keywords:list_existence", `{"keywords": ["a"], "mode": "most"}`, "a", "unbound ValueError"},
		{"keywords:list_existence", `{"keywords": "ab"}`, "a", "unbound ValueError"},
		{"keywords:list_existence", `{"keywords": ["a"], "mode": 1}`, "a", "unbound AttributeError"},
		{"keywords:letter_list_freq", `{"letters": ["ك", "م"], "frequency": 2, "relation": "at least", "position": "start"}`, "الكتاب مَكتب", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ع"], "frequency": 1, "relation": "at least", "position": "end"}`, "ربيعٍ", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ع"], "frequency": 1, "relation": "at least", "position": "end"}`, "ربيع.", "false"},
		{"keywords:letter_list_freq", `{"letters": ["ب"], "frequency": 1, "relation": "at least", "position": "any"}`, "ربيع", "true"},
		{"keywords:letter_list_freq", `{"letters": ["أ"], "frequency": 1, "relation": "less than", "position": "start"}`, "احمد َ", "true"},
		{"keywords:letter_list_freq", `{"letters": "عب", "frequency": 1, "relation": "at least", "position": "end"}`, "ربيع", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ab"], "frequency": 1, "relation": "at least", "position": "end"}`, "ab", "unbound ValueError"},
		{"keywords:letter_list_freq", `{"letters": ["a"], "frequency": 1, "relation": "at least", "position": "middle"}`, "a", "unbound ValueError"},
		{"keywords:letter_list_freq", `{"letters": ["a"], "frequency": 1, "relation": "at least"}`, "a", "unbound missing_kwarg"},
		// Lengths.
		{"length_constraints:number_words", `{"num_words": 4, "relation": "at least"}`, "كَتَبَ ولد", "true"},
		{"length_constraints:number_sentences", `{"num_sentences": 3, "relation": "less than"}`, "هل؟ نعم. لا.", "true"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "ولد"}`, "'\"ولد؛ب ا", "true"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "ولد"}`, "\n\nولد", "false"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 0, "nth_paragraph": 1, "first_word": "ولد"}`, "ولد", "unbound unusable_kwarg"},
		// Formats.
		{"detectable_content:postscript", `{"postscript_marker": "ملحوظة"}`, "بملحوظةx", "true"},
		{"detectable_content:postscript", `{"postscript_marker": "م."}`, "مx", "true"},
		{"detectable_content:postscript", `{"postscript_marker": "ملاحظة("}`, "ملاحظة(", "re.error"},
		{"detectable_format:multiple_sections", `{"section_spliter": "قسم", "num_sections": 2}`, "القسم ١ قسم2", "true"},
		{"detectable_format:multiple_sections", `{"section_spliter": "قسم(", "num_sections": 1}`, "قسم( 1", "re.error"},
		{"detectable_format:multiple_sections", `{"section_spliter": "", "num_sections": 2}`, "1 22", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Sukun", "count": 0}`, "كتب", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha"}`, "كَ", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha", "count": true}`, "كَ", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha", "count": -1}`, "كَ", "unbound ValueError"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "fatha"}`, "كَ", "unbound ValueError"},
		{"detectable_format:constrained_response", `{}`, "إجابتي هي نعم.", "false"}, // a full stop must come before
		{"detectable_format:constrained_response", `{}`, "x.إجابتي هي نعم.", "true"},
		{"detectable_format:constrained_response", `{}`, "إجابتي هي ربما", "true"},
		{"detectable_format:title", `{}`, "« »", "true"},
		{"detectable_format:title", `{}`, "«»", "false"},
		{"startend:quotation", `{}`, "«نص»", "true"},
		{"startend:quotation", `{}`, "„نص“", "true"},
		{"startend:quotation", `{}`, "“نص\"", "false"},
		{"startend:quotation", `{}`, "\"", "false"},
		{"punctuation:no_comma", `{}`, "ا، ب", "false"},
		{"detectable_format:word_repetition", `{}`, "نعم نعم نعم", "false"},
		{"detectable_format:word_repetition", `{}`, "نعم نعم. نعم", "true"},
		{"detectable_format:sent_repetition", `{}`, "نعم. لا. نعم.", "false"},
		{"detectable_format:sent_repetition", `{}`, "نعم؟ لا؟ نعم؟", "true"},
		{"detectable_format:check_punct_lang", `{"language": "ar"}`, "نعم، هل؟!", "true"},
		{"detectable_format:check_punct_lang", `{"language": "ar"}`, "نعم.", "false"},
		{"detectable_format:check_punct_lang", `{"language": "en"}`, "no! yes؟", "false"},
		{"detectable_format:check_punct_lang", `{"language": "fr"}`, "a", "unbound ValueError"},
		{"detectable_format:check_punct_lang", `{}`, "a", "unbound ValueError"},
		{"change_case:capital_word_frequency", `{"capital_frequency": 2, "capital_relation": "at least"}`, "DON'T go", "true"},
		{"change_case:capital_word_frequency", `{"capital_frequency": -1, "capital_relation": "less than"}`, "a", "false"},
		{"change_case:capital_word_frequency", `{"capital_frequency": "2", "capital_relation": "at least"}`, "A", "TypeError"},
		{"change_case:english_capital", `{}`, "Ⅳ", "true"}, // nothing to detect
		{"change_case:english_lowercase", `{}`, "عربي", "false"},
		{"language:response_language", `{"language": "xx"}`, "a", "unbound KeyError"},
		{"language:response_language", `{}`, "a", "unbound missing_kwarg"},
	} {
		if got := verdict(t, c.id, c.kwargs, c.answer); got != c.want {
			t.Errorf("%s %s on %q: %s, want %s", c.id, c.kwargs, c.answer, got, c.want)
		}
	}
}

// limit is far above what the slowest check takes for 1 MB on a busy machine,
// and far below what quadratic behaviour would take.
const limit = 10 * time.Second

// The checks stay linear on hostile texts.
func TestLinear(t *testing.T) {
	const n = 1 << 20
	texts := map[string]string{
		"one word":   strings.Repeat("ك", n/2),
		"words":      strings.Repeat("كت ", n/5),
		"articles":   strings.Repeat("ال", n/4),
		"marks":      strings.Repeat("\u064E", n/2),
		"spaces":     strings.Repeat(" ", n) + "x",
		"full stops": strings.Repeat(". ", n/2),
		"capitals":   strings.Repeat("A", n),
	}
	for id, k := range map[string]string{
		"keywords:existence":                  `{"keywords": ["ككك", "ت"]}`,
		"keywords:list_existence":             `{"keywords": ["ككك", "ت"]}`,
		"keywords:letter_list_freq":           `{"letters": ["ك", "ت"], "frequency": 2, "relation": "at least", "position": "end"}`,
		"length_constraints:number_words":     `{"num_words": 2, "relation": "at least"}`,
		"length_constraints:number_sentences": `{"num_sentences": 2, "relation": "at least"}`,
		"detectable_content:postscript":       `{"postscript_marker": "م."}`,
		"detectable_format:tashkeel":          `{"tashkeel_name": "Fatha", "count": 2}`,
		"detectable_format:word_repetition":   `{}`,
		"detectable_format:check_punct_lang":  `{"language": "ar"}`,
		"detectable_format:sent_repetition":   `{}`,
	} {
		for name, s := range texts {
			begin := time.Now()
			verdict(t, id, k, s)
			if d := time.Since(begin); d > limit {
				t.Errorf("%s took %v for 1 MB of %s", id, d, name)
			}
		}
	}
}

func TestChecksDoNotAllocate(t *testing.T) {
	answer := strings.Repeat("كتب الولد درسه في المدرسة. قسم 1 هل فهمت؟ نعم، ", 20)
	for id, k := range map[string]string{
		"keywords:existence":                `{"keywords": ["الولد", "المدرسة"]}`,
		"keywords:frequency":                `{"keyword": "الولد", "frequency": 2, "relation": "at least"}`,
		"keywords:letter_list_freq":         `{"letters": ["ك", "ت"], "frequency": 2, "relation": "at least", "position": "end"}`,
		"length_constraints:number_words":   `{"num_words": 2, "relation": "at least"}`,
		"detectable_format:tashkeel":        `{"tashkeel_name": "Fatha", "count": 2}`,
		"detectable_format:word_repetition": `{}`,
		"detectable_format:title":           `{}`,
	} {
		c, err := bind(t, id, k)
		if err != nil {
			t.Fatal(err)
		}
		a := instruction.NewAnswer(answer)
		if n := testing.AllocsPerRun(20, func() { c.Check(a) }); n > 0 {
			t.Errorf("%s: %v allocations a check", id, n)
		}
	}
}
