package arabicinception

import (
	"mizan/operators/instruction"
)

// capitalWordFrequency: the number of words in capitals. Unlike elsewhere a
// negative number is taken as it is, and one that is no number goes unnoticed
// until an answer is checked.
func capitalWordFrequency(k instruction.Kwargs) (instruction.Checker, error) {
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
