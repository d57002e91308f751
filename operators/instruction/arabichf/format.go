package arabichf

import (
	"fmt"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/text"
)

// postscript: lower(answer) contains the marker, literally but for two markers
// that stand for patterns.
func postscript(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "postscript_marker"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	marker, err := k.Text(name)
	if err != nil {
		if k.Has(name) {
			return fails(err), nil
		}
		return instruction.Checker{}, err
	}
	marker = text.Strip(marker)
	lower := text.Lower(marker)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			switch marker {
			case "P.S.", "P.P.S":
				return instruction.Bool(shared.Postscript(a.Text, marker == "P.P.S"))
			}
			// The white space before it and the rest of the line always match.
			return instruction.Bool(strings.Contains(a.Lower(), lower))
		},
		Wants: fmt.Sprintf("a postscript that begins with %q", marker),
		Trend: instruction.Grows,
	}, nil
}

// multipleSections: the pieces of a split at the splitter, a raw pattern, and
// a number, less one. A splitter that is no valid pattern is never found.
func multipleSections(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "section_spliter"
	if err := k.Only(name, "num_sections"); err != nil {
		return instruction.Checker{}, err
	}
	splitter, fault := k.Text(name)
	if !k.Has(name) {
		return instruction.Checker{}, fault
	}
	n, err := k.Threshold("num_sections")
	if err != nil {
		return instruction.Checker{}, err
	}
	splitter = text.Strip(splitter)
	bound := instruction.Bound{Relation: instruction.AtLeast, N: n.Value}
	c := instruction.Checker{Check: never, Wants: bound.Of(fmt.Sprintf("sections that begin with %q and a number", splitter))}
	switch {
	case fault != nil: // no text: the reference fails quietly
	case shared.PlainText(splitter):
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			count := shared.Sections(a.Text, splitter)
			return instruction.Count(count, bound.Holds(count))
		}
	default:
		p := shared.CompileRaw(`\s?`+splitter+`\s?\d+\s?`, 0)
		if p.Fault != nil {
			break
		}
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			pieces, err := p.Pieces(a.Text)
			if err != nil {
				return instruction.Fail(shared.Limit(err))
			}
			return instruction.Count(pieces-1, bound.Holds(pieces-1))
		}
	}
	return c, nil
}

// tashkeel: the number of one vowel mark in the decomposed answer. The name
// and the number are looked at only when an answer is checked.
func tashkeel(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("tashkeel_name", "count"); err != nil {
		return instruction.Checker{}, err
	}
	if err := required(k, "tashkeel_name", "count"); err != nil {
		return instruction.Checker{}, err
	}
	if unhashable(k["tashkeel_name"]) {
		return fails(instruction.Errorf(instruction.TypeError, "kwarg \"tashkeel_name\" is a list or an object")), nil
	}
	name, _ := k["tashkeel_name"].(string)
	mark, ok := arabic.MarkByName(name)
	n, err := k.Number("count")
	if !ok || mark == arabic.Sukun || err != nil || n.Float || n.Value < 0 {
		return fails(instruction.Errorf(instruction.ValueError,
			"kwargs \"tashkeel_name\" %q and \"count\" do not name one of seven vowel marks and a number", name)), nil
	}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := arabic.CountMark(a.Text, mark)
			return instruction.Count(count, float64(count) == n.Value)
		},
		Wants: "exactly " + n.String() + " times the mark " + name,
	}, nil
}
