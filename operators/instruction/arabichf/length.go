package arabichf

import (
	"fmt"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/sentence"
	"mizan/operators/text"
)

// numberWords: the number of HfWord runs.
var numberWords = shared.Relating("num_words", "words", relations, true, (*instruction.Answer).HfWords)

// numberSentences: the number of pieces between white space that follows a
// sentence's end.
var numberSentences = shared.Relating("num_sentences", "sentences", relations, true,
	func(a *instruction.Answer) int { return sentence.CountHf(a.Text) })

// strippedFromWord are taken from both ends of a paragraph's first word.
const strippedFromWord = "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~،؛؟»«…"

// nthParagraphFirstWord: as many pieces between two line feeds as wanted are
// not blank, and the nth of these starts with a word.
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
			arabic.Paragraphs(a.Text, func(_ int, piece string) bool {
				if text.IsBlank(piece) {
					return true
				}
				if count++; float64(count) == nth.Value {
					paragraph = piece
				}
				return true
			})
			if nth.Value > float64(count) {
				return instruction.Count(count, false)
			}
			if nth.Float {
				return instruction.Fail(instruction.Errorf(instruction.TypeError, "kwarg \"nth_paragraph\" is no integer: %s", nth))
			}
			found := ""
			for token := range arabic.Tokens(paragraph) {
				found = strings.Trim(token, strippedFromWord)
				break
			}
			is := text.Lower(found) == word
			return instruction.Result{Followed: is && float64(count) == total.Value, Counted: count, Found: found}, nil
		},
		Wants: fmt.Sprintf("exactly %s paragraphs, number %s begins with the word %q", total, nth, word),
	}, nil
}
