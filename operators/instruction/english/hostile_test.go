package english_test

import (
	"strings"
	"testing"
	"time"

	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/instruction/english"
)

// typical kwargs that make each instruction look at the whole text where it can.
var typical = map[string]string{
	"keywords:existence":                            `{"keywords": ["zebra", "e"]}`,
	"keywords:frequency":                            `{"keyword": "aaab", "frequency": 3, "relation": "at least"}`,
	"keywords:forbidden_words":                      `{"forbidden_words": ["aaaa", "*", "x"]}`,
	"keywords:letter_frequency":                     `{"letter": "k", "let_frequency": 30000000, "let_relation": "at least"}`,
	"language:response_language":                    `{"language": "fi"}`,
	"length_constraints:number_sentences":           `{"num_sentences": 30000000, "relation": "at least"}`,
	"length_constraints:number_paragraphs":          `{"num_paragraphs": 30000000}`,
	"length_constraints:number_words":               `{"num_words": 30000000, "relation": "at least"}`,
	"length_constraints:nth_paragraph_first_word":   `{"num_paragraphs": 9, "nth_paragraph": 9, "first_word": "x"}`,
	"detectable_content:number_placeholders":        `{"num_placeholders": 30000000}`,
	"detectable_content:postscript":                 `{"postscript_marker": "P.P.S"}`,
	"detectable_format:number_bullet_lists":         `{"num_bullets": 30000000}`,
	"detectable_format:constrained_response":        `{}`,
	"detectable_format:number_highlighted_sections": `{"num_highlights": 30000000}`,
	"detectable_format:multiple_sections":           `{"section_spliter": "a", "num_sections": 30000000}`,
	"detectable_format:json_format":                 `{}`,
	"detectable_format:title":                       `{}`,
	"combination:two_responses":                     `{}`,
	"combination:repeat_prompt":                     `{"prompt_to_repeat": "aaaaaaaaaa*"}`,
	"startend:end_checker":                          `{"end_phrase": "\nx"}`,
	"startend:quotation":                            `{}`,
	"change_case:capital_word_frequency":            `{"capital_frequency": 30000000, "capital_relation": "at least"}`,
	"change_case:english_capital":                   `{}`,
	"change_case:english_lowercase":                 `{}`,
	"punctuation:no_comma":                          `{}`,
}

// TestHostileTexts gives every instruction texts that a search with
// backtracking, or a scan that starts over, takes quadratic time on: hours.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 17
	fill := func(piece string) string { return "x" + strings.Repeat(piece, size/len(piece)) + "x" }
	texts := map[string]string{
		"line feeds":     fill("\n"),
		"pairs of feeds": fill("\n\nx"),
		"no spaces":      fill("a"),
		"spaces":         fill(" "),
		"odd spaces":     fill("\u00a0"),
		"stars":          fill("*"),
		"loose stars":    fill("* "),
		"star lines":     fill("*\n"),
		"dashes":         fill("-"),
		"dash lines":     fill("-\n"),
		"opening angles": fill("<"),
		"angle pairs":    fill("<<a>"),
		"closing angles": "<<" + fill(">"),
		"opening":        fill("["),
		"brackets":       fill("[]"),
		"quotes":         fill("\""),
		"apostrophes":    fill("'"),
		"backticks":      fill("`"),
		"dots":           fill("."),
		"spaced dots":    fill(". "),
		"marks":          fill("?!"),
		"initials":       fill("A. "),
		"p dots":         fill("p. "),
		"ats":            fill("a@"),
		"urls":           fill("http://"),
		"digits":         fill("1"),
		"sections":       fill("a 1 "),
		"capitals":       fill("A"),
		"sigmas":         fill("Σ"),
		"marks above":    fill("\u0301"),
		"fences":         fill("```json"),
		"objects":        fill(`{"a":`),
		"commas":         fill("a,"),
	}
	if testing.Short() {
		t.Skip("slow")
	}
	for id := range english.Standard.Makers {
		kwargs, ok := typical[id]
		if !ok {
			t.Errorf("no typical kwargs for %s", id)
		}
		for name, s := range texts {
			start := time.Now()
			instruction.Explain(english.Standard, s, []operators.NullText{{Text: id, Valid: true}}, "["+kwargs+"]", true)
			if d := time.Since(start); d > 3*time.Second {
				t.Errorf("%s on %s takes %v", id, name, d)
			} else if d > 200*time.Millisecond {
				t.Logf("%s on %s takes %v", id, name, d)
			}
		}
	}
}

// TestLongAnswer judges some megabytes by each instruction.
func TestLongAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := strings.Repeat("The morning train left early, and *nobody* saw Dr. Smith [name] wave from it. P.S. No!\n\n- So it goes.\n", 15000)
	for id, kwargs := range typical {
		start := time.Now()
		instruction.Explain(english.Standard, s, []operators.NullText{{Text: id, Valid: true}}, "["+kwargs+"]", true)
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s takes %v", id, d)
		} else {
			t.Logf("%s takes %v", id, d)
		}
	}
}

// TestHostilePattern: over the limit of steps the instruction gets an error.
func TestHostilePattern(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	start := time.Now()
	answer := strings.Repeat("a", 5000) + "!"
	if got := one(english.Standard, answer, "keywords:existence", `{"keywords": ["((a+)+)\\2c"]}`); got != string(instruction.TimeLimit) {
		t.Errorf("%s, want %s", got, instruction.TimeLimit)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it takes %v", d)
	}
}
