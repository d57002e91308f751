package english

import (
	"slices"
	"strconv"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// existence: every keyword, a raw pattern, is found anywhere, ignoring case.
func (v variant) existence(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keywords"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := k.Items(name)
	if err != nil {
		return instruction.Checker{}, err
	}
	if items, err = shared.Sorted(items); err != nil {
		return instruction.Checker{}, err
	}
	patterns := shared.CompileRaws(items, pattern.IgnoreCase)
	lacks := make([]string, len(items))
	for i, item := range items {
		lacks[i] = "no " + quoted(item)
	}
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for i, p := range patterns {
				if p.Fault != nil {
					return v.patternFault(p.Fault)
				}
				found, err := p.Find(a.Text)
				if err != nil {
					return instruction.Fail(shared.Limit(err))
				}
				if !found {
					return instruction.Find(lacks[i], false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "contains " + listed(items),
	}
	if shared.AllLiteral(patterns) {
		c.Trend = instruction.Grows
	}
	return c, nil
}

// patternFault is the result where the reference meets an invalid pattern.
func (v variant) patternFault(err error) (instruction.Result, error) {
	if v.lenientPatterns {
		return instruction.Bool(false)
	}
	return instruction.Fail(err)
}

// frequency: the number of non-overlapping matches of the stripped keyword, a
// raw pattern, ignoring case. An empty pattern matches at every place.
func (v variant) frequency(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("keyword", "frequency", "relation"); err != nil {
		return instruction.Checker{}, err
	}
	keyword, err := k.Text("keyword")
	if err != nil {
		return instruction.Checker{}, err
	}
	n, err := k.Threshold("frequency")
	if err != nil {
		return instruction.Checker{}, err
	}
	relation, err := k.Relation("relation", v.relations...)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound := instruction.Bound{Relation: relation, N: n.Value}
	keyword = text.Strip(keyword)
	p := shared.CompileRaw(keyword, pattern.IgnoreCase)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			if p.Fault != nil {
				return instruction.Fail(p.Fault)
			}
			count, err := p.Count(a.Text)
			if err != nil {
				return instruction.Fail(shared.Limit(err))
			}
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("matches of " + strconv.Quote(keyword)),
	}
	if shared.AllLiteral([]shared.Raw{p}) {
		c.Trend = bound.Trend()
	}
	return c, nil
}

// forbiddenWords: no word, a raw pattern between word boundaries, is found,
// ignoring case.
func (v variant) forbiddenWords(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "forbidden_words"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := k.Items(name)
	if err != nil {
		return instruction.Checker{}, err
	}
	if err := shared.Hashable(items); err != nil {
		return instruction.Checker{}, err
	}
	if items, err = shared.Sorted(items); err != nil {
		return instruction.Checker{}, err
	}
	items = slices.Compact(items)
	patterns := shared.CompileRaws(items, pattern.IgnoreCase|pattern.WordBounded)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for i, p := range patterns {
				if p.Fault != nil {
					return v.patternFault(p.Fault)
				}
				found, err := p.Find(a.Text)
				if err != nil {
					return instruction.Fail(shared.Limit(err))
				}
				if found {
					return instruction.Find(items[i].(string), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "does not contain " + listed(items),
	}
	if shared.AllLiteral(patterns) {
		c.Trend = instruction.Shrinks
	}
	return c, nil
}

// letterFrequency: the number of one letter in lower(answer).
func (v variant) letterFrequency(k instruction.Kwargs) (instruction.Checker, error) {
	names := []string{"letter", "let_frequency", "let_relation"}
	if v.letterAliases {
		names = append(names, "frequency", "relation")
	}
	if err := k.Only(names...); err != nil {
		return instruction.Checker{}, err
	}
	if v.letterAliases {
		k = shared.LetterAliases(k, v.looseRelations)
	}
	letter, err := shared.EnglishLetter(k)
	if err != nil {
		return instruction.Checker{}, err
	}
	n, err := k.Threshold("let_frequency")
	if err != nil {
		return instruction.Checker{}, err
	}
	relation, err := k.Relation("let_relation", v.looseRelations...)
	if err != nil {
		return instruction.Checker{}, err
	}
	if relation == instruction.Exactly {
		relation = instruction.AtLeast
	}
	bound := instruction.Bound{Relation: relation, N: n.Value}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := shared.EnglishLetterCount(a.Text, letter)
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("times the letter " + string(letter)),
		Trend: bound.Trend(),
	}, nil
}

// listed quotes the elements of a list for Checker.Wants.
func listed(items []any) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoted(item))
	}
	return b.String()
}

func quoted(item any) string {
	if s, ok := item.(string); ok {
		return strconv.Quote(s)
	}
	return "(no text)"
}
