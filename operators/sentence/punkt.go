package sentence

import (
	"iter"
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// Classes of the bytes that matter to Punkt.
const (
	punktMark byte = 1 << iota // . ? !
	nonWord                    // cannot stand within a word
	notStart                   // cannot start a word
	asciiSpace
	closer // may be moved to the sentence before
)

var punktClass = func() (t [256]byte) {
	for _, set := range []struct {
		chars string
		class byte
	}{
		{".?!", punktMark},
		{")\";}]*:@'({[!?", nonWord},
		{"(\"`{[:;&#*@)}]-,", notStart},
		{" \t\n\r\v\f", asciiSpace},
		{"\"')]}", closer},
	} {
		for _, c := range []byte(set.chars) {
			t[c] |= set.class
		}
	}
	return t
}()

// spans yields the byte ranges of the sentences. Quotes and brackets that a
// sentence starts with and that white space, two hyphens or the end follow
// belong to the sentence before.
func spans(s string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		p := splitter{s: s, m: load()}
		from, to, _ := p.next()
		for {
			next, nextTo, ok := p.next()
			if !ok {
				if from < to {
					yield(from, to)
				}
				return
			}
			moved, rest := realign(s[next:nextTo])
			if moved > 0 {
				to = next + moved
			}
			if from < to && !yield(from, to) {
				return
			}
			from, to = next+rest, nextTo
		}
	}
}

// realign returns the length of the closing characters that the sentence gives
// to the one before it, and where it starts then.
func realign(s string) (moved, rest int) {
	n := 0
	for n < len(s) && punktClass[s[n]]&closer != 0 {
		n++
	}
	if n == 0 {
		return 0, 0
	}
	rest = skipSpace(s, n)
	if rest > n || n == len(s) || strings.HasPrefix(s[n:], "--") {
		return n, rest
	}
	return 0, 0
}

// splitter finds the boundaries of Punkt before realignment.
type splitter struct {
	s string
	m *model

	from int // start of the sentence at hand
	done bool

	// marks finds the candidates: . ? ! in front of what may follow an end.
	marks markScanner
	// word is the start of the word before the last candidate, mark that
	// candidate, next the start of the token after white space, 0 if none.
	word, mark, next_ int
	pending           bool
}

// next returns the next sentence.
func (p *splitter) next() (from, to int, ok bool) {
	for !p.done {
		word, mark, next, found := p.context()
		if !found {
			p.done = true
			// The last sentence ends before trailing white space.
			return p.from, max(p.from, len(text.StripRight(p.s))), true
		}
		if p.breaks(word, mark, next) {
			from, to = p.from, mark+1
			p.from = to
			if next > 0 {
				p.from = next
			}
			return from, to, true
		}
	}
	return 0, 0, false
}

// context returns the next candidate with its word. A candidate whose word the
// one after it takes up is left out.
func (p *splitter) context() (word, mark, next int, ok bool) {
	for {
		m, n, found := p.marks.next(p.s)
		if !found {
			ok, p.pending = p.pending, false
			return p.word, p.mark, p.next_, ok
		}
		// The word reaches back to the last white space since the candidate
		// before; if there is none, to the start of that one's word.
		w := p.word
		for i := m - 1; i > p.mark; i-- {
			if punktClass[p.s[i]]&asciiSpace != 0 {
				w = i + 1
				break
			}
		}
		word, mark, next, ok = p.word, p.mark, p.next_, p.pending && p.mark <= w
		p.word, p.mark, p.next_, p.pending = w, m, n, true
		if ok {
			return word, mark, next, true
		}
	}
}

// markScanner walks over the marks of a text. The next occurrence of each is
// kept, so that the search runs at the speed of IndexByte.
type markScanner struct {
	at    int
	ahead [3]int
}

// next returns the position of the next candidate: a mark that one of the
// non-word characters follows (next is 0), or white space and a token, which
// starts at next.
func (k *markScanner) next(s string) (mark, next int, ok bool) {
	for {
		mark = len(s)
		for i, c := range [3]byte{'.', '?', '!'} {
			if k.ahead[i] < k.at || k.at == 0 {
				if j := strings.IndexByte(s[k.at:], c); j >= 0 {
					k.ahead[i] = k.at + j
				} else {
					k.ahead[i] = len(s)
				}
			}
			mark = min(mark, k.ahead[i])
		}
		if mark+1 >= len(s) {
			return 0, 0, false
		}
		k.at = mark + 1
		if punktClass[s[mark+1]]&nonWord != 0 {
			return mark, 0, true
		}
		if next = skipSpace(s, mark+1); next > mark+1 && next < len(s) {
			return mark, next, true
		}
	}
}

// skipSpace returns the end of the PySpace run that starts at s[i].
func skipSpace(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c > ' ' && c < utf8.RuneSelf:
			return i
		case c < utf8.RuneSelf:
			if !text.Is(rune(c), text.PySpace) {
				return i
			}
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !text.Is(r, text.PySpace) {
				return i
			}
			i += size
		}
	}
	return i
}

// skipToken returns the end of the run of other characters.
func skipToken(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if text.Is(r, text.PySpace) {
			break
		}
		i += size
	}
	return i
}

// breaks says whether the candidate is a boundary: whether the tokens of its
// context (its word, the mark, what follows) hold a break that is not the last
// of them.
func (p *splitter) breaks(word, mark, next int) bool {
	// A question or exclamation mark is always a token of its own and a break,
	// and some token follows.
	if p.s[mark] != '.' {
		return true
	}
	if p.plain(p.s[word:mark]) {
		return true
	}
	end := mark + 2
	if next > 0 {
		end = skipToken(p.s, next)
	}
	t := tokenizer{p.s[word:end]}
	a, ok := t.next()
	for ok {
		var b string
		if b, ok = t.next(); ok && p.m.breaksBetween(a, b) {
			return true
		}
		a = b
	}
	return false
}

// plain says that the word before a full stop is one token of ASCII letters and
// digits that is no abbreviation, initial or number: its stop is a break
// whatever follows. Most stops are of this kind.
func (p *splitter) plain(w string) bool {
	if len(w) < 2 {
		return false
	}
	letters := false
	for i := 0; i < len(w); i++ {
		c := w[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' {
			letters = true
		} else if c < '0' || c > '9' {
			return false
		}
	}
	return letters && !p.m.isAbbreviation(w)
}
