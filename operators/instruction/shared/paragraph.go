package shared

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// NthParagraphFirstWord returns the Maker of
// length_constraints:nth_paragraph_first_word: as many pieces between two line
// feeds as wanted are not blank, and one of them begins with a word. Which one
// the nth is, and where its first word ends, the dialects see differently:
// blanks says that the nth counts blank pieces too, as the number of pieces does
// not; is compares the first word of a stripped piece with the lowered kwarg and
// returns it.
func NthParagraphFirstWord(blanks bool, is func(piece, want string) (word string, ok bool)) instruction.Maker {
	return func(k instruction.Kwargs) (instruction.Checker, error) {
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
		want, err := k.Text("first_word")
		if err != nil {
			return instruction.Checker{}, err
		}
		want = text.Lower(want)
		return instruction.Checker{
			Check: func(a *instruction.Answer) (instruction.Result, error) {
				count, piece := paragraphs(a.Text, nth.Value, blanks)
				if nth.Value > float64(count) {
					return instruction.Count(count, false)
				}
				if nth.Float {
					return instruction.Fail(instruction.Errorf(instruction.TypeError, "kwarg \"nth_paragraph\" is no integer: %s", nth))
				}
				if piece = text.Strip(piece); piece == "" {
					return instruction.Count(count, false)
				}
				word, ok := is(piece, want)
				return instruction.Result{Followed: ok && float64(count) == total.Value, Counted: count, Found: word}, nil
			},
			Wants: fmt.Sprintf("exactly %s paragraphs, number %s begins with the word %q", total, nth, want),
		}, nil
	}
}

// paragraphs counts the pieces of a split at two line feeds that are not blank
// and returns the nth of these, or of all with blanks set.
func paragraphs(s string, nth float64, blanks bool) (count int, piece string) {
	for all := 1; ; all++ {
		p, rest, more := strings.Cut(s, "\n\n")
		blank := text.IsBlank(p)
		if !blank {
			count++
		}
		if blanks && float64(all) == nth || !blanks && !blank && float64(count) == nth {
			piece = p
		}
		if !more {
			return count, piece
		}
		s = rest
	}
}

// FirstWordBefore returns FirstWordIs for the marks that end a word.
func FirstWordBefore(stops string) func(piece, want string) (string, bool) {
	return func(piece, want string) (string, bool) { return FirstWordIs(piece, want, stops) }
}

// FirstWordIs says whether the first word of a stripped paragraph is want, as
// nth_paragraph_first_word of the English and the Inception dialect compare
// it: the first item of split() without leading apostrophes, then without
// leading quotation marks, up to the first character of stops, each character
// lowered by itself. It returns the word too, not lowered.
func FirstWordIs(paragraph, want, stops string) (word string, is bool) {
	word = paragraph
	for i, r := range paragraph {
		if text.Is(r, text.PySpace) {
			word = paragraph[:i]
			break
		}
	}
	word = strings.TrimLeft(strings.TrimLeft(word, "'"), `"`)
	if i := strings.IndexAny(word, stops); i >= 0 {
		word = word[:i]
	}
	rest, ok := want, true
	for _, r := range word {
		lower, tail := unicode.ToLower(r), ""
		if r == '\u0130' {
			lower, tail = 'i', "\u0307"
		}
		got, size := utf8.DecodeRuneInString(rest)
		if got != lower || size == 0 {
			return word, false
		}
		if rest, ok = strings.CutPrefix(rest[size:], tail); !ok {
			return word, false
		}
	}
	return word, rest == ""
}
