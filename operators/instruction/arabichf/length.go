package arabichf

import (
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

// nthParagraphFirstWord: the nth of the paragraphs that are not blank, its first
// word without punctuation at both ends.
var nthParagraphFirstWord = shared.NthParagraphFirstWord(false, func(piece, want string) (string, bool) {
	for word := range arabic.Tokens(piece) {
		word = strings.Trim(word, strippedFromWord)
		return word, text.Lower(word) == want
	}
	return "", false // never: the piece is not blank
})
