package shared

import (
	"mizan/operators/instruction"
	"mizan/operators/text"
)

// EnglishCapital is change_case:english_capital: all cased characters are
// capitals and the detector says English, or finds no feature.
var EnglishCapital = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return inEnglish(a, text.IsUpper(a.Text)) },
	Wants: "English, in capital letters only",
})

// EnglishLowercase is change_case:english_lowercase, the same with small
// letters.
var EnglishLowercase = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return inEnglish(a, text.IsLower(a.Text)) },
	Wants: "English, in small letters only",
})

func inEnglish(a *instruction.Answer, cased bool) (instruction.Result, error) {
	if !cased {
		return instruction.Find("letters of the other case, or none", false)
	}
	code, ok := a.Language()
	return instruction.Find(code, !ok || code == "en")
}

// CapitalWordFrequency returns the Maker of change_case:capital_word_frequency:
// the number of words in capitals. Unlike elsewhere a negative number is taken
// as it is, and one that is no number goes unnoticed until an answer is checked.
// Where "exactly" is a relation it means "at least".
func CapitalWordFrequency(relations []instruction.Relation) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		const name = "capital_frequency"
		if err := k.Only(name, "capital_relation"); err != nil {
			return instruction.Checker{}, err
		}
		n, fault := k.Number(name)
		if !k.Has(name) {
			return instruction.Checker{}, fault
		}
		relation, err := k.Relation("capital_relation", relations...)
		if err != nil {
			return instruction.Checker{}, err
		}
		if relation == instruction.Exactly {
			relation = instruction.AtLeast
		}
		bound := instruction.Bound{Relation: relation, N: n.Value}
		c := compare(bound, "words in capital letters", false, (*instruction.Answer).CapitalWords)
		if fault != nil {
			c.Check = fails(fault)
		}
		return c, nil
	}
}
