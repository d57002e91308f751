package english_test

import (
	"fmt"
	"strings"
	"testing"

	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/instruction/english"
)

// one judges an answer by one instruction and returns a letter: t and f for
// the verdict of the loose judgement, or the kind of the error.
func one(d instruction.Dialect, answer, id, kwargs string) string {
	e := instruction.Explain(d, answer, []operators.NullText{{Text: id, Valid: true}}, "["+kwargs+"]", true)[0]
	if e.Error != "" {
		kind, _, _ := strings.Cut(e.Error, ":")
		return kind
	}
	return fmt.Sprintf("%t", e.Loose)[:1]
}

// TestKwargs says for both dialects what becomes of odd kwargs. Blank answers
// show which errors the reference raises before it looks at a text.
func TestKwargs(t *testing.T) {
	for _, c := range []struct{ answer, id, kwargs, standard, v41 string }{
		{"a", "keywords:existence", `{"keywords": ["a", 1]}`, "TypeError", "TypeError"},
		{"a", "keywords:existence", `{"keywords": [1]}`, "TypeError", "f"},
		{" ", "keywords:existence", `{"keywords": [1]}`, "f", "f"},
		{" ", "keywords:existence", `{"keywords": 1}`, "TypeError", "TypeError"},
		{"b a", "keywords:existence", `{"keywords": "ab"}`, "t", "t"},
		{"a", "keywords:existence", `{"keywords": "ab"}`, "f", "f"},
		{"a", "keywords:existence", `{"keywords": [""]}`, "t", "t"},
		{"a", "keywords:existence", `{"keywords": ["("]}`, "re.error", "f"},
		{"x", "keywords:existence", `{"keywords": ["b", "\\z"]}`, "re.error", "f"},
		{"x", "keywords:existence", `{"keywords": ["b", "{(\\z"]}`, "f", "f"}, // b comes first and is not there
		{" ", "keywords:existence", `{"keywords": ["("]}`, "f", "f"},
		{"a", "keywords:existence", `{}`, "missing_kwarg", "missing_kwarg"},

		{"aa", "keywords:frequency", `{"keyword": "a", "frequency": 2, "relation": "exactly"}`, "ValueError", "t"},
		{"aa", "keywords:frequency", `{"keyword": "a", "frequency": 2.5, "relation": "less than"}`, "t", "t"},
		{"aa", "keywords:frequency", `{"keyword": "a", "frequency": true, "relation": "at least"}`, "t", "t"},
		{"aé", "keywords:frequency", `{"keyword": " ", "frequency": 3, "relation": "at least"}`, "t", "t"},
		{"aé", "keywords:frequency", `{"keyword": " ", "frequency": 4, "relation": "at least"}`, "f", "f"},
		{"aa", "keywords:frequency", `{"keyword": 1, "frequency": 2, "relation": "at least"}`, "AttributeError", "AttributeError"},
		{"aa", "keywords:frequency", `{"keyword": "*", "frequency": 2, "relation": "at least"}`, "re.error", "re.error"},
		{" ", "keywords:frequency", `{"keyword": "*", "frequency": 2, "relation": "at least"}`, "f", "f"},
		{" ", "keywords:frequency", `{"keyword": "a", "frequency": -2, "relation": "at least"}`, "unusable_kwarg", "unusable_kwarg"},

		{"a", "keywords:forbidden_words", `{"forbidden_words": ["b", null]}`, "TypeError", "TypeError"},
		{"a", "keywords:forbidden_words", `{"forbidden_words": [[]]}`, "TypeError", "TypeError"},
		{"a", "keywords:forbidden_words", `{"forbidden_words": [null]}`, "TypeError", "f"},
		{"a", "keywords:forbidden_words", `{"forbidden_words": ["(x"]}`, "re.error", "f"},
		{"a b", "keywords:forbidden_words", `{"forbidden_words": "xa"}`, "f", "f"},

		{"aaa", "keywords:letter_frequency", `{"letter": "A", "let_frequency": 3, "let_relation": "exactly"}`, "ValueError", "t"},
		{"aaaa", "keywords:letter_frequency", `{"letter": "A", "let_frequency": 3, "let_relation": "exactly"}`, "ValueError", "t"}, // at least
		{"k", "keywords:letter_frequency", "{\"letter\": \"\u212a\", \"let_frequency\": 1, \"let_relation\": \"at least\"}", "t", "t"},
		{"K\u212A", "keywords:letter_frequency", `{"letter": "k", "let_frequency": 2, "let_relation": "at least"}`, "t", "t"},
		{"\u0130i", "keywords:letter_frequency", `{"letter": "i", "let_frequency": 2, "let_relation": "at least"}`, "t", "t"},
		{"i", "keywords:letter_frequency", `{"letter": "İ", "let_frequency": 1, "let_relation": "at least"}`, "TypeError", "TypeError"},
		{"#", "keywords:letter_frequency", `{"letter": "#", "let_frequency": 1, "let_relation": "at least"}`, "unusable_kwarg", "unusable_kwarg"},
		{"ab", "keywords:letter_frequency", `{"letter": "ab", "let_frequency": 1, "let_relation": "at least"}`, "unusable_kwarg", "unusable_kwarg"},
		{"1", "keywords:letter_frequency", `{"letter": 1, "let_frequency": 1, "let_relation": "at least"}`, "TypeError", "TypeError"},
		{"a", "keywords:letter_frequency", `{"letter": ["a"], "let_frequency": 1, "let_relation": "at least"}`, "AttributeError", "AttributeError"},
		{"aa", "keywords:letter_frequency", `{"letter": "a", "frequency": 2, "relation": "at least"}`, "TypeError", "t"},
		{"aa", "keywords:letter_frequency", `{"letter": "a", "let_frequency": 2, "let_relation": "x", "relation": "at least"}`, "TypeError", "t"},
		{"aa", "keywords:letter_frequency", `{"letter": "a", "let_frequency": 2, "let_relation": "less than", "relation": "at least"}`, "TypeError", "f"},
		{"aa", "keywords:letter_frequency", `{"letter": "a", "let_frequency": 2, "let_relation": "at least", "frequency": "exactly"}`, "TypeError", "TypeError"},

		{"Der Zug fährt heute wieder nicht.", "language:response_language", `{"language": "de"}`, "t", "t"},
		{"Der Zug fährt heute wieder nicht.", "language:response_language", `{"language": "zz"}`, "KeyError", "KeyError"},
		{"Der Zug fährt heute wieder nicht.", "language:response_language", `{"language": "zh-cn"}`, "KeyError", "f"},
		{"Der Zug fährt heute wieder nicht.", "language:response_language", `{"language": "ger"}`, "KeyError", "f"},
		{"12 34", "language:response_language", `{"language": "de"}`, "t", "t"}, // no feature
		{"12 34", "language:response_language", `{"language": ["de"]}`, "TypeError", "t"},
		{"12 34", "language:response_language", `{"language": 1}`, "KeyError", "KeyError"},

		{"One. Two.", "length_constraints:number_sentences", `{"num_sentences": 2, "relation": "exactly"}`, "ValueError", "t"},
		{"a b", "length_constraints:number_words", `{"num_words": "2", "relation": "at least"}`, "TypeError", "TypeError"},
		{"a b", "length_constraints:number_words", `{"num_words": 2, "relation": "exactly"}`, "ValueError", "t"},
		{"a b", "length_constraints:number_words", `{"num_words": 2, "relation": "at least", "x": 1}`, "TypeError", "TypeError"},
		{"a b", "length_constraints:number_words", `{"num_words": 2, "relation": "at least", "x": 0}`, "t", "t"}, // dropped
		{"a b", "length_constraints:number_words", `{"num_words": 0, "relation": "at least"}`, "missing_kwarg", "missing_kwarg"},

		{"a\n\nb", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "B"}`, "t", "t"},
		{"a\n\nb", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2.0, "first_word": "b"}`, "TypeError", "TypeError"},
		{"b", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1.0, "nth_paragraph": true, "first_word": "b"}`, "t", "t"},
		{"b", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2.0, "first_word": "b"}`, "f", "f"}, // never used as an index
		{"b", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 2, "first_word": "b"}`, "unusable_kwarg", "unusable_kwarg"},
		{"b", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": -1, "first_word": "b"}`, "unusable_kwarg", "unusable_kwarg"},
		{"b", "length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 1, "first_word": 5}`, "AttributeError", "AttributeError"},

		{"a p. s. b", "detectable_content:postscript", `{"postscript_marker": " P.S. "}`, "t", "t"},
		{"a p.s b", "detectable_content:postscript", `{"postscript_marker": "P.S."}`, "f", "f"},
		{"NOTE x", "detectable_content:postscript", `{"postscript_marker": "Note"}`, "t", "t"},
		{"axb", "detectable_content:postscript", `{"postscript_marker": "A.B"}`, "t", "t"},
		{"a", "detectable_content:postscript", `{"postscript_marker": "("}`, "re.error", "re.error"},
		{"a", "detectable_content:postscript", `{"postscript_marker": 5}`, "AttributeError", "AttributeError"},
		{" ", "detectable_content:postscript", `{"postscript_marker": 5}`, "f", "f"},

		{"Section 1 Section ٣", "detectable_format:multiple_sections", `{"section_spliter": "Section", "num_sections": 2}`, "t", "t"},
		{"Section 1 section 2", "detectable_format:multiple_sections", `{"section_spliter": "Section", "num_sections": 2}`, "f", "f"},
		{"a 1", "detectable_format:multiple_sections", `{"section_spliter": "(a)(b)?", "num_sections": 3}`, "t", "t"},
		{"* 1", "detectable_format:multiple_sections", `{"section_spliter": "*", "num_sections": 1}`, "re.error", "f"},
		{"5 1", "detectable_format:multiple_sections", `{"section_spliter": 5, "num_sections": 1}`, "AttributeError", "f"},
		{"1 a2", "detectable_format:multiple_sections", `{"section_spliter": " ", "num_sections": 2}`, "t", "t"},

		{"abc", "combination:repeat_prompt", `{"prompt_to_repeat": ""}`, "ValueError", "ValueError"},
		{"abc", "combination:repeat_prompt", `{"prompt_to_repeat": " "}`, "t", "t"},
		{"abc", "combination:repeat_prompt", `{"prompt_to_repeat": 5}`, "AttributeError", "AttributeError"},
		{" ", "combination:repeat_prompt", `{"prompt_to_repeat": 5}`, "f", "f"},
		{"abc", "startend:end_checker", `{"end_phrase": 5}`, "AttributeError", "AttributeError"},
		{"abc", "startend:end_checker", `{}`, "missing_kwarg", "missing_kwarg"},

		{"NO", "change_case:capital_word_frequency", `{"capital_frequency": -1, "capital_relation": "at least"}`, "t", "t"},
		{"NO", "change_case:capital_word_frequency", `{"capital_frequency": 1, "capital_relation": "exactly"}`, "ValueError", "t"},
		{"NO", "change_case:capital_word_frequency", `{"capital_frequency": "1", "capital_relation": "at least"}`, "TypeError", "TypeError"},
		{" ", "change_case:capital_word_frequency", `{"capital_frequency": "1", "capital_relation": "at least"}`, "f", "f"},
		{"NO", "change_case:english_lowercase", `{"language": "en"}`, "TypeError", "TypeError"},
		{"Ⅳ Ⅴ", "change_case:english_capital", `{}`, "t", "t"}, // no feature
		{strings.Repeat("[", 5000), "detectable_format:json_format", `{}`, "RecursionError", "RecursionError"},
	} {
		if got := one(english.Standard, c.answer, c.id, c.kwargs); got != c.standard {
			t.Errorf("standard %s %s on %.40q: %s, want %s", c.id, c.kwargs, c.answer, got, c.standard)
		}
		if got := one(english.V41, c.answer, c.id, c.kwargs); got != c.v41 {
			t.Errorf("v4.1 %s %s on %.40q: %s, want %s", c.id, c.kwargs, c.answer, got, c.v41)
		}
	}
}

func TestExcluded(t *testing.T) {
	for _, c := range []struct {
		id     string
		kwargs any
		want   bool
	}{
		{"language:response_language", map[string]any{"language": "de"}, true},
		{"language:response_language", map[string]any{"language": "en"}, false},
		{"language:response_language", map[string]any{"language": "ar"}, false},
		{"language:response_language", map[string]any{"language": "EN"}, true},
		{"language:response_language", map[string]any{}, true},
		{"language:response_language", nil, true},
		{"punctuation:no_comma", map[string]any{"language": "de"}, false},
	} {
		if got := english.Excluded(c.id, c.kwargs); got != c.want {
			t.Errorf("Excluded(%q, %v) is %v", c.id, c.kwargs, got)
		}
	}
}
