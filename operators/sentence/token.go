package sentence

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// tokenizer cuts a context into Punkt's tokens, line by line.
type tokenizer struct{ s string }

// next returns the next token: a run of two or more hyphens, of two or more
// dots, of dots with one white space between (three or more), a word, or else
// a single character.
func (t *tokenizer) next() (tok string, ok bool) {
	s := t.s[skipSpace(t.s, 0):]
	if s == "" {
		t.s = ""
		return "", false
	}
	n := multiChar(s)
	if n == 0 {
		_, n = utf8.DecodeRuneInString(s)
		if punktClass[s[0]]&notStart == 0 {
			n = wordEnd(s, n)
		}
	}
	t.s = s[n:]
	return s[:n], true
}

// wordEnd returns where the word that has the first i bytes of s ends.
func wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		size := 1
		switch {
		case c == '-' || c == '.':
			if multiChar(s[i:]) > 0 {
				return i
			}
		case c == ',':
			if i+1 == len(s) || punktClass[s[i+1]]&nonWord != 0 ||
				skipSpace(s[i+1:min(len(s), i+1+utf8.UTFMax)], 0) > 0 || multiChar(s[i+1:]) > 0 {
				return i
			}
		case punktClass[c]&nonWord != 0:
			return i
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if text.Is(r, text.PySpace) {
				return i
			}
		}
		i += size
	}
	return i
}

// multiChar returns the length of the run of hyphens or dots that s starts
// with, 0 if it starts with none.
func multiChar(s string) int {
	if len(s) < 2 {
		return 0
	}
	c := s[0]
	if c != '-' && c != '.' {
		return 0
	}
	if s[1] == c {
		n := 2
		for n < len(s) && s[n] == c {
			n++
		}
		return n
	}
	if c == '-' {
		return 0
	}
	n, dots := 0, 1
	for {
		r, size := utf8.DecodeRuneInString(s[n+1:])
		after := n + 1 + size
		if r == '\n' || !text.Is(r, text.PySpace) || after >= len(s) || s[after] != '.' {
			break
		}
		n = after
		dots++
	}
	if dots < 3 {
		return 0
	}
	return n + 1
}

// lookup returns the facts of a token's type: its lower-cased text.
func (m *model) lookup(tok string) facts {
	// The model's longest word has 21 bytes, and lower-casing shortens a
	// character from 3 bytes to 1 at most.
	var buf [64]byte
	if len(tok) > len(buf) {
		return 0
	}
	for i := 0; i < len(tok); i++ {
		c := tok[i]
		if c >= utf8.RuneSelf {
			return m.words[text.Lower(tok)]
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		buf[i] = c
	}
	return m.words[string(buf[:len(tok)])]
}

// isNumber says whether the whole token is a number: -?[.,]?\d[\d,.-]*\.?
func isNumber(tok string) bool {
	tok = strings.TrimPrefix(tok, "-")
	if tok != "" && (tok[0] == '.' || tok[0] == ',') {
		tok = tok[1:]
	}
	for i, r := range tok {
		if !text.Is(r, text.Decimal) && (i == 0 || r != ',' && r != '.' && r != '-') {
			return false
		}
	}
	return tok != ""
}

// isInitial says whether the token is one letter (or _ or a number sign that
// is no digit) and a dot.
func isInitial(tok string) bool {
	r, size := utf8.DecodeRuneInString(tok)
	return size+1 == len(tok) && tok[size] == '.' &&
		text.Is(r, text.PyWord) && !text.Is(r, text.Decimal)
}

// kind is what the first pass, which looks at one token, makes of it.
type kind byte

const (
	other kind = iota
	isBreak
	isAbbreviation
	isEllipsis
)

func (m *model) firstPass(tok string) kind {
	if tok == "?" || tok == "!" || tok == "." {
		return isBreak
	}
	if tok[len(tok)-1] != '.' {
		return other
	}
	if strings.HasSuffix(tok, "..") {
		return isEllipsis // no other token ends in two dots
	}
	w := tok[:len(tok)-1]
	if m.lookup(w)&abbreviation != 0 {
		return isAbbreviation
	}
	if i := strings.LastIndexByte(w, '-'); i >= 0 && m.lookup(w[i+1:])&abbreviation != 0 {
		return isAbbreviation
	}
	return isBreak
}

// breaksBetween says whether token a, which token b follows, ends a sentence:
// the second pass.
func (m *model) breaksBetween(a, b string) bool {
	kindA := m.firstPass(a)
	if a[len(a)-1] != '.' {
		return kindA == isBreak
	}
	initial, numeric := isInitial(a), isNumber(a)
	if kindA == isBreak && !initial && !numeric {
		// No collocation starts with anything else.
		return true
	}
	typeB := b
	if len(b) > 1 && b[len(b)-1] == '.' && m.firstPass(b) == isBreak {
		typeB = b[:len(b)-1]
	}
	if (initial || numeric) && m.collocates(a[:len(a)-1], numeric, typeB, isNumber(b)) {
		return false
	}
	factsB := m.lookup(typeB)
	if isNumber(b) {
		factsB = m.words[number]
	}
	first, _ := utf8.DecodeRuneInString(b)
	upper := text.Is(first, text.UpperCase)
	starts := m.starts(b, factsB, upper, text.Is(first, text.LowerCase))
	if (kindA == isAbbreviation || kindA == isEllipsis) && !initial {
		if starts == yes || upper && factsB&starter != 0 {
			return true
		}
	}
	if (initial || numeric) && (starts == no || starts == unknown && initial && upper && factsB&lowerSeen == 0) {
		return false
	}
	return kindA == isBreak
}

func (m *model) collocates(a string, numericA bool, b string, numericB bool) bool {
	if numericA {
		a = number
	}
	if numericB {
		b = number
	}
	return m.collocations[[2]string{text.Lower(a), text.Lower(b)}]
}

// verdict is the answer of the orthographic heuristic.
type verdict byte

const (
	unknown verdict = iota
	yes
	no
)

// starts says whether token b looks like the start of a sentence.
func (m *model) starts(b string, f facts, upper, lower bool) verdict {
	switch {
	case len(b) == 1 && strings.Contains(";:,.!?", b):
		return no
	case upper && f&lowerSeen != 0 && f&upperMiddle == 0:
		return yes
	case lower && (f&upperSeen != 0 || f&lowerStart == 0):
		return no
	}
	return unknown
}
