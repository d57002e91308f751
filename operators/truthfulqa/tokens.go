package truthfulqa

import (
	"slices"
	"unicode/utf8"

	"mizan/operators/text"
)

// tokenizer holds the memory of the tokenisers. They hand out token after token
// (next), because a list of the tokens of a huge answer takes several times its
// memory; a token is valid until the next text.
type tokenizer struct {
	a, b []byte
	// next has not cut text[at:] yet; symbols says that it is text of intl.
	text    []byte
	at      int
	symbols bool
}

// bytes is the memory that is used again.
func (t *tokenizer) bytes() int { return size(t.a) + size(t.b) }

// What a character of ASCII is to the tokenisers; none of it is beyond.
const (
	noPunct = 1 << iota // to the first two passes of intl
	inToken             // neither white space nor a symbol
)

var ascii = func() (t [256]uint8) {
	for c := range utf8.RuneSelf {
		is := text.ClassOf(rune(c))
		if is&text.Punct == 0 {
			t[c] |= noPunct
		}
		if is&(text.PySpace|text.Symbol) == 0 {
			t[c] |= inToken
		}
	}
	return t
}()

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
		if ascii[s[i]]&noPunct != 0 {
			// Nothing happens before punctuation.
			for i++; i < len(s) && ascii[s[i]]&noPunct != 0; {
				i++
			}
			first, paired = text.ClassOf(rune(s[i-1])), true
			continue
		}
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
		if ascii[t.a[i]]&noPunct != 0 && !(paired && first&text.Punct != 0) {
			// Nothing happens but behind punctuation.
			for i++; i < len(t.a) && ascii[t.a[i]]&noPunct != 0; {
				i++
			}
			first, size, paired = 0, 1, true
			continue
		}
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
	t.text, t.at, t.symbols = t.b, 0, true
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
	start, i := -1, t.at
	for i < len(t.text) {
		if ascii[t.text[i]]&inToken != 0 {
			if start < 0 {
				start = i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(t.text[i:])
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
	t.at = i
	if start < 0 {
		return nil
	}
	return t.text[start:i]
}

// nextSpaces cuts at spaces.
func (t *tokenizer) nextSpaces() []byte {
	start := t.at
	for start < len(t.text) && t.text[start] == ' ' {
		start++
	}
	end := start
	for end < len(t.text) && t.text[end] != ' ' {
		end++
	}
	t.at = end
	if start == end {
		return nil
	}
	return t.text[start:end]
}

// lower has the ASCII letters and digits, in lower case, and spaces in place of all else.
var lower = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		switch c := byte(c); {
		case 'A' <= c && c <= 'Z':
			t[c] = c + 'a' - 'A'
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			t[c] = c
		default:
			t[c] = ' '
		}
	}
	return t
}()

// rouge is the tokeniser of rouge_score without a stemmer: lower case, then the
// maximal runs of a-z and 0-9. Two other characters have one of these as their
// lower case: the Kelvin sign is k, and the capital I with dot is i with a
// combining dot, which ends the run.
func (t *tokenizer) rouge(s string) *tokenizer {
	const (
		kelvinSign  = '\u212A'
		capitalIDot = '\u0130'
	)
	t.a = slices.Grow(t.a[:0], len(s))[:len(s)] // no character takes more bytes than before
	n := 0
	for i := 0; i < len(s); n++ {
		if c := s[i]; c < utf8.RuneSelf {
			t.a[n] = lower[c]
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch r {
		case kelvinSign:
			t.a[n] = 'k'
		case capitalIDot:
			t.a[n] = 'i'
			n++
			t.a[n] = ' '
		default:
			t.a[n] = ' '
		}
	}
	t.a = t.a[:n]
	t.text, t.at, t.symbols = t.a, 0, false
	return t
}
