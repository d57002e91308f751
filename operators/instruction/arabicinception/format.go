package arabicinception

import (
	"fmt"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/sentence"
	"mizan/operators/text"
)

// postscript: lower(answer) contains the marker, for which two values stand for
// patterns of their own; any other is a raw pattern.
func postscript(k instruction.Kwargs) (instruction.Checker, error) {
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
	c := instruction.Checker{Wants: fmt.Sprintf("a postscript that begins with %q", marker)}
	switch {
	case fault != nil:
		c.Check = func(*instruction.Answer) (instruction.Result, error) { return instruction.Fail(fault) }
	case marker == "P.S.", marker == "P.P.S":
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(shared.Postscript(a.Text, marker == "P.P.S"))
		}
	case shared.PlainText(lower):
		// The white space before it and the rest of the line always match.
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(strings.Contains(a.Lower(), lower))
		}
	default:
		p := shared.CompileRaw(`\s*`+lower+`.*$`, pattern.Multiline)
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			found, err := find(p, a.Lower())
			if err != nil {
				return instruction.Fail(err)
			}
			return instruction.Bool(found)
		}
	}
	return c, nil
}

// multipleSections: the pieces of a split at the splitter, a raw pattern, and
// a number, less one.
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
	c := instruction.Checker{Wants: bound.Of(fmt.Sprintf("sections that begin with %q and a number", splitter))}
	if fault == nil && shared.PlainText(splitter) {
		c.Check = func(a *instruction.Answer) (instruction.Result, error) {
			count := shared.Sections(a.Text, splitter)
			return instruction.Count(count, bound.Holds(count))
		}
		return c, nil
	}
	p := shared.Raw{Fault: instruction.Errorf(instruction.TypeError, "kwarg %q is no text", name)}
	if fault == nil {
		p = shared.CompileRaw(`\s?`+splitter+`\s?\d+\s?`, 0)
	}
	c.Check = func(a *instruction.Answer) (instruction.Result, error) {
		if p.Fault != nil {
			return instruction.Fail(p.Fault)
		}
		pieces, err := p.Pieces(a.Text)
		if err != nil {
			return instruction.Fail(shared.Limit(err))
		}
		return instruction.Count(pieces-1, bound.Holds(pieces-1))
	}
	return c, nil
}

// punctuation lists, per language, the marks that are fine in it; each mark of
// either list that occurs must be.
var punctuation = map[string]string{
	"ar": string(arabic.Comma) + string(arabic.Semicolon) + string(arabic.QuestionMark) + "!",
	"en": ",;?!.",
}

// checkPunctLang: no punctuation mark of the other language alone.
func checkPunctLang(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	language, _ := k[name].(string)
	fine, ok := punctuation[language]
	if !ok {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg %q is neither \"ar\" nor \"en\"", name)
	}
	wrong := strings.Map(func(r rune) rune {
		if strings.ContainsRune(fine, r) {
			return -1
		}
		return r
	}, punctuation["ar"]+punctuation["en"])
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, mark := range wrong {
				if strings.ContainsRune(a.Text, mark) {
					return instruction.Find(string(mark), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "of the punctuation marks none but " + fine,
	}, nil
}

// wordRepetition: no three equal neighbours among the items of split().
var wordRepetition = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		before, last := "", ""
		for word := range arabic.Tokens(a.Text) {
			if word == last && word == before {
				return instruction.Find(word, false)
			}
			before, last = last, word
		}
		return instruction.Bool(true)
	},
	Wants: "no word three times in a row",
})

// sentRepetition: no two equal sentences anywhere, empty ones included.
var sentRepetition = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		sentences := sentence.Pattern(nil, a.Text)
		seen := make(map[string]struct{}, len(sentences))
		for _, s := range sentences {
			if _, ok := seen[s]; ok {
				return instruction.Find(s, false)
			}
			seen[s] = struct{}{}
		}
		return instruction.Bool(true)
	},
	Wants: "no sentence twice",
})
