package thinking

import (
	"maps"
	"slices"
)

// markup is one way in which models set thinking apart from the answer.
type markup struct {
	// opens are what a block of thinking begins with, at the start of the text
	// (after white space) or nowhere: models whose prompt ends with the opener
	// leave it out.
	opens []string
	// closes are what ends a block. What they have in common at the start is
	// stem, which is looked for.
	closes []string
	stem   string
	// anchored markup counts only in a text that begins with an opener, because
	// the closer may be ordinary prose.
	anchored bool
	// glued openers are a word of prose as well: without a closer they count
	// only when a letter follows at once.
	glued bool
	// after are cut off the end of the thinking, in that order.
	after []string
	// wraps are what may stand around the answer, and is taken off if it does;
	// the closing part alone is taken off too.
	wraps [][2]string
}

// styles are the tag styles by name; some have several markups. They are what
// models emitted in 2026; the comments name some of them.
var styles = map[string][]markup{
	// DeepSeek R1 and V3, Qwen3, QwQ, GLM-4.5, Kimi K2, Nemotron 3, OLMo 3, MiMo,
	// Step 3, MiniMax M2. It is the one style of the parity tasks, and the
	// closers are the reference's.
	Think: {{
		opens:  []string{"<think>", "<think_fast>", "<think_faster>"},
		closes: []string{"</think>", "</think_fast>", "</think_faster>"},
	}},
	// Hunyuan A13B: the answer is wrapped, too.
	"answer": {{
		opens:  []string{"<think>"},
		closes: []string{"</think>"},
		wraps:  [][2]string{{"<answer>", "</answer>"}},
	}},
	// Models that a prompt asks to think.
	"thinking":  {{opens: []string{"<thinking>"}, closes: []string{"</thinking>"}}},
	"reasoning": {{opens: []string{"<reasoning>"}, closes: []string{"</reasoning>"}}},
	// Magistral, Mistral Small 4.
	"bracket_think": {{opens: []string{"[THINK]"}, closes: []string{"[/THINK]"}}},
	// Seed OSS.
	"seed": {{opens: []string{"<seed:think>"}, closes: []string{"</seed:think>"}}},
	// MiniMax M3. A plain reply may begin with one stray closer.
	"minimax": {{opens: []string{"<mm:think>"}, closes: []string{"</mm:think>"}}},
	// Kimi VL, Kimi k1.5.
	"kimi": {{opens: []string{"◁think▷"}, closes: []string{"◁/think▷"}}},
	// gpt-oss: channels, and what is left of them where the special tokens were
	// dropped.
	"harmony": {
		{
			opens:  []string{"<|channel|>analysis<|message|>", "<|start|>assistant<|channel|>analysis<|message|>"},
			closes: []string{"<|channel|>final<|message|>"},
			after:  []string{"<|start|>assistant", "<|end|>"},
			wraps:  [][2]string{{"", "<|return|>"}, {"", "<|end|>"}},
		},
		{
			opens:    []string{"analysis"},
			closes:   []string{"assistantfinal"},
			anchored: true,
			glued:    true,
		},
	},
	// Gemma 4.
	"gemma": {{opens: []string{"<|channel>thought"}, closes: []string{"<channel|>"}}},
	// Command A Reasoning.
	"command_a": {{
		opens:  []string{"<|START_THINKING|>"},
		closes: []string{"<|END_THINKING|>"},
		wraps:  [][2]string{{"<|START_RESPONSE|>", "<|END_RESPONSE|>"}, {"<|START_TEXT|>", "<|END_TEXT|>"}},
	}},
	// Apertus.
	"apertus": {{opens: []string{"<|inner_prefix|>"}, closes: []string{"<|inner_suffix|>"}}},
	// Granite 3.2: plain prose.
	"granite": {{
		opens:    []string{"Here is my thought process:"},
		closes:   []string{"Here is my response:"},
		anchored: true,
	}},
}

// Think is the style of the parity tasks.
const Think = "think"

func init() {
	for _, ms := range styles {
		for i := range ms {
			ms[i].stem = commonStem(ms[i].closes)
		}
	}
}

func commonStem(list []string) string {
	stem := list[0]
	for _, s := range list[1:] {
		n := 0
		for n < min(len(stem), len(s)) && stem[n] == s[n] {
			n++
		}
		stem = stem[:n]
	}
	return stem
}

// Styles lists the names of the tag styles in alphabetical order.
func Styles() []string { return slices.Sorted(maps.Keys(styles)) }
