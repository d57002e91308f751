package pattern

// until is the end of a repeat's body: it starts another round or goes on with
// what follows.
func (m *machine) until(pc, pos int) (next int, ok bool) {
	at := m.repeat
	c := &m.repeats[at]
	in := &m.insts[c.inst]
	count := c.count + 1
	body := c.inst + 1
	if count < in.min {
		c.count = count
		m.push(frame{kind: fLowerCount, context: int32(at), count: count - 1}, false)
		return body, true
	}
	if in.how == lazy {
		m.repeat = c.prev
		m.push(frame{kind: fEnterLoop, context: int32(at), pos: pos, count: count}, m.repeat >= 0)
		return pc + 1, true
	}
	if (count < in.max || in.max == unlimited) && pos != c.last {
		c.count = count
		m.push(frame{kind: fLeaveLoop, pc: int32(pc + 1), context: int32(at), pos: pos, aux: c.last, count: count - 1}, true)
		c.last = pos
		return body, true
	}
	m.repeat = c.prev
	m.push(frame{kind: fReenter, context: int32(at)}, false)
	return pc + 1, true
}

// backtrack undoes frames down to one that offers another way. The frames
// below base belong to a run around this one.
func (m *machine) backtrack(base int) (pc, pos int, ok bool) {
	for len(m.frames) > base {
		if m.steps--; m.steps < 0 {
			m.failure = ErrSteps
			return 0, 0, false
		}
		f := &m.frames[len(m.frames)-1]
		switch f.kind {
		case fBranch:
			m.restore(f)
			pc, pos = int(f.pc), f.pos
			m.pop()
			return pc, pos, true
		case fTakeLess:
			if pc, pos, ok = m.takeLess(f); ok {
				return pc, pos, true
			}
		case fTakeMore:
			if pc, pos, ok = m.takeMore(f); ok {
				return pc, pos, true
			}
		case fDropContext:
			m.repeat = m.repeats[f.context].prev
			m.repeats = m.repeats[:f.context]
			m.pop()
		case fLowerCount:
			m.repeats[f.context].count = f.count
			m.pop()
		case fReenter:
			m.repeat = int(f.context)
			m.pop()
		case fLeaveLoop:
			c := &m.repeats[f.context]
			m.restore(f)
			c.last, c.count = f.aux, f.count
			m.repeat = c.prev
			context := f.context
			pc, pos = int(f.pc), f.pos
			m.pop()
			m.push(frame{kind: fReenter, context: context}, false)
			return pc, pos, true
		case fEnterLoop:
			if pc, pos, ok = m.enterLoop(f); ok {
				return pc, pos, true
			}
		case fUndoRound:
			c := &m.repeats[f.context]
			c.last, c.count = f.aux, f.count
			m.pop()
		}
	}
	return 0, 0, false
}

// takeLess gives back one character of a greedy single-character repeat, or
// more where what follows is a plain character that does not match there.
func (m *machine) takeLess(f *frame) (pc, pos int, ok bool) {
	m.restore(f)
	next := int(m.insts[f.pc].x)
	if f.pos == f.aux {
		m.pop()
		return 0, 0, false
	}
	f.pos = m.before(f.pos)
	if pos, ok = m.firstEnd(f.pos, f.aux, next); !ok {
		m.pop()
	}
	return next, pos, ok
}

// takeMore takes one more character for a lazy single-character repeat.
func (m *machine) takeMore(f *frame) (pc, pos int, ok bool) {
	m.restore(f)
	in := &m.insts[f.pc]
	w := m.char(&m.insts[f.pc+1], f.pos)
	if w == 0 || in.max != unlimited && f.count >= in.max {
		m.pop()
		return 0, 0, false
	}
	f.pos += w
	f.count++
	return in.x, f.pos, true
}

// enterLoop starts a round of a lazy repeat.
func (m *machine) enterLoop(f *frame) (pc, pos int, ok bool) {
	m.restore(f)
	at, pos, count := f.context, f.pos, f.count
	m.repeat = int(at)
	m.pop()
	c := &m.repeats[at]
	in := &m.insts[c.inst]
	if count >= in.max && in.max != unlimited || pos == c.last {
		return 0, 0, false
	}
	c.count = count
	m.push(frame{kind: fUndoRound, context: at, aux: c.last, count: count - 1}, false)
	c.last = pos
	return c.inst + 1, pos, true
}
