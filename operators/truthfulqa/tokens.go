package truthfulqa

import (
	"unicode/utf8"

	"mizan/operators/text"
)

// tokenizer holds the memory of the tokenisers; what they return is valid until
// the next call.
type tokenizer struct {
	a, b   []byte
	tokens [][]byte
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
func (t *tokenizer) intl(s string) [][]byte {
	s = text.StripRight(s)
	t.a = t.a[:0]
	for i := 0; i < len(s); {
		first, n := utf8.DecodeRuneInString(s[i:])
		second, m := utf8.DecodeRuneInString(s[i+n:])
		if m > 0 && !text.Is(first, text.Number) && text.Is(second, text.Punct) {
			t.a = append(t.a, s[i:i+n]...)
			t.a = append(t.a, ' ')
			t.a = append(t.a, s[i+n:i+n+m]...)
			t.a = append(t.a, ' ')
			i += n + m
			continue
		}
		t.a = append(t.a, s[i:i+n]...)
		i += n
	}
	t.b = t.b[:0]
	for i := 0; i < len(t.a); {
		first, n := utf8.DecodeRune(t.a[i:])
		second, m := utf8.DecodeRune(t.a[i+n:])
		if m > 0 && text.Is(first, text.Punct) && !text.Is(second, text.Number) {
			t.b = append(t.b, ' ')
			t.b = append(t.b, t.a[i:i+n]...)
			t.b = append(t.b, ' ')
			t.b = append(t.b, t.a[i+n:i+n+m]...)
			i += n + m
			continue
		}
		t.b = append(t.b, t.a[i:i+n]...)
		i += n
	}
	return t.splitSymbols()
}

// splitSymbols is the third pass and the split: a symbol is a token of its own.
func (t *tokenizer) splitSymbols() [][]byte {
	t.tokens = t.tokens[:0]
	start := -1
	for i := 0; i < len(t.b); {
		r, n := utf8.DecodeRune(t.b[i:])
		c := text.ClassOf(r)
		if c&(text.PySpace|text.Symbol) == 0 {
			if start < 0 {
				start = i
			}
			i += n
			continue
		}
		if start >= 0 {
			t.tokens = append(t.tokens, t.b[start:i])
			start = -1
		}
		if c&text.Symbol != 0 {
			t.tokens = append(t.tokens, t.b[i:i+n])
		}
		i += n
	}
	if start >= 0 {
		t.tokens = append(t.tokens, t.b[start:])
	}
	return t.tokens
}

// rouge is the tokeniser of rouge_score without a stemmer: lower case, then the
// maximal runs of a-z and 0-9. Two other characters have one of these as their
// lower case: the Kelvin sign is k, and the capital I with dot is i with a
// combining dot, which ends the run.
func (t *tokenizer) rouge(s string) [][]byte {
	const (
		kelvinSign  = '\u212A'
		capitalIDot = '\u0130'
	)
	t.a, t.tokens = t.a[:0], t.tokens[:0]
	// The tokens are cut out of t.a at the end, when it moves no more.
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
	start := -1
	for i, c := range t.a {
		if c != ' ' {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			t.tokens = append(t.tokens, t.a[start:i])
			start = -1
		}
	}
	if start >= 0 {
		t.tokens = append(t.tokens, t.a[start:])
	}
	return t.tokens
}
