package arabichf_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabichf"
)

// verdict judges one text by one instruction: "true", "false", or the kind of
// the error, with "unbound " before it where no text was looked at.
func verdict(t *testing.T, d instruction.Dialect, id, kwargs, answer string) string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(kwargs))
	dec.UseNumber()
	var k instruction.Kwargs
	if err := dec.Decode(&k); err != nil {
		t.Fatalf("%s: %v", kwargs, err)
	}
	c, err := d.Makers[id](k)
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
		// Keywords are literal words: marks bound them, _ and digits do not.
		{"keywords:existence", `{"keywords": ["مدرسة"]}`, "مدرسةٌ كبيرة", "true"},
		{"keywords:existence", `{"keywords": ["مدرسة"]}`, "المدرسة", "false"},
		{"keywords:existence", `{"keywords": ["مدرسة"]}`, "مدرسة_1", "false"},
		{"keywords:existence", `{"keywords": ["مدرسةٌ"]}`, "مدرسةٌ كبيرة", "false"},
		{"keywords:existence", `{"keywords": ["Word"]}`, "word", "false"},
		{"keywords:existence", `{"keywords": ["a.b"]}`, "axb", "false"},
		{"keywords:existence", `{"keywords": ["("]}`, "(", "false"},
		{"keywords:existence", `{"keywords": "اب"}`, "ا ب", "true"},
		{"keywords:existence", `{"keywords": [1]}`, "1", "false"},
		{"keywords:existence", `{"keywords": [1, "a"]}`, "1 a", "unbound TypeError"},
		{"keywords:existence", `{}`, "a", "unbound missing_kwarg"},
		{"keywords:existence", `{"keywords": ["a"], "mode": "all"}`, "a", "unbound TypeError"},
		{"keywords:frequency", `{"keyword": " كتاب ", "frequency": 2, "relation": "exactly"}`, "كتاب، كتاب والكتاب", "true"},
		{"keywords:frequency", `{"keyword": " ", "frequency": 2, "relation": "at least"}`, "ab", "true"},
		{"keywords:frequency", `{"keyword": "a", "frequency": 1, "relation": "at most"}`, "a", "unbound ValueError"},
		{"keywords:frequency", `{"keyword": "a", "relation": "at least"}`, "a", "unbound missing_kwarg"},
		{"keywords:forbidden_words", `{"forbidden_words": ["قلق"]}`, "القلق", "true"},
		{"keywords:forbidden_words", `{"forbidden_words": ["قلق"]}`, "قلقٌ", "false"},
		{"keywords:forbidden_words", `{"forbidden_words": [1]}`, "a", "false"},
		{"keywords:forbidden_words", `{"forbidden_words": [["a"]]}`, "a", "unbound TypeError"},
		{"keywords:letter_frequency", `{"letter": "ع", "let_frequency": 2, "let_relation": "exactly"}`, "عع", "true"},
		{"keywords:letter_frequency", `{"letter": "W", "frequency": 2, "relation": "at least"}`, "wW", "true"},
		{"keywords:letter_frequency", `{"letter": "ab", "let_frequency": 1, "let_relation": "less than"}`, "ab", "true"},
		{"keywords:letter_frequency", `{"letter": "a", "let_frequency": 1, "let_relation": "x", "relation": "at least"}`, "a", "true"},
		{"keywords:letter_frequency", `{"letter": "a", "let_frequency": 1, "let_relation": "x"}`, "a", "unbound ValueError"},
		{"keywords:letter_frequency", `{"letter": "\u0307", "let_frequency": 1, "let_relation": "at least"}`, "\u0130", "true"},
		// Lists: words keep marks and Arabic punctuation.
		{"keywords:list_existence", `{"keywords": ["أنت"], "mode": "all"}`, "أنت،", "false"},
		{"keywords:list_existence", `{"keywords": ["أنت", "هو"], "mode": "any"}`, "قال أنت.", "true"},
		{"keywords:list_existence", `{"keywords": ["أنت", "هو"], "mode": "all"}`, "أنت.", "false"},
		{"keywords:list_existence", `{"keywords": ["ab", "ab"], "mode": "all"}`, "xab abx (ab)", "true"},
		{"keywords:list_existence", `{"keywords": ["a b", ""], "mode": "any"}`, "a b", "false"},
		{"keywords:list_existence", `{"keywords": ["a"], "mode": "none"}`, "b", "ValueError"},
		{"keywords:list_existence", `{"keywords": ["a"]}`, "b", "unbound AssertionError"},
		{"keywords:list_existence", `{"keywords": 5, "mode": "all"}`, "b", "TypeError"},
		{"keywords:letter_list_freq", `{"letters": ["ك", "م"], "frequency": 1, "relation": "at least", "position": "start"}`, "كتاب مكتب", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ك", "م"], "frequency": 1, "relation": "at least", "position": "start"}`, "كتاب", "false"},
		{"keywords:letter_list_freq", `{"letters": ["ب", "ب"], "frequency": 2, "relation": "at least", "position": "end"}`, "كتاب", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ا"], "frequency": 1, "relation": "less than", "position": "any"}`, "ا ا", "true"},
		{"keywords:letter_list_freq", `{"letters": ["ا"], "frequency": 1, "relation": "exactly", "position": "start"}`, "ا", "ValueError"},
		{"keywords:letter_list_freq", `{"letters": ["ا"], "relation": "at least", "position": "start"}`, "ا", "unbound AssertionError"},
		{"keywords:letter_list_freq", `{"letters": [1], "frequency": 1, "relation": "at least", "position": "start"}`, "a", "TypeError"},
		// Lengths.
		{"length_constraints:number_words", `{"num_words": 2, "relation": "exactly"}`, "كَتَبَ ولد", "true"},
		{"length_constraints:number_words", `{"num_words": 1, "relation": "exactly"}`, "كتب،ولد", "true"},
		{"length_constraints:number_sentences", `{"num_sentences": 2, "relation": "exactly"}`, "هل؟ نعم.لا", "true"},
		{"length_constraints:number_sentences", `{"num_sentences": 1, "relation": "exactly"}`, "سطر\nسطر", "true"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "ولد"}`, "\n\nا\n\n\n\n«ولد،» ب", "true"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 2, "first_word": "ا"}`, "ا", "unbound unusable_kwarg"},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1.0, "nth_paragraph": 1.0, "first_word": "ا"}`, "ا", "TypeError"},
		// Formats.
		{"detectable_content:postscript", `{"postscript_marker": "م."}`, "نعم.", "true"},
		{"detectable_content:postscript", `{"postscript_marker": "م(."}`, "م(.", "true"},
		{"detectable_content:postscript", `{"postscript_marker": "P.S."}`, "x p. S. y", "true"},
		{"detectable_content:postscript", `{"postscript_marker": 5}`, "5", "AttributeError"},
		{"detectable_format:multiple_sections", `{"section_spliter": "قسم", "num_sections": 2}`, "القسم ١ قسم2", "true"},
		{"detectable_format:multiple_sections", `{"section_spliter": "(قسم)", "num_sections": 2}`, "قسم ١", "true"},
		{"detectable_format:multiple_sections", `{"section_spliter": "قسم(", "num_sections": 1}`, "قسم( 1", "false"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha", "count": 2}`, "كَتَب", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Shadda", "count": 1}`, "\uFC60", "true"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Sukun", "count": 1}`, "\u0652", "ValueError"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha", "count": 1.0}`, "\u064E", "ValueError"},
		{"detectable_format:tashkeel", `{"tashkeel_name": "Fatha"}`, "\u064E", "unbound AssertionError"},
		{"detectable_format:constrained_response", `{}`, "إجابتي هي نعم.", "true"},
		{"detectable_format:constrained_response", `{}`, "إجابتي هي نعم", "false"},
		{"detectable_format:title", `{}`, "«عنوان»", "false"},
		{"startend:quotation", `{}`, " \"نص\" ", "true"},
		{"startend:quotation", `{}`, "\"", "false"},
		{"startend:quotation", `{}`, "«نص»", "false"},
		{"punctuation:no_comma", `{}`, "ا، ب", "false"},
		{"punctuation:no_comma", `{}`, "ا؛ ب、", "true"},
		{"punctuation:no_comma", `{"x": 1}`, "ا", "unbound TypeError"},
		{"language:response_language", `{}`, "123", "true"}, // nothing to detect
		{"language:response_language", `{"language": "xx"}`, "a", "unbound KeyError"},
	} {
		if got := verdict(t, arabichf.Dialect, c.id, c.kwargs, c.answer); got != c.want {
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
		"one word":      strings.Repeat("ك", n/2),
		"words":         strings.Repeat("كت ", n/5),
		"stars":         strings.Repeat("*", n),
		"angles":        strings.Repeat("<", n),
		"spaces":        strings.Repeat(" ", n) + "x",
		"full stops":    strings.Repeat(". ", n/2),
		"line feeds":    strings.Repeat("\n\n", n/2) + "x",
		"section heads": strings.Repeat("قسم ", n/7),
	}
	kwargs := map[string]string{
		"keywords:existence":                          `{"keywords": ["ككك", "ت"]}`,
		"keywords:list_existence":                     `{"keywords": ["ككك", "ت"], "mode": "all"}`,
		"keywords:letter_list_freq":                   `{"letters": ["ك", "ت"], "frequency": 2, "relation": "at least", "position": "end"}`,
		"keywords:frequency":                          `{"keyword": "كت", "frequency": 2, "relation": "at least"}`,
		"length_constraints:number_sentences":         `{"num_sentences": 2, "relation": "exactly"}`,
		"length_constraints:nth_paragraph_first_word": `{"num_paragraphs": 2, "nth_paragraph": 1, "first_word": "x"}`,
		"detectable_content:postscript":               `{"postscript_marker": "ملحوظة"}`,
		"detectable_format:multiple_sections":         `{"section_spliter": "قسم", "num_sections": 1}`,
		"detectable_format:title":                     `{}`,
		"detectable_format:tashkeel":                  `{"tashkeel_name": "Fatha", "count": 2}`,
	}
	for id, k := range kwargs {
		for name, s := range texts {
			begin := time.Now()
			verdict(t, arabichf.Dialect, id, k, s)
			if d := time.Since(begin); d > limit {
				t.Errorf("%s took %v for 1 MB of %s", id, d, name)
			}
		}
	}
}

func TestChecksDoNotAllocate(t *testing.T) {
	answer := strings.Repeat("كتب الولدُ درسَه في المدرسة. قسم 1 هل فهمت؟ نعم،\n\n", 20)
	for id, k := range map[string]string{
		"keywords:existence":                          `{"keywords": ["الولد", "المدرسة"]}`,
		"keywords:list_existence":                     `{"keywords": ["كتب", "المدرسة"], "mode": "all"}`,
		"keywords:letter_list_freq":                   `{"letters": ["ك", "ت"], "frequency": 2, "relation": "at least", "position": "end"}`,
		"keywords:letter_frequency":                   `{"letter": "ك", "frequency": 2, "relation": "at least"}`,
		"length_constraints:number_words":             `{"num_words": 2, "relation": "exactly"}`,
		"length_constraints:number_sentences":         `{"num_sentences": 2, "relation": "exactly"}`,
		"length_constraints:nth_paragraph_first_word": `{"num_paragraphs": 2, "nth_paragraph": 1, "first_word": "x"}`,
		"detectable_format:multiple_sections":         `{"section_spliter": "قسم", "num_sections": 1}`,
		"detectable_format:tashkeel":                  `{"tashkeel_name": "Fatha", "count": 2}`,
	} {
		var kwargs instruction.Kwargs
		dec := json.NewDecoder(strings.NewReader(k))
		dec.UseNumber()
		if err := dec.Decode(&kwargs); err != nil {
			t.Fatal(err)
		}
		c, err := arabichf.Dialect.Makers[id](kwargs)
		if err != nil {
			t.Fatal(err)
		}
		a := instruction.NewAnswer(answer)
		if n := testing.AllocsPerRun(20, func() { c.Check(a) }); n > 0 {
			t.Errorf("%s: %v allocations a check", id, n)
		}
	}
}
