package shared

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// Postscript returns the Maker of detectable_content:postscript: lower(answer)
// contains the marker, for which two values stand for patterns of their own. Any
// other is a raw pattern, or with literal set means itself.
func Postscript(literal bool) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
		const name = "postscript_marker"
		if err := k.Only(name); err != nil {
			return instruction.Checker{}, err
		}
		marker, fault := k.Text(name)
		if !k.Has(name) {
			return instruction.Checker{}, fault
		}
		marker = text.Strip(marker)
		lower := text.Lower(marker)
		c := instruction.Checker{Wants: "a postscript that begins with " + quote(marker), Trend: instruction.Grows}
		switch {
		case fault != nil:
			c.Check = fails(fault)
		case marker == "P.S.", marker == "P.P.S":
			c.Check = func(a *instruction.Answer) (instruction.Result, error) {
				return instruction.Bool(HasPostscript(a.Text, marker == "P.P.S"))
			}
		case literal || PlainText(lower):
			// The white space before it and the rest of the line always match.
			c.Check = func(a *instruction.Answer) (instruction.Result, error) {
				return instruction.Bool(strings.Contains(a.Lower(), lower))
			}
		default:
			p := CompileRaw(`\s*`+lower+`.*$`, pattern.Multiline)
			c.Check = func(a *instruction.Answer) (instruction.Result, error) {
				found, err := p.Find(a.Lower())
				return instruction.Result{Followed: found, Counted: instruction.NotCounted}, err
			}
			c.Trend = instruction.Varies
		}
		return c, nil
	}
}

// HasPostscript says whether lower(s) contains `p\.\s?s\.` or, if double is set,
// `p\.\s?p\.\s?s`. No character but P and S lowers to p and s.
func HasPostscript(s string, double bool) bool {
	for {
		dot := strings.IndexByte(s, '.')
		if dot < 0 {
			return false
		}
		if dot > 0 && s[dot-1]|0x20 == 'p' && postscriptTail(s[dot+1:], double) {
			return true
		}
		s = s[dot+1:]
	}
}

// postscriptTail says whether s goes on after the first `p.` as a postscript.
func postscriptTail(s string, double bool) bool {
	if double {
		s = skipSpace(s, 'p')
		if len(s) < 2 || s[0]|0x20 != 'p' || s[1] != '.' {
			return false
		}
		s = skipSpace(s[2:], 's')
		return s != "" && s[0]|0x20 == 's'
	}
	s = skipSpace(s, 's')
	return len(s) > 1 && s[0]|0x20 == 's' && s[1] == '.'
}

// skipSpace is s without one PySpace at its start.
func skipSpace(s string, unless byte) string {
	if s == "" || s[0]|0x20 == unless {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	if text.Is(r, text.PySpace) {
		return s[size:]
	}
	return s
}
