package shared

import (
	"strconv"

	"mizan/operators/instruction"
)

// Counting returns the Maker of an instruction that compares a count with one
// numeric kwarg. grows says that the count can only grow when lines are added.
func Counting(kwarg, what string, relation instruction.Relation, grows bool, count func(a *instruction.Answer) int) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		if err := k.Only(kwarg); err != nil {
			return instruction.Checker{}, err
		}
		n, err := k.Threshold(kwarg)
		if err != nil {
			return instruction.Checker{}, err
		}
		return compare(instruction.Bound{Relation: relation, N: n.Value}, what, grows, count), nil
	}
}

// Relating returns the Maker of an instruction that compares a count with a
// numeric kwarg by the relation in the kwarg relation, one of those allowed.
func Relating(kwarg, what string, allowed []instruction.Relation, grows bool, count func(a *instruction.Answer) int) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		if err := k.Only(kwarg, "relation"); err != nil {
			return instruction.Checker{}, err
		}
		n, err := k.Threshold(kwarg)
		if err != nil {
			return instruction.Checker{}, err
		}
		relation, err := k.Relation("relation", allowed...)
		if err != nil {
			return instruction.Checker{}, err
		}
		return compare(instruction.Bound{Relation: relation, N: n.Value}, what, grows, count), nil
	}
}

func compare(b instruction.Bound, what string, grows bool, count func(a *instruction.Answer) int) instruction.Checker {
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			n := count(a)
			return instruction.Count(n, b.Holds(n))
		},
		Wants: b.Of(what),
	}
	if grows {
		c.Trend = b.Trend()
	}
	return c
}

// Plain returns the Maker of an instruction without kwargs.
func Plain(c instruction.Checker) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		if err := k.Only(); err != nil {
			return instruction.Checker{}, err
		}
		return c, nil
	}
}

// NumberPlaceholders is detectable_content:number_placeholders.
var NumberPlaceholders = Counting("num_placeholders", "placeholders", instruction.AtLeast, true,
	func(a *instruction.Answer) int { return CountPlaceholders(a.Text) })

// NumberBulletLists is detectable_format:number_bullet_lists.
var NumberBulletLists = Counting("num_bullets", "bullets", instruction.Exactly, false,
	func(a *instruction.Answer) int { return CountBullets(a.Text) })

// NumberHighlightedSections is detectable_format:number_highlighted_sections.
var NumberHighlightedSections = Counting("num_highlights", "highlighted sections", instruction.AtLeast, true,
	func(a *instruction.Answer) int { return CountHighlights(a.Text) })

// NumberParagraphs is length_constraints:number_paragraphs.
func NumberParagraphs(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("num_paragraphs"); err != nil {
		return instruction.Checker{}, err
	}
	want, err := k.Threshold("num_paragraphs")
	if err != nil {
		return instruction.Checker{}, err
	}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			n, ok := CountParagraphs(a.Text)
			return instruction.Count(n, ok && float64(n) == want.Value)
		},
		Wants: "exactly " + want.String() + " paragraphs divided by ***",
	}, nil
}

// TwoResponses is combination:two_responses.
var TwoResponses = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		return instruction.Bool(IsTwoResponses(a.Text))
	},
	Wants: "two different responses divided by ******",
})

// JSONFormat is detectable_format:json_format.
var JSONFormat = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return checkJSON(a.Stripped()) },
	Wants: "JSON, with or without a fence of backticks",
})

// RepeatPrompt is combination:repeat_prompt.
func RepeatPrompt(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "prompt_to_repeat"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if k.Empty(name) {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg %q must be set", name)
	}
	phrase, fault := lowerPhrase(k, name)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			if fault != nil {
				return instruction.Fail(fault)
			}
			return instruction.Bool(HasLowerPrefix(a.Stripped(), phrase))
		},
		Wants: "begins with " + quote(phrase),
	}, nil
}

// EndChecker is startend:end_checker.
func EndChecker(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "end_phrase"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		_, err := k.Text(name)
		return instruction.Checker{}, err
	}
	phrase, fault := lowerPhrase(k, name)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			if fault != nil {
				return instruction.Fail(fault)
			}
			return instruction.Bool(EndsWith(a.Stripped(), phrase))
		},
		Wants: "ends with " + quote(phrase),
	}, nil
}

// quote shortens and quotes a text for Checker.Wants.
func quote(s string) string {
	const limit = 80
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "..."
	}
	return strconv.Quote(s)
}

// TwoResponsesMaker is TwoResponses.
var TwoResponsesMaker = TwoResponses
