package english_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/instruction/english"
	"mizan/schemas"
)

// TestTrends judges random texts by the operator, which leaves variants out
// where a checker's trend allows it, and by Explain, which tries them all.
func TestTrends(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	pieces := []string{
		"*", "**", "***", "\n", "\n", "\n\n", " ", "\u00a0", "\r", "a", "b", "ab", "the", "The", "be", "st", "I", "Σ", "σ", "é", "\u0301",
		"[", "]", "<<", ">>", "\"", "-", ",", ".", "P.S.", "p.", "s.", "Section", "1", "2", "My answer is ", "yes.", "A B C", "{}",
	}
	kwargs := func(id string) string {
		n := 1 + rnd.IntN(4)
		relation := []string{"at least", "less than"}[rnd.IntN(2)]
		word := []string{"a", "b", "ab", "the", "i", "a b", "σ", "be", "1", "best"}[rnd.IntN(10)]
		switch name := id[strings.IndexByte(id, ':')+1:]; name {
		case "existence":
			return fmt.Sprintf(`{"keywords": [%q]}`, word)
		case "frequency":
			return fmt.Sprintf(`{"keyword": %q, "frequency": %d, "relation": %q}`, word, n, relation)
		case "forbidden_words":
			return fmt.Sprintf(`{"forbidden_words": [%q]}`, word)
		case "letter_frequency":
			return fmt.Sprintf(`{"letter": "b", "let_frequency": %d, "let_relation": %q}`, n, relation)
		case "number_words":
			return fmt.Sprintf(`{"num_words": %d, "relation": %q}`, 1+rnd.IntN(9), relation)
		case "number_sentences":
			return fmt.Sprintf(`{"num_sentences": %d, "relation": %q}`, n, relation)
		case "capital_word_frequency":
			return fmt.Sprintf(`{"capital_frequency": %d, "capital_relation": %q}`, n, relation)
		case "number_paragraphs", "number_placeholders":
			return fmt.Sprintf(`{"%s": %d}`, strings.Replace(name, "number", "num", 1), n)
		case "number_highlighted_sections":
			return fmt.Sprintf(`{"num_highlights": %d}`, n)
		case "number_bullet_lists":
			return fmt.Sprintf(`{"num_bullets": %d}`, n)
		case "multiple_sections":
			return fmt.Sprintf(`{"section_spliter": %q, "num_sections": %d}`, []string{"Section", "a", "1", "a\n"}[rnd.IntN(4)], n)
		case "nth_paragraph_first_word":
			return fmt.Sprintf(`{"num_paragraphs": %d, "nth_paragraph": 1, "first_word": %q}`, n, word)
		case "postscript":
			return fmt.Sprintf(`{"postscript_marker": %q}`, []string{"P.S.", "P.P.S", "Σ", "the"}[rnd.IntN(4)])
		case "repeat_prompt":
			return fmt.Sprintf(`{"prompt_to_repeat": %q}`, word)
		case "end_checker":
			return fmt.Sprintf(`{"end_phrase": %q}`, word)
		case "response_language":
			return `{"language": "en"}`
		}
		return `{}`
	}
	ids := instructionIDs()
	b := operators.NewBatch()
	loose := map[string]int{}
	for range 4000 {
		var s strings.Builder
		for range rnd.IntN(24) {
			s.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		var g golden
		var list []operators.NullText
		var all []string
		for _, id := range ids {
			g.Record.InstructionIDList = append(g.Record.InstructionIDList, &id)
			list = append(list, operators.NullText{Text: id, Valid: true})
			all = append(all, kwargs(id))
		}
		g.Record.Kwargs = json.RawMessage("[" + strings.Join(all, ",") + "]")
		judge(t, b, plain, &g, s.String())
		gotStrict, gotLoose := b.BoolList(schemas.FollowStrict).At(0), b.BoolList(schemas.FollowLoose).At(0)
		for i, e := range instruction.Explain(english.Standard, s.String(), list, string(g.Record.Kwargs), true) {
			if e.Error != "" {
				t.Fatalf("%s %s: %s", e.ID, e.Kwargs, e.Error)
			}
			if gotStrict[i] != e.Strict || gotLoose[i] != e.Loose {
				t.Errorf("%s %s on %q: strict %v loose %v; all variants: %v %v, %v", e.ID, e.Kwargs, s.String(), gotStrict[i], gotLoose[i], e.Strict, e.Loose, e.Passed)
			}
			if e.Loose && !e.Strict {
				loose[e.ID]++
			}
		}
	}
	for _, id := range []string{"keywords:forbidden_words", "length_constraints:number_words", "punctuation:no_comma"} {
		if loose[id] < 50 {
			t.Errorf("only %d texts follow %s loosely alone: the test says little", loose[id], id)
		}
	}
}
