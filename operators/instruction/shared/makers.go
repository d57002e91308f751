package shared

import (
	"strconv"
	"strings"

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
		bound, err := k.Bound(kwarg, "relation", allowed)
		if err != nil {
			return instruction.Checker{}, err
		}
		return compare(bound, what, grows, count), nil
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

// NumberWords is length_constraints:number_words of the English and the
// Inception dialect: the number of runs of PyWord; vowel marks cut words.
func NumberWords(relations []instruction.Relation) instruction.Maker {
	return Relating("num_words", "words", relations, true, (*instruction.Answer).PyWords)
}

// NumberSentences is length_constraints:number_sentences of the English and the
// Inception dialect: the number of sentences of the English Punkt model.
func NumberSentences(relations []instruction.Relation) instruction.Maker {
	return Relating("num_sentences", "sentences", relations, false, (*instruction.Answer).Sentences)
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
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		ok, err := IsJSON(a.Stripped())
		return instruction.Result{Followed: ok, Counted: instruction.NotCounted}, err
	},
	Wants: "JSON, with or without a fence of backticks",
})

// Title is detectable_format:title of the English and the HF dialect: a line
// holds a title between double angle brackets.
var Title = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		found, ok := FindTitle(a.Text)
		return instruction.Find(found, ok)
	},
	Wants: "a title, wrapped in << and >>",
	Trend: instruction.Grows,
})

// Quotation is startend:quotation of the English and the HF dialect: the answer
// stands between ASCII quotation marks.
var Quotation = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		s := a.Stripped()
		return instruction.Bool(len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"')
	},
	Wants: `begins and ends with "`,
})

// ConstrainedResponse is detectable_format:constrained_response with the
// dialect's options. That the reference strips the answer before makes no
// difference: no option begins or ends with white space.
func ConstrainedResponse(options ...string) instruction.Maker {
	return Plain(instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, o := range options {
				if strings.Contains(a.Text, o) {
					return instruction.Find(o, true)
				}
			}
			return instruction.Bool(false)
		},
		Wants: "contains one of: " + strings.Join(options, " / "),
		Trend: instruction.Grows,
	})
}

// fails is the check of arguments that the reference trips over only when it
// checks an answer.
func fails(err error) func(*instruction.Answer) (instruction.Result, error) {
	return func(*instruction.Answer) (instruction.Result, error) { return instruction.Fail(err) }
}

// quote shortens and quotes a text for Checker.Wants.
func quote(s string) string {
	const limit = 80
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "..."
	}
	return strconv.Quote(s)
}
