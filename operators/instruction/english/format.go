package english

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// constrainedResponse: the answer contains one of three sentences. That it is
// stripped before makes no difference, they neither begin nor end with a space.
var constrainedResponse = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		const opening = "My answer is "
		for s := a.Text; ; {
			i := strings.Index(s, opening)
			if i < 0 {
				return instruction.Bool(false)
			}
			s = s[i+len(opening):]
			for _, option := range [...]string{"yes.", "no.", "maybe."} {
				if strings.HasPrefix(s, option) {
					return instruction.Find(option, true)
				}
			}
		}
	},
	Wants: "contains \"My answer is yes.\", \"My answer is no.\" or \"My answer is maybe.\"",
	Trend: instruction.Grows,
})

// title: a line holds a title between double angle brackets.
var title = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		found, ok := shared.Title(a.Text)
		return instruction.Find(found, ok)
	},
	Wants: "a title, wrapped in << and >>",
	Trend: instruction.Grows,
})

// quotation: the answer stands between quotation marks.
var quotation = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		s := a.Stripped()
		return instruction.Bool(len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"')
	},
	Wants: "begins and ends with \"",
})

// noComma: no U+002C.
var noComma = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		return instruction.Bool(strings.IndexByte(a.Text, ',') < 0)
	},
	Wants: "no comma",
	Trend: instruction.Shrinks,
})

// postscript: lower(answer) contains the marker, for which two values stand for
// patterns of their own; any other is a raw pattern.
func postscript(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "postscript_marker"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		_, err := k.Text(name)
		return instruction.Checker{}, err
	}
	marker, fault := k.Text(name)
	marker = text.Strip(marker)
	c := instruction.Checker{Wants: "a postscript that begins with " + quoted(marker)}
	switch {
	case fault != nil:
		c.Check = func(*instruction.Answer) (instruction.Result, error) { return instruction.Fail(fault) }
	case marker == "P.S.":
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(shared.Postscript(a.Text, false))
		}
		c.Trend = instruction.Grows
	case marker == "P.P.S":
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(shared.Postscript(a.Text, true))
		}
		c.Trend = instruction.Grows
	case shared.PlainText(marker):
		// The white space before it and the rest of the line always match.
		lower := text.Lower(marker)
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(strings.Contains(a.Lower(), lower))
		}
		c.Trend = instruction.Grows
	default:
		p := shared.CompileRaw(`\s*`+text.Lower(marker)+`.*$`, pattern.Multiline)
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			if p.Fault != nil {
				return instruction.Fail(p.Fault)
			}
			found, err := p.Find(a.Lower())
			if err != nil {
				return instruction.Fail(shared.Limit(err))
			}
			return instruction.Bool(found)
		}
	}
	return c, nil
}

// multipleSections: the pieces of a split at the splitter, a raw pattern, and
// a number, less one.
func (v variant) multipleSections(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "section_spliter"
	if err := k.Only(name, "num_sections"); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		_, err := k.Text(name)
		return instruction.Checker{}, err
	}
	n, err := k.Threshold("num_sections")
	if err != nil {
		return instruction.Checker{}, err
	}
	splitter, fault := k.Text(name)
	splitter = text.Strip(splitter)
	bound := instruction.Bound{Relation: instruction.AtLeast, N: n.Value}
	c := instruction.Checker{Wants: bound.Of("sections that begin with " + quoted(splitter) + " and a number")}
	if fault == nil && shared.PlainText(splitter) {
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			count := shared.Sections(a.Text, splitter)
			return instruction.Count(count, bound.Holds(count))
		}
		if !containsDigit(splitter) {
			c.Trend = instruction.Grows
		}
		return c, nil
	}
	p := shared.Raw{Fault: fault}
	if fault == nil {
		p = shared.CompileRaw(`\s?`+splitter+`\s?\d+\s?`, 0)
	}
	c.Check = func(a *instruction.Answer) (instruction.Result, error) {
		if p.Fault != nil {
			return v.patternFault(p.Fault)
		}
		pieces, err := p.Pieces(a.Text)
		if err != nil {
			return instruction.Fail(shared.Limit(err))
		}
		return instruction.Count(pieces-1, bound.Holds(pieces-1))
	}
	return c, nil
}

func containsDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return text.Is(r, text.Decimal) })
}
