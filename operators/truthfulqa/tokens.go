package truthfulqa

import (
	"unicode/utf8"

	"mizan/operators/text"
)

// tokenizer holds the memory of the tokenisers. They hand out token after token
// (next), because a list of the tokens of a huge answer takes several times its
// memory; a token is valid until the next text.
type tokenizer struct {
	a, b []byte
	// rest is what next has not cut yet; symbols says that it is text of intl.
	rest    []byte
	symbols bool
}

// intl is the BLEU tokeniser "intl" of sacrebleu: punctuation is cut off unless
// digits stand around it, symbols are cut off always. Three passes over the code
// points, each seeing what the one before it inserted:
//
//	1  (not a number, punctuation)  ->  first, space, second, space
//	2  (punctuation, not a number)  ->  space, first, space, second
//	3  symbol                       ->  space, symbol, space
//
// then the text is split at white space. Trailing white space goes first.
func (t *tokenizer) intl(s string) *tokenizer {
	s = text.StripRight(s)
	// A character that a match has taken is no first of the next one: paired is
	// false behind it. What stands before from is copied.
	t.a = t.a[:0]
	from, paired, first := 0, false, text.Class(0)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		second := text.ClassOf(r)
		if paired && first&text.Number == 0 && second&text.Punct != 0 {
			t.a = append(t.a, s[from:i]...)
			t.a = append(t.a, ' ')
			t.a = append(t.a, s[i:i+n]...)
			t.a = append(t.a, ' ')
			from, paired = i+n, false
		} else {
			first, paired = second, true
		}
		i += n
	}
	t.a = append(t.a, s[from:]...)

	t.b = t.b[:0]
	from, paired = 0, false
	size := 0 // of the first character, in bytes
	for i := 0; i < len(t.a); {
		r, n := utf8.DecodeRune(t.a[i:])
		second := text.ClassOf(r)
		if paired && first&text.Punct != 0 && second&text.Number == 0 {
			t.b = append(t.b, t.a[from:i-size]...)
			t.b = append(t.b, ' ')
			t.b = append(t.b, t.a[i-size:i]...)
			t.b = append(t.b, ' ')
			t.b = append(t.b, t.a[i:i+n]...)
			from, paired = i+n, false
		} else {
			first, size, paired = second, n, true
		}
		i += n
	}
	t.b = append(t.b, t.a[from:]...)
	t.rest, t.symbols = t.b, true
	return t
}

// next returns the next token, nil at the end.
func (t *tokenizer) next() []byte {
	if t.symbols {
		return t.nextSymbols()
	}
	return t.nextSpaces()
}

// nextSymbols is the third pass of intl and the split: a symbol is a token of
// its own.
func (t *tokenizer) nextSymbols() []byte {
	start, i := -1, 0
	for i < len(t.rest) {
		r, n := utf8.DecodeRune(t.rest[i:])
		c := text.ClassOf(r)
		if c&(text.PySpace|text.Symbol) == 0 {
			if start < 0 {
				start = i
			}
			i += n
			continue
		}
		if start >= 0 {
			break
		}
		if c&text.Symbol != 0 {
			start, i = i, i+n
			break
		}
		i += n
	}
	if start < 0 {
		return nil
	}
	token := t.rest[start:i]
	t.rest = t.rest[i:]
	return token
}

// nextSpaces cuts at spaces.
func (t *tokenizer) nextSpaces() []byte {
	start := 0
	for start < len(t.rest) && t.rest[start] == ' ' {
		start++
	}
	if start == len(t.rest) {
		return nil
	}
	end := start + 1
	for end < len(t.rest) && t.rest[end] != ' ' {
		end++
	}
	token := t.rest[start:end]
	t.rest = t.rest[end:]
	return token
}

// rouge is the tokeniser of rouge_score without a stemmer: lower case, then the
// maximal runs of a-z and 0-9. Two other characters have one of these as their
// lower case: the Kelvin sign is k, and the capital I with dot is i with a
// combining dot, which ends the run.
func (t *tokenizer) rouge(s string) *tokenizer {
	const (
		kelvinSign  = '\u212A'
		capitalIDot = '\u0130'
	)
	t.a = t.a[:0]
	for _, r := range s {
		switch {
		case 'A' <= r && r <= 'Z':
			t.a = append(t.a, byte(r)+'a'-'A')
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			t.a = append(t.a, byte(r))
		case r == kelvinSign:
			t.a = append(t.a, 'k')
		case r == capitalIDot:
			t.a = append(t.a, 'i', ' ')
		default:
			t.a = append(t.a, ' ')
		}
	}
	t.rest, t.symbols = t.a, false
	return t
}
