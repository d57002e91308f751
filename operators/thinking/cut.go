package thinking

import (
	"strings"

	"mizan/operators/text"
)

// Strip cuts s as the reference harness does: at the closing tag that starts
// last. The answer is all that follows it; a text without such a tag is all
// answer. Opening tags play no part in that. The thinking is what precedes the
// tag, without an opening tag at its start. Both are views of s.
func Strip(s string) (answer, thinking string) {
	r := parity.cut(s, false)
	return r.answer, r.thinking
}

var parity = plan{markups: styles[Think], unclosed: AllAnswer}

// plan is a Rule made ready.
type plan struct {
	markups  []markup
	unclosed string
	inPrompt bool
	first    bool
}

// result is what a response falls into.
type result struct {
	answer, thinking string
	state            string
}

// cut parts s. separate says that the thinking came in a field of its own: then
// a text without a closing tag is no block that the prompt has opened.
func (p *plan) cut(s string, separate bool) result {
	at, n, by := -1, 0, (*markup)(nil)
	for i := range p.markups {
		m := &p.markups[i]
		if m.anchored && !m.opensText(s) {
			continue
		}
		a, k := m.last(s)
		if p.first {
			a, k = m.first(s)
		}
		if a >= 0 && (at < 0 || a == at && k > n || a != at && a < at == p.first) {
			at, n, by = a, k, m
		}
	}
	if by != nil {
		return result{p.unwrap(s[at+n:]), p.thought(s[:at], by), Closed}
	}
	if block, ok := p.opened(s, separate); ok {
		if p.unclosed == AllAnswer {
			return result{answer: s, state: Unclosed}
		}
		return result{thinking: block, state: Unclosed}
	}
	return result{answer: p.unwrap(s), state: None}
}

// opened returns the block that s, which has no closing tag, begins in.
func (p *plan) opened(s string, separate bool) (block string, ok bool) {
	for i := range p.markups {
		m := &p.markups[i]
		block, ok := cutOpener(s, m.opens)
		if !ok {
			continue
		}
		if m.glued {
			if block == "" {
				continue
			}
			if c, _ := text.ClassAt(block, 0); c&text.Letter == 0 {
				continue
			}
		}
		return block, true
	}
	return s, p.inPrompt && !separate
}

// cutOpener takes an opening tag, and white space before it, off the start of s.
func cutOpener(s string, opens []string) (rest string, ok bool) {
	head := text.StripLeft(s)
	for _, o := range opens {
		if rest, ok := strings.CutPrefix(head, o); ok {
			return rest, true
		}
	}
	return s, false
}

func (m *markup) opensText(s string) bool {
	_, ok := cutOpener(s, m.opens)
	return ok
}

// thought returns the thinking of a block that a tag of m closes, without the
// markup at its ends.
func (p *plan) thought(block string, m *markup) string {
	for i := range p.markups {
		rest, ok := cutOpener(block, p.markups[i].opens)
		if ok {
			block = rest
			break
		}
	}
	for _, a := range m.after {
		block = strings.TrimSuffix(block, a)
	}
	return block
}

// unwrap takes off what stands around the answer. Nothing else is trimmed.
func (p *plan) unwrap(answer string) string {
	for i := range p.markups {
		for _, w := range p.markups[i].wraps {
			if rest, ok := strings.CutPrefix(text.StripLeft(answer), w[0]); ok && w[0] != "" {
				answer = rest
			}
			if rest, ok := strings.CutSuffix(text.StripRight(answer), w[1]); ok {
				answer = rest
			}
		}
	}
	return answer
}

// match returns the length of the longest closing tag that s begins with, 0 if
// there is none.
func (m *markup) match(s string) (n int) {
	for _, c := range m.closes {
		if len(c) > n && strings.HasPrefix(s, c) {
			n = len(c)
		}
	}
	return n
}

// first returns where the first closing tag of s starts, and its length; -1 if
// there is none.
func (m *markup) first(s string) (at, n int) {
	for {
		i := strings.Index(s[at:], m.stem)
		if i < 0 {
			return -1, 0
		}
		at += i
		if n := m.match(s[at:]); n > 0 {
			return at, n
		}
		at++
	}
}

// last returns where the closing tag of s starts that starts last, and its
// length; -1 if there is none. It goes through s in pieces from the end, and
// through a piece with strings.Index, which vector instructions make fast where
// strings.LastIndex looks at one byte after the other.
func (m *markup) last(s string) (at, n int) {
	const piece = 4 << 10
	for end := len(s); end > 0; end -= min(piece, end) {
		start := max(0, end-piece)
		// A tag may begin in this piece and go on in the next one.
		window := s[start:min(len(s), end+len(m.stem)-1)]
		at = -1
		for from := 0; ; from++ {
			i := strings.Index(window[from:], m.stem)
			if i < 0 {
				break
			}
			from += i
			if k := m.match(s[start+from:]); k > 0 {
				at, n = start+from, k
			}
		}
		if at >= 0 {
			return at, n
		}
	}
	return -1, 0
}
