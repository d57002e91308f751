// Package arabic holds what the two Arabic dialects of instructions share
// beyond package shared: the vowel marks, the Arabic comma and the words of the
// HF dialect. Source: the specification ifeval-arabic.md, section 2.
package arabic

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
)

// Letters and punctuation marks, by their Unicode names.
const (
	Alef         = '\u0627'
	Lam          = '\u0644'
	Comma        = '\u060C'
	Semicolon    = '\u061B'
	QuestionMark = '\u061F'
	// Article is the definite article, alef and lam.
	Article = string(Alef) + string(Lam)
)

// NoComma is punctuation:no_comma: neither U+002C nor the Arabic comma.
var NoComma = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		for _, comma := range [...]string{",", string(Comma)} {
			if strings.Contains(a.Text, comma) {
				return instruction.Find(comma, false)
			}
		}
		return instruction.Bool(true)
	},
	Wants: "no comma, Latin or Arabic",
	Trend: instruction.Shrinks,
})
