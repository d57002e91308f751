package shared

import (
	"slices"
	"strconv"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// Keywords makes the instructions keywords:existence, frequency and
// forbidden_words, whose keywords the dialects read differently.
type Keywords struct {
	// Literal: a keyword means itself, its case counts, and it stands between
	// word boundaries. Otherwise it is a raw pattern that ignores case, between
	// word boundaries in forbidden_words only.
	Literal bool
	// Lenient: a list with an element that is no valid pattern, or no text, is
	// not followed in existence and forbidden_words. Otherwise it is an error.
	Lenient bool
	// Relations are the allowed ones of frequency.
	Relations []instruction.Relation
}

// Existence: every keyword is found.
func (w Keywords) Existence(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keywords"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := NonEmptyList(k, name)
	if err != nil {
		return instruction.Checker{}, err
	}
	return w.check(items, 0, true), nil
}

// ForbiddenWords: no word is found.
func (w Keywords) ForbiddenWords(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "forbidden_words"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := NonEmptyList(k, name)
	if err != nil {
		return instruction.Checker{}, err
	}
	if err := Hashable(items); err != nil {
		return instruction.Checker{}, err
	}
	return w.check(items, pattern.WordBounded, false), nil
}

// check is the check that all items are found, or none.
func (w Keywords) check(items []any, flags pattern.Flags, wanted bool) instruction.Checker {
	patterns := CompileList(items, func(item string) Raw { return w.compile(item, flags) })
	names := make([]string, len(items))
	for i, item := range items {
		s, _ := item.(string)
		names[i] = strconv.Quote(s)
	}
	c := instruction.Checker{
		Wants: "contains none of " + strings.Join(names, ", "),
		Trend: instruction.Shrinks,
	}
	if wanted {
		c = instruction.Checker{Wants: "contains " + strings.Join(names, ", "), Trend: instruction.Grows}
	}
	if !all(patterns, Raw.literal) {
		c.Trend = instruction.Varies
	}
	c.Check = func(a *instruction.Answer) (instruction.Result, error) {
		for i, p := range patterns {
			if w.Lenient && p.Fault != nil {
				return instruction.Bool(false)
			}
			found, err := p.Find(a.Text)
			if err != nil {
				return instruction.Fail(err)
			}
			if found != wanted {
				return instruction.Find(names[i], false)
			}
		}
		return instruction.Bool(true)
	}
	return c
}

// Frequency: the number of non-overlapping matches of the stripped keyword.
func (w Keywords) Frequency(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keyword"
	if err := k.Only(name, "frequency", "relation"); err != nil {
		return instruction.Checker{}, err
	}
	if k.Empty(name) {
		return instruction.Checker{}, missing(name)
	}
	keyword, err := k.Text(name)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound, err := k.Bound("frequency", "relation", w.Relations)
	if err != nil {
		return instruction.Checker{}, err
	}
	keyword = text.Strip(keyword)
	p := w.compile(keyword, 0)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			n, err := p.Count(a.Text)
			if err != nil {
				return instruction.Fail(err)
			}
			return instruction.Count(n, bound.Holds(n))
		},
		Wants: bound.Of("matches of " + strconv.Quote(keyword)),
	}
	if p.literal() {
		c.Trend = bound.Trend()
	}
	return c, nil
}

func (w Keywords) compile(keyword string, flags pattern.Flags) Raw {
	if w.Literal {
		return Raw{Pattern: pattern.Literal(keyword, pattern.WordBounded)}
	}
	return CompileRaw(keyword, flags|pattern.IgnoreCase)
}

// NonEmptyList returns the elements of a list kwarg, sorted: the reference puts
// random words in the place of an empty one.
func NonEmptyList(k instruction.Kwargs, name string) ([]any, error) {
	if k.Empty(name) {
		return nil, missing(name)
	}
	items, err := k.Items(name)
	if err != nil {
		return nil, err
	}
	return sorted(items)
}

func missing(name string) error {
	return instruction.Errorf(instruction.MissingKwarg, "kwarg %q is absent or empty", name)
}

func all[T any](items []T, is func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !is(item) })
}
