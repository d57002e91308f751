package shared

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// EnglishLetter returns the kwarg letter of letter_frequency in lower case, as
// the English and the Inception dialect take it: one character whose lower case
// is from a to z; any other text is replaced at random by the reference.
func EnglishLetter(k instruction.Kwargs) (byte, error) {
	const (
		name        = "letter"
		capitalIDot = "\u0130"
	)
	if k.Empty(name) {
		return 0, instruction.Errorf(instruction.MissingKwarg, "kwarg %q is absent or empty", name)
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

// LetterAliases returns the kwargs of letter_frequency under their own names,
// where the dialect takes frequency and relation for let_frequency and
// let_relation too. An alias stands in where its name is absent, and where the
// name's value is no relation while the alias's is: so a frequency that is the
// name of a relation takes the place of let_frequency, and fails there.
func LetterAliases(k instruction.Kwargs, relations []instruction.Relation) instruction.Kwargs {
	isRelation := func(value any) bool {
		s, ok := value.(string)
		return ok && slices.Contains(relations, instruction.Relation(s))
	}
	out := instruction.Kwargs{}
	for _, name := range [...]string{"letter", "let_frequency", "let_relation"} {
		if value, ok := k[name]; ok {
			out[name] = value
		}
	}
	for _, name := range [...]string{"frequency", "relation"} {
		alias, given := k[name]
		own := "let_" + name
		if given && (!out.Has(own) || !isRelation(out[own]) && isRelation(alias)) {
			out[own] = alias
		}
	}
	return out
}
