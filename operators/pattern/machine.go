package pattern

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// maxFrames bounds the backtracking stack of one match (about 200 MB).
const maxFrames = 4 << 20

// keepFrames is how much of the stack a machine keeps for its next match.
const keepFrames = 1 << 14

// machine runs a program on a text. Positions are byte offsets.
//
// It backtracks over an explicit stack. What Python's engine restores when it
// backtracks, and what it forgets to restore, decides which text a group holds
// and with it the outcome of back-references, conditions and splits: the last
// mark is restored at every choice, the marks below it only inside a repeat.
type machine struct {
	insts []inst
	s     string
	steps int64

	start       int // where this attempt starts
	mustAdvance bool

	frames   []frame
	marks    []int
	lastMark int
	saved    []int // marks saved by frames
	repeats  []repeatContext
	repeat   int // the innermost repeat context, -1: none

	failure error
}

// repeatContext counts the rounds of a repeat whose body is being matched.
type repeatContext struct {
	inst  int // its cRepeat
	prev  int // the context around it
	count int64
	last  int // where the last round started, -1 at first
}

// frame is a choice that can be taken back, or a change to undo on the way.
type frame struct {
	kind     frameKind
	lastMark int32
	savedAt  int32 // where its marks are in saved, -1: not saved
	pc       int32
	context  int32
	pos, aux int
	count    int64
}

type frameKind uint8

const (
	fBranch      frameKind = iota // go on at pc
	fTakeLess                     // greedy single-character repeat; aux: its least end
	fTakeMore                     // lazy single-character repeat
	fDropContext                  // forget the repeat context
	fLowerCount                   // one round less
	fLeaveLoop                    // greedy repeat: no further round, match what follows
	fEnterLoop                    // lazy repeat: what follows failed, match a round
	fUndoRound                    // lazy repeat: that round failed
	fReenter                      // what follows a repeat failed: back into its context
)

var machines = sync.Pool{New: func() any { return &machine{} }}

// each calls visit for the non-overlapping matches in s from left to right
// until it returns false.
func (p *program) each(s string, steps int64, visit func(start, end int, m *machine) bool) error {
	m := machines.Get().(*machine)
	defer func() {
		m.insts, m.s, m.failure = nil, "", nil
		if cap(m.frames) > keepFrames {
			m.frames, m.saved, m.repeats = nil, nil, nil
		}
		machines.Put(m)
	}()
	m.insts, m.s, m.steps = p.insts, s, steps
	if n := 2 * p.groups; cap(m.marks) < n {
		m.marks = make([]int, n)
	} else {
		m.marks = m.marks[:n]
	}
	scan := scanner{filter: &p.filter, s: s}
	at, mustAdvance := 0, false
	for {
		start, end, ok := m.search(&scan, at, mustAdvance)
		if m.failure != nil {
			return m.failure
		}
		if !ok || !visit(start, end, m) {
			return nil
		}
		at, mustAdvance = end, start == end
	}
}

// search finds the first match that starts at or after from.
func (m *machine) search(scan *scanner, from int, mustAdvance bool) (start, end int, ok bool) {
	for at := scan.next(from); at >= 0; {
		m.start, m.mustAdvance = at, mustAdvance && at == from
		m.lastMark, m.repeat = -1, -1
		m.repeats = m.repeats[:0]
		if end, ok := m.run(0, at, true); ok || m.failure != nil {
			return at, end, ok
		}
		if at >= len(m.s) {
			break
		}
		_, w := utf8.DecodeRuneInString(m.s[at:])
		at = scan.next(at + w)
	}
	return 0, 0, false
}

// group returns the range of capture group g (from 0) of the match just made,
// an empty one if it took no part.
func (m *machine) group(g int) (from, to int) {
	if from, to, ok := m.span(g); ok {
		return from, to
	}
	return 0, 0
}

func (m *machine) span(g int) (from, to int, ok bool) {
	if 2*g >= m.lastMark {
		return 0, 0, false
	}
	from, to = m.marks[2*g], m.marks[2*g+1]
	return from, to, from >= 0 && to >= from
}

func (m *machine) setMark(i, pos int) {
	for m.lastMark < i {
		m.lastMark++
		m.marks[m.lastMark] = -1
	}
	m.marks[i] = pos
}

// push adds a frame that will restore the last mark and, with marks, all marks
// up to it.
func (m *machine) push(f frame, marks bool) {
	f.lastMark, f.savedAt = int32(m.lastMark), -1
	if marks && m.lastMark >= 0 {
		f.savedAt = int32(len(m.saved))
		m.saved = append(m.saved, m.marks[:m.lastMark+1]...)
	}
	m.frames = append(m.frames, f)
	if len(m.frames) > maxFrames || len(m.saved) > 8*maxFrames {
		m.failure = ErrSteps
	}
}

// restore puts the marks back as they were when f was pushed. f stays.
func (m *machine) restore(f *frame) {
	m.lastMark = int(f.lastMark)
	if f.savedAt >= 0 {
		copy(m.marks, m.saved[f.savedAt:int(f.savedAt)+m.lastMark+1])
	}
}

// pop removes the top frame and the marks it saved.
func (m *machine) pop() {
	top := len(m.frames) - 1
	if at := m.frames[top].savedAt; at >= 0 {
		m.saved = m.saved[:at]
	}
	m.frames = m.frames[:top]
}

// run matches from instruction pc at position pos to a cDone and returns the
// end of the match. Choices inside it are final once it has returned.
func (m *machine) run(pc, pos int, whole bool) (end int, ok bool) {
	frames, saved, repeats, repeat := len(m.frames), len(m.saved), len(m.repeats), m.repeat
	end, ok = m.match(pc, pos, frames, whole)
	m.frames, m.saved, m.repeats = m.frames[:frames], m.saved[:saved], m.repeats[:repeats]
	m.repeat = repeat
	return end, ok
}

func (m *machine) match(pc, pos, base int, whole bool) (end int, ok bool) {
	for {
		if m.steps--; m.steps < 0 {
			m.failure = ErrSteps
		}
		if m.failure != nil {
			return 0, false
		}
		in := &m.insts[pc]
		next := pc + 1
		fine := true
		switch in.code {
		case cMark:
			m.setMark(in.x, pos)
		case cAt:
			fine = m.isAt(in.x, pos)
		case cJump:
			next = in.x
		case cBranch:
			m.push(frame{kind: fBranch, pc: int32(in.x), pos: pos}, m.repeat >= 0)
		case cRepeatOne:
			pos, fine = m.repeatOne(pc, pos)
			next = in.x
		case cRepeat:
			m.push(frame{kind: fDropContext, context: int32(len(m.repeats))}, false)
			m.repeats = append(m.repeats, repeatContext{inst: pc, prev: m.repeat, count: -1, last: -1})
			m.repeat = len(m.repeats) - 1
			next = in.x
		case cUntil:
			next, fine = m.until(pc, pos)
		case cPossess:
			pos, fine = m.possess(pc, pos)
			next = in.x
		case cAtomic:
			pos, fine = m.run(pc+1, pos, false)
			next = in.x
		case cLook:
			fine = m.look(pc, pos)
			next = in.x
		case cBackref:
			pos, fine = m.backref(in, pos)
		case cCondition:
			if _, _, set := m.span(in.x); !set {
				next = in.y
			}
		case cDone:
			if !whole || !m.mustAdvance || pos != m.start {
				return pos, true
			}
			fine = false
		default:
			w := m.char(in, pos)
			fine = w > 0
			pos += w
		}
		if !fine {
			if next, pos, ok = m.backtrack(base); !ok {
				return 0, false
			}
		}
		pc = next
	}
}

func (m *machine) possess(pc, pos int) (int, bool) {
	in := &m.insts[pc]
	count := int64(0)
	for ; count < in.min; count++ {
		end, ok := m.run(pc+1, pos, false)
		if !ok {
			return 0, false
		}
		// Rounds that match nothing repeat themselves.
		if end == pos {
			count = in.min - 1
		}
		pos = end
	}
	for last := -1; (count < in.max || in.max == unlimited) && pos != last; count++ {
		last = pos
		m.push(frame{}, true)
		end, ok := m.run(pc+1, pos, false)
		if !ok {
			m.restore(&m.frames[len(m.frames)-1])
			m.pop()
			break
		}
		m.pop()
		pos = end
	}
	return pos, m.failure == nil
}

func (m *machine) look(pc, pos int) bool {
	in := &m.insts[pc]
	at, reached := pos, true
	if in.behind {
		for n := in.min; n > 0 && reached; n-- {
			if reached = at > 0; reached {
				at = m.before(at)
			}
		}
	}
	if !in.not {
		if !reached {
			return false
		}
		_, ok := m.run(pc+1, at, false)
		return ok
	}
	if !reached {
		return true
	}
	m.push(frame{}, m.repeat >= 0)
	_, ok := m.run(pc+1, at, false)
	if !ok {
		m.restore(&m.frames[len(m.frames)-1])
	}
	m.pop()
	return !ok && m.failure == nil
}

func (m *machine) backref(in *inst, pos int) (int, bool) {
	from, to, ok := m.span(in.x)
	if !ok {
		return 0, false
	}
	m.steps -= int64(to-from) >> 3
	ref := m.s[from:to]
	if in.low == nil {
		return pos + len(ref), strings.HasPrefix(m.s[pos:], ref)
	}
	for _, want := range ref {
		if pos >= len(m.s) {
			return 0, false
		}
		r, w := utf8.DecodeRuneInString(m.s[pos:])
		if in.low(r) != in.low(want) {
			return 0, false
		}
		pos += w
	}
	return pos, true
}
