package pattern

import (
	"strings"
	"unicode/utf8"
)

// char matches one character and returns its length, 0 if it does not match.
func (m *machine) char(in *inst, pos int) int {
	if pos >= len(m.s) {
		return 0
	}
	r, w := rune(m.s[pos]), 1
	if r >= utf8.RuneSelf {
		r, w = utf8.DecodeRuneInString(m.s[pos:])
	}
	fine := false
	switch in.code {
	case cLit:
		fine = r == in.r
	case cLitLow:
		fine = lower(r) == in.r
	case cLitLowA:
		fine = lowerASCII(r) == in.r
	case cNot:
		fine = r != in.r
	case cNotLow:
		fine = lower(r) != in.r
	case cNotLowA:
		fine = lowerASCII(r) != in.r
	case cAny:
		fine = r != '\n'
	case cAnyAll:
		fine = true
	case cSet:
		fine = in.set.has(r)
	}
	if !fine {
		return 0
	}
	return w
}

func (m *machine) isAt(place, pos int) bool {
	switch place {
	case placeTextHead:
		return pos == 0
	case placeLineHead:
		return pos == 0 || m.s[pos-1] == '\n'
	case placeLastLine:
		return pos == len(m.s) || pos == len(m.s)-1 && m.s[pos] == '\n'
	case placeLineEnd:
		return pos == len(m.s) || m.s[pos] == '\n'
	case placeTextEnd:
		return pos == len(m.s)
	}
	if m.s == "" {
		return false // neither \b nor \B holds in the empty text
	}
	before, after := wordBefore(m.s, pos), wordAfter(m.s, pos)
	if place == placeEdgeA || place == placeNoEdgeA {
		before = before && m.s[pos-1] < utf8.RuneSelf
		after = after && m.s[pos] < utf8.RuneSelf
	}
	return before != after == (place == placeEdge || place == placeEdgeA)
}

// take matches the single character of a repeat up to n times and returns the
// new position and how often it matched; the count only where n is a limit.
func (m *machine) take(in *inst, pos int, n int64) (end int, count int64) {
	if in.code == cAny && n == unlimited {
		end = len(m.s)
		if i := strings.IndexByte(m.s[pos:], '\n'); i >= 0 {
			end = pos + i
		}
		m.steps -= int64(end-pos) >> 6
		return end, 0 // nobody wants the count of an unlimited repeat
	}
	for count < n {
		w := m.char(in, pos)
		if w == 0 {
			break
		}
		pos += w
		count++
	}
	m.steps -= count >> 3
	return pos, count
}

func (m *machine) repeatOne(pc, pos int) (int, bool) {
	in, item := &m.insts[pc], &m.insts[pc+1]
	least, n := m.take(item, pos, in.min)
	if n < in.min {
		return 0, false
	}
	switch in.how {
	case lazy:
		m.push(frame{kind: fTakeMore, pc: int32(pc), pos: least, count: n}, m.repeat >= 0)
		return least, true
	case possessive:
		end, _ := m.take(item, least, in.max-n)
		return end, true
	}
	most := in.max
	if most != unlimited {
		most -= n
	}
	end, _ := m.take(item, least, most)
	if end > least {
		m.push(frame{kind: fTakeLess, pc: int32(pc), pos: end, aux: least}, m.repeat >= 0)
		// What follows is tried at the longest end first; takeLess skips ends
		// where it cannot match, so ask it for the first end as well.
		return m.firstEnd(end, least, in.x)
	}
	return end, true
}

// firstEnd is the longest end not above end at which the instruction at next
// can match, if that is a plain character. The frame on top is kept in step.
func (m *machine) firstEnd(end, least, next int) (int, bool) {
	in := &m.insts[next]
	if in.code != cLit {
		return end, true
	}
	for m.char(in, end) == 0 {
		if end == least {
			// No end will do; the frame on top has nothing left to offer.
			m.frames[len(m.frames)-1].pos = least
			return 0, false
		}
		end = m.before(end)
		m.steps--
	}
	m.frames[len(m.frames)-1].pos = end
	return end, true
}

// before is the position of the character before pos.
func (m *machine) before(pos int) int {
	if m.s[pos-1] < utf8.RuneSelf {
		return pos - 1
	}
	_, w := utf8.DecodeLastRuneInString(m.s[:pos])
	return pos - w
}
