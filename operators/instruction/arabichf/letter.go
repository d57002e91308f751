package arabichf

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// letterFrequency: the number of one letter, of any script, in lower(answer).
func letterFrequency(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("letter", "let_frequency", "let_relation"); err != nil {
		return instruction.Checker{}, err
	}
	letter, err := k.Text("letter")
	if err != nil {
		return instruction.Checker{}, err
	}
	bound, err := k.Bound("let_frequency", "let_relation", relations)
	if err != nil {
		return instruction.Checker{}, err
	}
	letter = text.Lower(text.Strip(letter))
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := countLetter(a, letter)
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of(fmt.Sprintf("times the letter %q", letter)),
		Trend: bound.Trend(),
	}, nil
}

// countLetter counts a letter in lower(answer). What is not exactly one
// character is never found.
func countLetter(a *instruction.Answer, letter string) int {
	if utf8.RuneCountInString(letter) != 1 {
		return 0
	}
	const dotAbove = '\u0307' // also part of the lower case of U+0130
	r, _ := utf8.DecodeRuneInString(letter)
	if unicode.SimpleFold(r) == r && r != dotAbove {
		return strings.Count(a.Text, letter) // no other character lowers to it
	}
	return strings.Count(a.Lower(), letter)
}
