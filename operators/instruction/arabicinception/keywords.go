package arabicinception

import (
	"fmt"
	"slices"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// listed returns the elements of a list kwarg that may not be empty, sorted.
func listed(k instruction.Kwargs, name string) ([]any, error) {
	if k.Empty(name) {
		return nil, instruction.Errorf(instruction.MissingKwarg, "kwarg %q is absent or empty", name)
	}
	items, err := k.Items(name)
	if err != nil {
		return nil, err
	}
	return shared.Sorted(items)
}

// existence: every keyword, a raw pattern, is found anywhere, ignoring case.
func existence(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keywords"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := listed(k, name)
	if err != nil {
		return instruction.Checker{}, err
	}
	patterns := shared.CompileRaws(items, pattern.IgnoreCase)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, p := range patterns {
				if found, err := find(p, a.Text); err != nil {
					return instruction.Fail(err)
				} else if !found {
					return instruction.Find("without "+p.String(), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: fmt.Sprintf("contains %q", items),
	}, nil
}

// find searches for a raw pattern; its fault shows now.
func find(p shared.Raw, s string) (bool, error) {
	if p.Fault != nil {
		return false, p.Fault
	}
	found, err := p.Find(s)
	return found, shared.Limit(err)
}

// forbiddenWords: no word, a raw pattern between word boundaries, is found,
// ignoring case.
func forbiddenWords(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "forbidden_words"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	items, err := listed(k, name)
	if err != nil {
		return instruction.Checker{}, err
	}
	if err := shared.Hashable(items); err != nil {
		return instruction.Checker{}, err
	}
	items = slices.Compact(items)
	patterns := shared.CompileRaws(items, pattern.IgnoreCase|pattern.WordBounded)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, p := range patterns {
				if found, err := find(p, a.Text); err != nil {
					return instruction.Fail(err)
				} else if found {
					return instruction.Find(p.String(), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: fmt.Sprintf("does not contain %q", items),
	}, nil
}

// frequency: the number of non-overlapping matches of the stripped keyword, a
// raw pattern, ignoring case.
func frequency(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keyword"
	if err := k.Only(name, "frequency", "relation"); err != nil {
		return instruction.Checker{}, err
	}
	if k.Empty(name) {
		return instruction.Checker{}, instruction.Errorf(instruction.MissingKwarg, "kwarg %q is absent or empty", name)
	}
	keyword, err := k.Text(name)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound, err := boundOf(k, "frequency", "relation")
	if err != nil {
		return instruction.Checker{}, err
	}
	p := shared.CompileRaw(text.Strip(keyword), pattern.IgnoreCase)
	return instruction.Checker{
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
		Wants: bound.Of(fmt.Sprintf("matches of %q", text.Strip(keyword))),
	}, nil
}

// boundOf returns the bound that two kwargs set.
func boundOf(k instruction.Kwargs, number, relation string) (instruction.Bound, error) {
	n, err := k.Threshold(number)
	if err != nil {
		return instruction.Bound{}, err
	}
	r, err := k.Relation(relation, relations...)
	return instruction.Bound{Relation: r, N: n.Value}, err
}

// letterFrequency: the number of one letter from a to z in lower(answer).
func letterFrequency(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("letter", "let_frequency", "let_relation"); err != nil {
		return instruction.Checker{}, err
	}
	letter, err := shared.EnglishLetter(k)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound, err := boundOf(k, "let_frequency", "let_relation")
	if err != nil {
		return instruction.Checker{}, err
	}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := shared.EnglishLetterCount(a.Text, letter)
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("times the letter " + string(letter)),
	}, nil
}
