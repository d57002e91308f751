package english

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// compiled is a pattern from a kwarg or the error the reference meets when it
// comes to use it, which depends on the answer.
type compiled struct {
	*pattern.Pattern
	fault error
}

func compile(source string, flags pattern.Flags) compiled {
	p, err := pattern.Compile(source, flags)
	if err != nil {
		return compiled{fault: instruction.Errorf(instruction.PatternError, "%v", err)}
	}
	return compiled{Pattern: p}
}

// compileItems compiles the elements of a list; one that is no text is a
// TypeError of its use.
func compileItems(items []any, flags pattern.Flags) []compiled {
	out := make([]compiled, len(items))
	for i, item := range items {
		if s, ok := item.(string); ok {
			out[i] = compile(s, flags)
		} else {
			out[i].fault = instruction.Errorf(instruction.TypeError, "element %d of the list is no text", i)
		}
	}
	return out
}

// literal says whether all patterns take the literal path, where nothing can
// go wrong and matches only depend on the text they cover.
func literal(patterns []compiled) bool {
	return !slices.ContainsFunc(patterns, func(c compiled) bool { return c.fault != nil || !c.IsLiteral() })
}

// limit names the error of a pattern that took too long.
func limit(err error) error {
	if errors.Is(err, pattern.ErrSteps) {
		return instruction.Errorf(instruction.TimeLimit, "%v", err)
	}
	return err
}

// sorted sorts the elements of a list as the reference does before it looks at
// them: texts by code point. A list of texts and others cannot be sorted, which
// is a TypeError.
func sorted(items []any) ([]any, error) {
	items = slices.Clone(items)
	texts := 0
	for _, item := range items {
		if _, ok := item.(string); ok {
			texts++
		}
	}
	if texts == len(items) {
		slices.SortFunc(items, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		return items, nil
	}
	if texts > 0 || len(items) > 1 && slices.ContainsFunc(items, func(item any) bool { return item == nil }) {
		return nil, instruction.Errorf(instruction.TypeError, "the list holds texts and others")
	}
	return items, nil
}

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
	if items, err = sorted(items); err != nil {
		return instruction.Checker{}, err
	}
	patterns := compileItems(items, pattern.IgnoreCase)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for i, p := range patterns {
				if p.fault != nil {
					return v.patternFault(p.fault)
				}
				found, err := p.Find(a.Text)
				if err != nil {
					return instruction.Fail(limit(err))
				}
				if !found {
					return instruction.Find("without "+quoted(items[i]), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "contains " + listed(items),
	}
	if literal(patterns) {
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
	p := compile(keyword, pattern.IgnoreCase)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			if p.fault != nil {
				return instruction.Fail(p.fault)
			}
			count, err := p.Count(a.Text)
			if err != nil {
				return instruction.Fail(limit(err))
			}
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("matches of " + strconv.Quote(keyword)),
	}
	if literal([]compiled{p}) {
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
	for i, item := range items {
		switch item.(type) {
		case []any, map[string]any:
			return instruction.Checker{}, instruction.Errorf(instruction.TypeError, "element %d of kwarg %q is no text", i, name)
		}
	}
	if items, err = sorted(items); err != nil {
		return instruction.Checker{}, err
	}
	items = slices.Compact(items)
	patterns := compileItems(items, pattern.IgnoreCase|pattern.WordBounded)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for i, p := range patterns {
				if p.fault != nil {
					return v.patternFault(p.fault)
				}
				found, err := p.Find(a.Text)
				if err != nil {
					return instruction.Fail(limit(err))
				}
				if found {
					return instruction.Find(items[i].(string), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "does not contain " + listed(items),
	}
	if literal(patterns) {
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
		k = v.resolveAliases(k)
	}
	letter, err := singleLetter(k)
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
			count := letterCount(a.Text, letter)
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("times the letter " + string(letter)),
		Trend: bound.Trend(),
	}, nil
}

// resolveAliases returns the kwargs under their own names. An alias stands in
// where its name is absent, and where the name's value is no relation while the
// alias's is: so a frequency that is the name of a relation takes the place of
// let_frequency, and fails there.
func (v variant) resolveAliases(k instruction.Kwargs) instruction.Kwargs {
	out := instruction.Kwargs{}
	for _, name := range []string{"letter", "let_frequency", "let_relation"} {
		if value, ok := k[name]; ok {
			out[name] = value
		}
	}
	isRelation := func(value any) bool {
		s, ok := value.(string)
		return ok && slices.Contains(v.looseRelations, instruction.Relation(s))
	}
	for _, name := range []string{"frequency", "relation"} {
		alias, given := k[name]
		own := "let_" + name
		if given && (!out.Has(own) || !isRelation(out[own]) && isRelation(alias)) {
			out[own] = alias
		}
	}
	return out
}

// singleLetter returns the kwarg letter in lower case.
func singleLetter(k instruction.Kwargs) (byte, error) {
	const capitalIDot = "\u0130"
	switch letter := k["letter"].(type) {
	case string:
		if letter == capitalIDot {
			return 0, instruction.Errorf(instruction.TypeError, "kwarg \"letter\" is %q, which is two characters in lower case", letter)
		}
		lower := text.Lower(letter)
		if utf8.RuneCountInString(letter) == 1 && 'a' <= lower[0] && lower[0] <= 'z' {
			return lower[0], nil
		}
		return 0, instruction.Errorf(instruction.UnusableKwarg, "kwarg \"letter\" is %q, not a letter from a to z", letter)
	case []any, map[string]any:
		return 0, instruction.Errorf(instruction.AttributeError, "kwarg \"letter\" is no text")
	case nil:
		_, err := k.Text("letter")
		return 0, err
	}
	return 0, instruction.Errorf(instruction.TypeError, "kwarg \"letter\" is no text")
}

// letterCount counts a letter from a to z in lower(s). Beside its own two forms
// only U+0130 (i and a mark) and U+212A (k) lower to such a letter.
func letterCount(s string, letter byte) int {
	n := strings.Count(s, string(rune(letter))) + strings.Count(s, string(rune(letter-'a'+'A')))
	switch letter {
	case 'i':
		n += strings.Count(s, "\u0130")
	case 'k':
		n += strings.Count(s, "\u212A")
	}
	return n
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
