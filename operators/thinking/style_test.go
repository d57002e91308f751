package thinking

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestStyles(t *testing.T) {
	for _, c := range []struct{ style, in, answer, thinking, state string }{
		{"think", "<think>hm</think>Yes", "Yes", "hm", Closed},
		{"think", "hm</think>Yes", "Yes", "hm", Closed},
		{"think", " <think>hm", "", "hm", Unclosed},
		{"think", "Use <think> to think", "Use <think> to think", "", None},
		{"answer", "<think>\nhm\n</think>\n<answer>\nYes\n</answer>\n", "\nYes\n", "\nhm\n", Closed},
		{"answer", "<answer>Yes</answer>", "Yes", "", None},
		{"answer", "<think>hm</think> Yes ", " Yes ", "hm", Closed},
		{"thinking", "<thinking>hm</thinking>\nYes", "\nYes", "hm", Closed},
		{"thinking", "<think>hm</think>Yes", "<think>hm</think>Yes", "", None},
		{"reasoning", "<reasoning>hm</reasoning>Yes", "Yes", "hm", Closed},
		{"bracket_think", "[THINK]hm[/THINK]Yes", "Yes", "hm", Closed},
		{"seed", "<seed:think>hm</seed:think>Yes", "Yes", "hm", Closed},
		{"minimax", "<mm:think>hm</mm:think>Yes", "Yes", "hm", Closed},
		{"minimax", "</mm:think>Yes", "Yes", "", Closed},
		{"kimi", "◁think▷hm◁/think▷Yes", "Yes", "hm", Closed},
		{"harmony", "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes<|return|>", "Yes", "hm", Closed},
		{"harmony", "<|channel|>analysis<|message|>hm", "", "hm", Unclosed},
		{"harmony", "analysisWe say yes.assistantfinalYes", "Yes", "We say yes.", Closed},
		{"harmony", "analysisThe word assistantfinal ends it.assistantfinalYes", "Yes", "The word assistantfinal ends it.", Closed},
		{"harmony", "analysisWe say", "", "We say", Unclosed},
		{"harmony", "analysis", "analysis", "", None},
		{"harmony", "analysis of the text", "analysis of the text", "", None},
		{"harmony", "The word assistantfinal ends it.", "The word assistantfinal ends it.", "", None},
		{"gemma", "<|channel>thought\nhm<channel|>Yes", "Yes", "\nhm", Closed},
		{"command_a", "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Yes<|END_RESPONSE|>", "Yes", "hm", Closed},
		{"command_a", "<|START_THINKING|>hm<|END_THINKING|>\n<|START_TEXT|>Yes<|END_TEXT|>", "Yes", "hm", Closed},
		{"apertus", "<|inner_prefix|>hm<|inner_suffix|>Yes", "Yes", "hm", Closed},
		{"granite", "Here is my thought process: hm\nHere is my response: Yes", " Yes", " hm\n", Closed},
		{"granite", "Dear all, Here is my response: Yes", "Dear all, Here is my response: Yes", "", None},
	} {
		p, err := Rule{Styles: []string{c.style}, Unclosed: NoAnswer}.plan()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.cut(c.in, false); got != (result{c.answer, c.thinking, c.state}) {
			t.Errorf("%s: %q is %+v, want %+v", c.style, c.in, got, c)
		}
	}
}

// Every style is known to the test above, and all of them together do not
// disturb one another.
func TestAllStylesTogether(t *testing.T) {
	p, err := Rule{Styles: Styles()}.plan()
	if err != nil {
		t.Fatal(err)
	}
	for name, ms := range styles {
		for _, m := range ms {
			for _, o := range m.opens {
				for _, c := range m.closes {
					if got := p.cut(o+"Hm"+c+"Yes", false); got != (result{"Yes", "Hm", Closed}) {
						t.Errorf("%s: %q is %+v", name, o+"Hm"+c+"Yes", got)
					}
				}
			}
		}
	}
}

func TestPolicies(t *testing.T) {
	for _, c := range []struct {
		rule     Rule
		in       string
		separate bool
		want     result
	}{
		{Rule{}, "<think>hm", false, result{"<think>hm", "", Unclosed}},
		{Rule{Unclosed: NoAnswer}, "<think>hm", false, result{"", "hm", Unclosed}},
		{Rule{Unclosed: NoAnswer}, "Yes", false, result{"Yes", "", None}},
		{Rule{Unclosed: NoAnswer, Opener: "prompt"}, "hm", false, result{"", "hm", Unclosed}},
		{Rule{Unclosed: NoAnswer, Opener: "prompt"}, "hm</think>Yes", false, result{"Yes", "hm", Closed}},
		{Rule{Unclosed: NoAnswer, Opener: "prompt"}, "Yes", true, result{"Yes", "", None}},
		{Rule{Closer: "first"}, "<think>hm</think>Write </think>.", false, result{"Write </think>.", "hm", Closed}},
		{Rule{Closer: "first", Styles: []string{"think", "thinking"}}, "a</thinking>b</think>c", false, result{"b</think>c", "a", Closed}},
		{Rule{Styles: []string{"think", "thinking"}}, "a</thinking>b</think>c", false, result{"c", "a</thinking>b", Closed}},
	} {
		p, err := c.rule.plan()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.cut(c.in, c.separate); got != c.want {
			t.Errorf("%+v: %q is %+v, want %+v", c.rule, c.in, got, c.want)
		}
	}
}

func TestConfig(t *testing.T) {
	const good = `
styles: [think, harmony]
unclosed: no_answer
rules:
  - model: "*gpt-oss*"
    styles: [harmony]
    unclosed: reject
  - {model: "*", opener: prompt, closer: first}
`
	var c Config
	if err := yaml.Unmarshal([]byte(good), &c); err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	if c.Unclosed != NoAnswer || len(c.Rules) != 2 || c.Rules[0].Styles[0] != "harmony" || c.Rules[1].Closer != "first" {
		t.Errorf("the configuration is read as %+v", c)
	}
	for _, bad := range []struct{ yaml, want string }{
		{"styles: [thinks]", `"thinks" is unknown`},
		{"unclosed: maybe", `"maybe" is unknown`},
		{"opener: here", `"here" is unknown`},
		{"closer: second", `"second" is unknown`},
		{"model: m", "belong into thinking.rules"},
		{"rules: [{styles: [think]}]", "rules[0]: it has no model pattern"},
		{"rules: [{model: m, styles: [x]}]", `rules[0] (model "m")`},
	} {
		var c Config
		if err := yaml.Unmarshal([]byte(bad.yaml), &c); err != nil {
			t.Fatal(err)
		}
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: the error is %v, want %q in it", bad.yaml, err, bad.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true},
		{"", "", true},
		{"", "m", false},
		{"qwen*", "Qwen/Qwen3-8B", true},
		{"*gpt-oss*", "openai/gpt-oss-20b", true},
		{"*gpt-oss", "openai/gpt-oss-20b", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"*a*b*c", "xxaxxbxbxc", true},
		{"*a*b*c", "xxaxxcxb", false},
		{"a**", "a", true},
	} {
		if got := matches(c.pattern, c.name); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}
