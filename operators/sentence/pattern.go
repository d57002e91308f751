package sentence

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"mizan/operators/text"
)

// Pattern appends to dst the sentences of the splitter made of patterns that
// the Arabic sentence repetition check uses: dots of titles, web addresses,
// decimals, acronyms and company suffixes are protected, runs of dots and the
// remaining . ? ! cut. Line breaks become spaces, and a closing quote moves in
// front of its mark, so the sentences are substrings of a new text. Empty
// sentences but the last are kept.
func Pattern(dst []string, s string) []string {
	p := patterns.Get().(*patternText)
	defer patterns.Put(p)
	p.set(s)
	p.protect()
	p.swapQuotes()
	return p.cut(dst)
}

// CountPattern is len(Pattern(nil, s)) without the slices.
func CountPattern(s string) int {
	p := patterns.Get().(*patternText)
	defer patterns.Put(p)
	p.set(s)
	p.protect()
	p.swapQuotes()
	p.settle()
	n := len(p.ends)
	if n > 0 && text.IsBlank(string(p.last())) {
		n--
	}
	return n
}

// The reference writes the marks <prd> and <stop> into the text. Here bytes
// that no UTF-8 text holds stand for them, so that every rule works in place;
// the marks themselves, when the text brings them, count as well.
const (
	protected    = 0xF8 // <prd>: a dot in the end
	protectedCut = 0xF9 // <prd><stop>
	cutHere      = 0xFA // <stop>
	cutSpace     = 0xFB // <stop> and a space
	nothing      = 0xFC // left over from a longer white space
)

type patternText struct {
	b    []byte
	out  []byte
	ends []int
}

var patterns = sync.Pool{New: func() any { return new(patternText) }}

func (p *patternText) set(s string) {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	b := append(p.b[:0], ' ')
	b = append(b, s...)
	b = append(b, ' ', ' ')
	for i := 0; i < len(b); i++ {
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 {
			break
		}
		i += j
		b[i] = ' '
	}
	p.b = b
}

// dots calls visit for each dot that is still one, from the left. visit
// returns where the search goes on: what a match has consumed is no part of
// the next.
func (p *patternText) dots(visit func(b []byte, i int) int) {
	b := p.b
	for i := 0; i < len(b); {
		j := bytes.IndexByte(b[i:], '.')
		if j < 0 {
			return
		}
		i = visit(b, i+j)
	}
}

var (
	titles   = []string{"Mr", "St", "Mrs", "Ms", "Dr"}
	domains  = []string{"com", "net", "org", "io", "gov", "edu", "me"}
	suffixes = []string{"Inc", "Ltd", "Jr", "Sr", "Co"}
	// starters in the reference's order; the second list needs a white space.
	starters       = []string{"Mr", "Mrs", "Ms", "Dr", "Prof", "Capt", "Cpt", "Lt", "Wherever"}
	spacedStarters = []string{"He", "She", "It", "They", "Their", "Our", "We", "But", "However", "That", "This"}
)

// protect applies the rules about dots in the reference's order.
func (p *patternText) protect() {
	if bytes.IndexByte(p.b, '.') < 0 {
		return
	}
	p.dots(func(b []byte, i int) int {
		if hasSuffix(b[:i], titles) != "" || hasPrefix(b[i+1:], domains) != "" {
			b[i] = protected
		}
		return i + 1
	})
	from := 0 // a digit that one match has consumed starts no other
	p.dots(func(b []byte, i int) int {
		if i-1 >= from && isDigit(b[i-1]) && isDigit(b[i+1]) {
			b[i] = protected
			from = i + 2
		}
		return i + 1
	})
	p.dots(func(b []byte, i int) int {
		n := i + 1
		for b[n] == '.' {
			n++
		}
		if n-i > 1 {
			for j := i; j < n; j++ {
				b[j] = protected
			}
			b[n-1] = protectedCut
		}
		return n
	})
	p.dots(func(b []byte, i int) int {
		if bytes.HasSuffix(b[:i], []byte("Ph")) && bytes.HasPrefix(b[i:], []byte(".D.")) {
			b[i], b[i+2] = protected, protected
		}
		return i + 1
	})
	p.letterBetweenSpaces()
	p.dots(func(b []byte, i int) int {
		// Two or three capitals with dots, a space, a starter.
		if n := capitals(b, i); n > 0 && b[n] == ' ' && starterLen(b[n+1:]) > 0 {
			b[n] = cutSpace
			return n
		}
		return i + 1
	})
	p.dots(func(b []byte, i int) int { return lettersWithDots(b, i, 3) })
	p.dots(func(b []byte, i int) int { return lettersWithDots(b, i, 2) })
	p.companySuffixes()
	p.dots(func(b []byte, i int) int {
		if w := hasSuffix(b[:i], suffixes); w != "" && isSpace(b[i-len(w)-1]) {
			b[i] = protected
		} else if isLetter(b[i-1]) && isSpace(b[i-2]) {
			b[i] = protected
		}
		return i + 1
	})
}

// letterBetweenSpaces: white space, one letter, dot, space.
func (p *patternText) letterBetweenSpaces() {
	from := 0
	p.dots(func(b []byte, i int) int {
		if b[i+1] != ' ' || !isLetter(b[i-1]) {
			return i + 1
		}
		r, size := utf8.DecodeLastRune(b[:i-1])
		if i-1-size < from || !text.Is(r, text.PySpace) {
			return i + 1
		}
		// The space comes first: it may be the one after a starter.
		b[i-1-size] = ' '
		for j := i - size; j < i-1; j++ {
			b[j] = nothing
		}
		b[i] = protected
		from = i + 2
		return i + 1
	})
}

// companySuffixes: space, suffix, dot, space, starter.
func (p *patternText) companySuffixes() {
	from := 0
	p.dots(func(b []byte, i int) int {
		w := hasSuffix(b[:i], suffixes)
		if w == "" || i-len(w)-1 < from || !isSpace(b[i-len(w)-1]) || b[i+1] != ' ' {
			return i + 1
		}
		if n := starterLen(b[i+2:]); n > 0 {
			b[i] = cutHere
			from = i + 2 + n
		}
		return i + 1
	})
}

// capitals returns the end of the acronym whose first dot is b[i] and that a
// space follows, 0 if there is none.
func capitals(b []byte, i int) int {
	pair := func(at int) bool { return at+1 < len(b) && 'A' <= b[at] && b[at] <= 'Z' && b[at+1] == '.' }
	if !pair(i-1) || !pair(i+1) {
		return 0
	}
	if pair(i+3) && b[i+5] == ' ' {
		return i + 5
	}
	return i + 3
}

// lettersWithDots protects the dots of n letters with dots, the first of which
// is at i, and returns where to go on.
func lettersWithDots(b []byte, i, n int) int {
	for k := range n {
		at := i + 2*k
		if at >= len(b) || b[at] != '.' || !isLetter(b[at-1]) {
			return i + 1
		}
	}
	for k := range n {
		b[i+2*k] = protected
	}
	return i + 2*n - 1
}

// starterLen returns the length of the starter that b starts with, 0 for none.
func starterLen(b []byte) int {
	if w := hasPrefix(b, starters); w != "" {
		return len(w)
	}
	for _, w := range spacedStarters {
		if len(b) > len(w) && string(b[:len(w)]) == w {
			if r, size := utf8.DecodeRune(b[len(w):]); text.Is(r, text.PySpace) {
				return len(w) + size
			}
		}
	}
	return 0
}

func hasSuffix(b []byte, words []string) string {
	for _, w := range words {
		if len(b) >= len(w) && string(b[len(b)-len(w):]) == w {
			return w
		}
	}
	return ""
}

func hasPrefix(b []byte, words []string) string {
	for _, w := range words {
		if len(b) >= len(w) && string(b[:len(w)]) == w {
			return w
		}
	}
	return ""
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isSpace(c byte) bool  { return c == ' ' || c == cutSpace } // a starter may be the Lt of Ltd.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// swapQuotes moves a closing quote in front of the mark before it.
func (p *patternText) swapQuotes() {
	b := p.b
	const closing = "\u201D"
	for i := 0; ; i += 1 + len(closing) {
		j := bytes.Index(b[i:], []byte("."+closing))
		if j < 0 {
			break
		}
		i += j
		copy(b[i:], closing+".")
	}
	if bytes.IndexByte(b, '"') < 0 {
		return
	}
	for _, mark := range []byte(".!?") {
		for i := 1; i < len(b); i++ {
			j := bytes.IndexByte(b[i:], '"')
			if j < 0 {
				break
			}
			if i += j; b[i-1] == mark {
				b[i-1], b[i] = '"', mark
				i++ // the mark is consumed: a quote right after it stays
			}
		}
	}
}
