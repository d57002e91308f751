package thinking

import (
	"fmt"
	"slices"
	"strings"
)

// The values of the column thinking_state.
const (
	None     = "none"     // no thinking in the response
	Closed   = "closed"   // a closing tag: the answer follows it
	Unclosed = "unclosed" // a block that begins and does not end
	Field    = "field"    // the thinking came in a field of its own
)

// The policies for unclosed blocks.
const (
	AllAnswer = "all_answer" // the whole response is the answer, as the reference does
	NoAnswer  = "no_answer"  // the answer is empty: the thinking was cut off
	Reject    = "reject"     // the record is not scored; the row says why
)

// Config says how thinking is told from answers. The zero Config is the
// reference's way, which the parity tasks need.
type Config struct {
	Rule `yaml:",inline"`
	// Rules are for models by name; the first that matches stands instead of
	// the Rule above as a whole.
	Rules []Rule `yaml:"rules,omitempty" json:"rules,omitempty"`
}

// Rule is how the thinking of some models is told from their answers.
type Rule struct {
	// Model is a pattern of model names: * stands for any characters, ? for
	// one, letters match in both cases. Only Rules have it.
	Model string `yaml:"model,omitempty" json:"model,omitempty"`
	// Styles are the tag styles to look for; see Styles. None means [think].
	Styles []string `yaml:"styles,omitempty" json:"styles,omitempty"`
	// Unclosed is the policy for a block that does not end: all_answer (if
	// empty), no_answer or reject.
	Unclosed string `yaml:"unclosed,omitempty" json:"unclosed,omitempty"`
	// Opener says where blocks begin: "text" (if empty): with an opening tag at
	// the start of the response; "prompt": the prompt ends with the opening
	// tag, so that a response without closing tag is an unclosed block.
	Opener string `yaml:"opener,omitempty" json:"opener,omitempty"`
	// Closer says which closing tag ends the thinking: "last" (if empty) or
	// "first". They differ where the thinking or the answer quotes the tag.
	Closer string `yaml:"closer,omitempty" json:"closer,omitempty"`
}

// Validate says what is wrong with the configuration, if anything is.
func (c Config) Validate() error {
	if c.Model != "" {
		return fmt.Errorf("cannot use thinking.model %q: model patterns belong into thinking.rules", c.Model)
	}
	if _, err := c.Rule.plan(); err != nil {
		return fmt.Errorf("cannot use thinking: %w", err)
	}
	for i, r := range c.Rules {
		if r.Model == "" {
			return fmt.Errorf("cannot use thinking.rules[%d]: it has no model pattern (\"*\" is for all models)", i)
		}
		if _, err := r.plan(); err != nil {
			return fmt.Errorf("cannot use thinking.rules[%d] (model %q): %w", i, r.Model, err)
		}
	}
	return nil
}

func (r Rule) plan() (plan, error) {
	p := plan{unclosed: orElse(r.Unclosed, AllAnswer)}
	if known := []string{AllAnswer, NoAnswer, Reject}; !slices.Contains(known, p.unclosed) {
		return p, unknown("unclosed", r.Unclosed, known)
	}
	switch orElse(r.Opener, "text") {
	case "text":
	case "prompt":
		p.inPrompt = true
	default:
		return p, unknown("opener", r.Opener, []string{"text", "prompt"})
	}
	switch orElse(r.Closer, "last") {
	case "last":
	case "first":
		p.first = true
	default:
		return p, unknown("closer", r.Closer, []string{"last", "first"})
	}
	for _, name := range r.Styles {
		ms, ok := styles[name]
		if !ok {
			return p, unknown("styles", name, Styles())
		}
		p.markups = append(p.markups, ms...)
	}
	if len(r.Styles) == 0 {
		p.markups = styles[Think]
	}
	return p, nil
}

func unknown(field, value string, known []string) error {
	return fmt.Errorf("%s: %q is unknown; known are %s", field, value, strings.Join(known, ", "))
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
