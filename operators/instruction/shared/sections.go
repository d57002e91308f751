package shared

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// MultipleSections returns the Maker of detectable_format:multiple_sections:
// the pieces of a split at the splitter, a raw pattern, and a number, less one.
// lenient says that a splitter that is no valid pattern, or no text, is never
// found; otherwise it is an error.
func MultipleSections(lenient bool) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
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
		c := instruction.Checker{Wants: bound.Of("sections that begin with " + quote(splitter) + " and a number")}
		if fault == nil && PlainText(splitter) {
			c.Check = func(a *instruction.Answer) (instruction.Result, error) {
				count := Sections(a.Text, splitter)
				return instruction.Count(count, bound.Holds(count))
			}
			if !strings.ContainsFunc(splitter, isDigit) {
				c.Trend = instruction.Grows
			}
			return c, nil
		}
		p := Raw{Fault: fault}
		if fault == nil {
			p = CompileRaw(`\s?`+splitter+`\s?\d+\s?`, 0)
		}
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			if lenient && p.Fault != nil {
				return instruction.Bool(false)
			}
			pieces, err := p.Pieces(a.Text)
			if err != nil {
				return instruction.Fail(err)
			}
			return instruction.Count(pieces-1, bound.Holds(pieces-1))
		}
		return c, nil
	}
}

// Sections counts the matches of `\s?` + splitter + `\s?\d+\s?` for a splitter
// that means itself. The white space around changes no count: the splitter, if
// it is not empty, begins with none.
func Sections(s, splitter string) int {
	n := 0
	for {
		i := strings.Index(s, splitter)
		if i < 0 {
			return n
		}
		tail := s[i+len(splitter):]
		if r, size := utf8.DecodeRuneInString(tail); text.Is(r, text.PySpace) {
			tail = tail[size:]
		}
		if digits := DigitsAt(tail); digits > 0 {
			n++
			s = tail[digits:]
			continue
		}
		if s == "" {
			return n
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		s = s[i+size:]
	}
}

// DigitsAt is the length in bytes of the run of \d at the start of s.
func DigitsAt(s string) int {
	for i, r := range s {
		if !isDigit(r) {
			return i
		}
	}
	return len(s)
}

func isDigit(r rune) bool { return text.Is(r, text.Decimal) }
