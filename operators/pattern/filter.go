package pattern

import (
	"strings"
	"unicode/utf8"
)

// filter is what is known of every match before one is tried.
type filter struct {
	// head holds the bytes a match may start with; nil if it may be empty or
	// start with anything.
	head *[256]bool
	// needed is a text that every match contains.
	needed *literal
}

// newFilter examines a pattern.
func newFilter(t *tree, p *program) filter {
	var f filter
	h := heads{insts: p.insts}
	if empty, ok := h.walk(0, len(p.insts)); ok && !empty {
		f.head = &h.bytes
	}
	if text, fold := needed(t.seq, t.flags); text != "" {
		f.needed = newLiteral(text, fold, false)
	}
	return f
}

// scanner finds the places where a match is possible.
type scanner struct {
	*filter
	s string
	// seen is the place of the needed text found last, so that it is searched
	// for only once.
	seen int
	have bool
}

// next returns the first place at or after from where a match may start, or -1.
func (sc *scanner) next(from int) int {
	if sc.needed != nil && !(sc.have && sc.seen >= from) {
		if from > len(sc.s) {
			return -1
		}
		start, _ := sc.needed.next(sc.s, from)
		if start < 0 {
			return -1
		}
		sc.seen, sc.have = start, true
	}
	if sc.head == nil {
		if from > len(sc.s) {
			return -1
		}
		return from
	}
	for i := from; i < len(sc.s); i++ {
		if sc.head[sc.s[i]] {
			return i
		}
	}
	return -1
}

// heads collects the bytes that a match may start with.
type heads struct {
	insts []inst
	bytes [256]bool
	// visits bounds the walk: branches in a row fan out.
	visits int
}

const maxVisits = 1000

// walk adds the first bytes of what insts[pc:end] matches. empty says that it
// may match nothing; ok is false if nothing can be said.
func (h *heads) walk(pc, end int) (empty, ok bool) {
	for pc < end {
		if h.visits++; h.visits > maxVisits {
			return false, false
		}
		in := &h.insts[pc]
		switch in.code {
		case cMark, cAt:
			pc++
		case cLook, cJump:
			pc = in.x
		case cDone:
			return true, true
		case cBranch:
			empty1, ok1 := h.walk(pc+1, end)
			empty2, ok2 := h.walk(in.x, end)
			return empty1 || empty2, ok1 && ok2
		case cRepeatOne:
			h.add(&h.insts[pc+1])
			if in.min > 0 {
				return false, true
			}
			pc = in.x
		case cRepeat, cPossess, cAtomic:
			empty, ok := h.walk(pc+1, in.x)
			if !ok {
				return false, false
			}
			if !empty && (in.min > 0 || in.code == cAtomic) {
				return false, true
			}
			pc = in.x
			if in.code == cRepeat {
				pc++ // over its cUntil
			}
		case cBackref, cCondition:
			return false, false
		default:
			h.add(in)
			return false, true
		}
	}
	return true, true
}

// add adds the first bytes of what a single-character instruction matches.
func (h *heads) add(in *inst) {
	if in.code == cLit {
		var buf [utf8.UTFMax]byte
		utf8.EncodeRune(buf[:], in.r)
		h.bytes[buf[0]] = true
		return
	}
	m := machine{}
	for b := range rune(utf8.RuneSelf) {
		m.s = string(b)
		h.bytes[b] = h.bytes[b] || m.char(in, 0) > 0
	}
	for b := utf8.RuneSelf; b < 256; b++ {
		h.bytes[b] = true
	}
}

// needed returns the longest run of characters that stands in every match of s.
func needed(s seq, flags flagSet) (string, bool) {
	var best, run strings.Builder
	var bestFold bool
	var walk func(s seq, flags flagSet)
	fold := false
	flush := func() {
		if run.Len() > best.Len() {
			best.Reset()
			best.WriteString(run.String())
			bestFold = fold
		}
		run.Reset()
	}
	walk = func(s seq, flags flagSet) {
		for i := range s {
			n := &s[i]
			switch {
			case n.op == opLiteral && flags&flagASCII == 0 && (n.r < 0xD800 || n.r > 0xDFFF):
				if f := flags&flagIgnoreCase != 0; f != fold {
					flush()
					fold = f
				}
				run.WriteRune(n.r)
			case n.op == opGroup:
				walk(n.subs[0], combine(flags, n))
			case n.op == opAtomic:
				walk(n.subs[0], flags)
			case n.op == opRepeat && n.min > 0:
				flush()
				walk(n.subs[0], flags)
				flush()
			case n.op == opAt || n.op == opLook:
				// Matches nothing: the run goes on.
			default:
				flush()
			}
		}
	}
	walk(s, flags)
	flush()
	return best.String(), bestFold
}
