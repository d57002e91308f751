package arabicinception

import (
	"fmt"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/text"
)

// firstWordStops end the first word of a paragraph.
const firstWordStops = `.,?!'"،؛؟…`

// nthParagraphFirstWord: as many pieces between two line feeds as wanted are
// not blank, and the nth of all pieces starts with a word. That the count
// leaves blank pieces out and the index does not is the reference's own doing.
func nthParagraphFirstWord(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("num_paragraphs", "nth_paragraph", "first_word"); err != nil {
		return instruction.Checker{}, err
	}
	total, err := k.Threshold("num_paragraphs")
	if err != nil {
		return instruction.Checker{}, err
	}
	nth, err := k.Number("nth_paragraph")
	if err != nil {
		return instruction.Checker{}, err
	}
	if nth.Value <= 0 || nth.Value > total.Value {
		return instruction.Checker{}, instruction.Errorf(instruction.UnusableKwarg,
			"kwarg \"nth_paragraph\" is %s of %s paragraphs", nth, total)
	}
	word, err := k.Text("first_word")
	if err != nil {
		return instruction.Checker{}, err
	}
	word = text.Lower(word)
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count, paragraph := 0, ""
			arabic.Paragraphs(a.Text, func(n int, piece string) bool {
				if float64(n) == nth.Value {
					paragraph = piece
				}
				if !text.IsBlank(piece) {
					count++
				}
				return true
			})
			if nth.Value > float64(count) {
				return instruction.Count(count, false)
			}
			if nth.Float {
				return instruction.Fail(instruction.Errorf(instruction.TypeError, "kwarg \"nth_paragraph\" is no integer: %s", nth))
			}
			if paragraph = text.Strip(paragraph); paragraph == "" {
				return instruction.Count(count, false)
			}
			found, is := shared.FirstWordIs(paragraph, word, firstWordStops)
			return instruction.Result{Followed: is && float64(count) == total.Value, Counted: count, Found: found}, nil
		},
		Wants: fmt.Sprintf("exactly %s paragraphs, number %s begins with the word %q", total, nth, word),
	}, nil
}
