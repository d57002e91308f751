package shared

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// EnglishLetterFrequency returns the Maker of keywords:letter_frequency of the
// English and the Inception dialect: the number of one letter from a to z in
// lower(answer). Where "exactly" is a relation it means "at least".
func EnglishLetterFrequency(relations []instruction.Relation) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		if err := k.Only("letter", "let_frequency", "let_relation"); err != nil {
			return instruction.Checker{}, err
		}
		letter, err := englishLetter(k)
		if err != nil {
			return instruction.Checker{}, err
		}
		bound, err := k.Bound("let_frequency", "let_relation", relations)
		if err != nil {
			return instruction.Checker{}, err
		}
		if bound.Relation == instruction.Exactly {
			bound.Relation = instruction.AtLeast
		}
		return compare(bound, "times the letter "+string(letter), true,
			func(a *instruction.Answer) int { return EnglishLetterCount(a.Text, letter) }), nil
	}
}

// englishLetter returns the kwarg letter of letter_frequency in lower case, as
// the English and the Inception dialect take it: one character whose lower case
// is from a to z; any other text is replaced at random by the reference.
func englishLetter(k instruction.Kwargs) (byte, error) {
	const (
		name        = "letter"
		capitalIDot = "\u0130"
	)
	if k.Empty(name) {
		return 0, missing(name)
	}
	switch letter := k[name].(type) {
	case string:
		if letter == capitalIDot {
			return 0, instruction.Errorf(instruction.TypeError, "kwarg %q is %q, which is two characters in lower case", name, letter)
		}
		if utf8.RuneCountInString(letter) == 1 {
			if lower := text.Lower(letter); 'a' <= lower[0] && lower[0] <= 'z' {
				return lower[0], nil
			}
		}
		return 0, instruction.Errorf(instruction.UnusableKwarg, "kwarg %q is %q, not a letter from a to z", name, letter)
	case []any, map[string]any:
		return 0, instruction.Errorf(instruction.AttributeError, "kwarg %q is no text", name)
	}
	return 0, instruction.Errorf(instruction.TypeError, "kwarg %q is no text", name)
}

// EnglishLetterCount counts a letter from a to z in lower(s). Beside its own
// two forms only U+0130 (i and a mark) and U+212A (k) lower to such a letter.
func EnglishLetterCount(s string, letter byte) int {
	n := strings.Count(s, string(rune(letter))) + strings.Count(s, string(rune(letter-'a'+'A')))
	switch letter {
	case 'i':
		n += strings.Count(s, "\u0130")
	case 'k':
		n += strings.Count(s, "\u212A")
	}
	return n
}

// LetterAliases returns the Maker of letter_frequency of a dialect that takes
// frequency and relation as other names of let_frequency and let_relation, for
// which under is the Maker. An alias stands in where its name is absent, and
// where the name's value is no relation while the alias's is: so a frequency
// that is the name of a relation takes the place of let_frequency, and fails
// there.
func LetterAliases(relations []instruction.Relation, under instruction.Maker) instruction.Maker {
	isRelation := func(value any) bool {
		s, ok := value.(string)
		return ok && slices.Contains(relations, instruction.Relation(s))
	}
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		own := maps.Clone(k)
		for _, name := range [...]string{"frequency", "relation"} {
			alias, given := k[name]
			long := "let_" + name
			if given && (!k.Has(long) || !isRelation(k[long]) && isRelation(alias)) {
				own[long] = alias
			}
			delete(own, name)
		}
		return under(own)
	}
}
