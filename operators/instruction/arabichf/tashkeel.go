package arabichf

import (
	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
)

// tashkeel: the number of one vowel mark in the decomposed answer. The name
// and the number are looked at only when an answer is checked.
func tashkeel(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("tashkeel_name", "count"); err != nil {
		return instruction.Checker{}, err
	}
	if err := required(k, "tashkeel_name", "count"); err != nil {
		return instruction.Checker{}, err
	}
	if err := shared.Hashable([]any{k["tashkeel_name"]}); err != nil {
		return fails(err), nil
	}
	name, _ := k["tashkeel_name"].(string)
	mark, ok := arabic.MarkByName(name)
	n, err := k.Number("count")
	if !ok || mark == arabic.Sukun || err != nil || n.Float || n.Value < 0 {
		return fails(instruction.Errorf(instruction.ValueError,
			"kwargs \"tashkeel_name\" %q and \"count\" do not name one of seven vowel marks and a number", name)), nil
	}
	return arabic.HasMark(name, mark, n), nil
}
