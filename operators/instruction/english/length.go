package english

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/text"
)

// numberWords: the number of runs of PyWord.
func (v variant) numberWords() instruction.Maker {
	return shared.Relating("num_words", "words", v.relations, true, (*instruction.Answer).PyWords)
}

// firstWordStops end the first word of a paragraph.
const firstWordStops = `.,?!'"`

// nthParagraphFirstWord: paragraphs are the pieces between two line feeds; as
// many as wanted are not blank, and the nth of all pieces starts with a word.
// That the count leaves blank pieces out and the index does not is the
// reference's own doing.
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
			count, piece := paragraphs(a.Text, int(min(nth.Value, 1<<53)))
			if nth.Value > float64(count) {
				return instruction.Count(count, false)
			}
			if nth.Float {
				return instruction.Fail(instruction.Errorf(instruction.TypeError, "kwarg \"nth_paragraph\" is no integer: %s", nth))
			}
			if piece = text.Strip(piece); piece == "" {
				return instruction.Count(count, false)
			}
			found, is := shared.FirstWordIs(piece, word, firstWordStops)
			return instruction.Result{Followed: is && float64(count) == total.Value, Counted: count, Found: found}, nil
		},
		Wants: "exactly " + total.String() + " paragraphs, number " + nth.String() + " begins with the word " + quoted(word),
	}, nil
}

// paragraphs counts the pieces of a split at two line feeds that are not blank
// and returns the nth of all.
func paragraphs(s string, nth int) (count int, piece string) {
	for i := 1; ; i++ {
		p, rest, more := strings.Cut(s, "\n\n")
		if i == nth {
			piece = p
		}
		if !text.IsBlank(p) {
			count++
		}
		if !more {
			return count, piece
		}
		s = rest
	}
}
