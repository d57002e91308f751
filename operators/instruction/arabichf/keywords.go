package arabichf

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// words returns the elements of a list kwarg as literal patterns between word
// boundaries. allTexts is false if an element is no text, which makes the
// reference's search fail quietly: not followed.
func words(items []any) (patterns []*pattern.Pattern, allTexts bool) {
	for _, item := range items {
		s, ok := item.(string)
		if !ok {
			return nil, false
		}
		patterns = append(patterns, pattern.Literal(s, pattern.WordBounded))
	}
	return patterns, true
}

// monotone says whether more text can only make more matches.
func monotone(patterns []*pattern.Pattern) bool {
	for _, p := range patterns {
		if !p.IsLiteral() {
			return false
		}
	}
	return true
}

// never is the check of arguments that no answer can satisfy.
func never(*instruction.Answer) (instruction.Result, error) { return instruction.Bool(false) }

// existence: every keyword is found between word boundaries; case counts.
func existence(k instruction.Kwargs) (instruction.Checker, error) {
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
	c := instruction.Checker{Check: never, Wants: fmt.Sprintf("contains the words %q", items)}
	patterns, ok := words(items)
	if !ok {
		return c, nil
	}
	c.Check = func(a *instruction.Answer) (instruction.Result, error) {
		for _, p := range patterns {
			if found, err := p.Find(a.Text); err != nil {
				return instruction.Fail(shared.Limit(err))
			} else if !found {
				return instruction.Find("without "+p.String(), false)
			}
		}
		return instruction.Bool(true)
	}
	if monotone(patterns) {
		c.Trend = instruction.Grows
	}
	return c, nil
}

// forbiddenWords: no word is found between word boundaries; case counts.
func forbiddenWords(k instruction.Kwargs) (instruction.Checker, error) {
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
	c := instruction.Checker{Check: never, Wants: fmt.Sprintf("does not contain the words %q", items)}
	patterns, ok := words(items)
	if !ok {
		return c, nil
	}
	c.Check = func(a *instruction.Answer) (instruction.Result, error) {
		for _, p := range patterns {
			if found, err := p.Find(a.Text); err != nil {
				return instruction.Fail(shared.Limit(err))
			} else if found {
				return instruction.Find(p.String(), false)
			}
		}
		return instruction.Bool(true)
	}
	if monotone(patterns) {
		c.Trend = instruction.Shrinks
	}
	return c, nil
}

// frequency: the number of times the stripped keyword stands between word
// boundaries; case counts.
func frequency(k instruction.Kwargs) (instruction.Checker, error) {
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
	relation, err := k.Relation("relation", relations...)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound := instruction.Bound{Relation: relation, N: n.Value}
	p := pattern.Literal(text.Strip(keyword), pattern.WordBounded)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count, err := p.Count(a.Text)
			if err != nil {
				return instruction.Fail(shared.Limit(err))
			}
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of(fmt.Sprintf("times the word %q", p)),
	}
	if p.IsLiteral() {
		c.Trend = bound.Trend()
	}
	return c, nil
}

// letterFrequency: the number of one letter, of any script, in lower(answer).
func letterFrequency(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("letter", "let_frequency", "let_relation", "frequency", "relation"); err != nil {
		return instruction.Checker{}, err
	}
	k = shared.LetterAliases(k, relations)
	letter, err := k.Text("letter")
	if err != nil {
		return instruction.Checker{}, err
	}
	n, err := k.Threshold("let_frequency")
	if err != nil {
		return instruction.Checker{}, err
	}
	relation, err := k.Relation("let_relation", relations...)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound := instruction.Bound{Relation: relation, N: n.Value}
	letter = text.Lower(text.Strip(letter))
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := countLetter(a, letter)
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of(fmt.Sprintf("times the letter %q", letter)),
		Trend: bound.Trend(),
	}, nil
}

// countLetter counts a letter in lower(answer). What is not exactly one
// character is never found.
func countLetter(a *instruction.Answer, letter string) int {
	if utf8.RuneCountInString(letter) != 1 {
		return 0
	}
	const dotAbove = '\u0307' // also part of the lower case of U+0130
	r, _ := utf8.DecodeRuneInString(letter)
	if unicode.SimpleFold(r) == r && r != dotAbove {
		return strings.Count(a.Text, letter) // no other character lowers to it
	}
	return strings.Count(a.Lower(), letter)
}
