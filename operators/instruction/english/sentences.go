package english

import (
	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
)

// numberSentences: the number of sentences of the English Punkt model.
func (v variant) numberSentences() instruction.Maker {
	return shared.Relating("num_sentences", "sentences", v.relations, false, (*instruction.Answer).Sentences)
}

// capitalWordFrequency: the number of words in capitals. Unlike elsewhere a
// negative number is taken as it is, and one that is no number goes unnoticed
// until an answer is checked.
func (v variant) capitalWordFrequency(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("capital_frequency", "capital_relation"); err != nil {
		return instruction.Checker{}, err
	}
	n, fault := k.Number("capital_frequency")
	if fault != nil && !k.Has("capital_frequency") {
		return instruction.Checker{}, fault
	}
	relation, err := k.Relation("capital_relation", v.looseRelations...)
	if err != nil {
		return instruction.Checker{}, err
	}
	if relation == instruction.Exactly {
		relation = instruction.AtLeast
	}
	bound := instruction.Bound{Relation: relation, N: n.Value}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			if fault != nil {
				return instruction.Fail(fault)
			}
			count := a.CapitalWords()
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of("words in capital letters"),
	}, nil
}
