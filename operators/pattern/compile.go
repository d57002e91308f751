package pattern

// code is an instruction of the machine.
type code uint8

const (
	cLit       code = iota // the character r
	cLitLow                // a character whose lower case is r
	cLitLowA               // a character whose ASCII lower case is r
	cNot                   // any but r
	cNotLow                // any whose lower case is not r
	cNotLowA               //
	cAny                   // any but U+000A
	cAnyAll                // any
	cSet                   // a member of set
	cMark                  // x: mark number
	cAt                    // x: the place
	cJump                  // to x
	cBranch                // first alternative next, next alternative at x
	cRepeatOne             // the single character at pc+1, min..max times; goes on at x
	cRepeat                // a repeat context; the body is next, its cUntil at x
	cUntil                 // the end of a repeat's body; x: its cRepeat
	cPossess               // a possessive repeat; the body is next, goes on at x
	cAtomic                // an atomic group; the body is next, goes on at x
	cLook                  // a look-around; the body is next, goes on at x
	cBackref               // x: group
	cCondition             // x: group, y: where to go if it is unset
	cDone                  // the end of the pattern or of a body run on its own
)

type inst struct {
	code     code
	how      how
	not      bool // cLook: negative
	behind   bool // cLook: min characters back
	r        rune
	x, y     int
	min, max int64
	set      *charSet
	low      func(rune) rune // cBackref: how characters are compared, nil: exactly
}

// places of cAt, after the flags.
const (
	placeTextHead = iota
	placeLineHead
	placeLastLine // the end or before a final U+000A
	placeLineEnd
	placeTextEnd
	placeEdge
	placeNoEdge
	placeEdgeA // ASCII word characters
	placeNoEdgeA
)

// program is a compiled pattern.
type program struct {
	insts  []inst
	groups int
	filter filter
}

func compile(t *tree) *program {
	c := &compiler{program: &program{groups: t.groups}}
	c.seq(t.seq, t.flags)
	c.emit(inst{code: cDone})
	c.filter = newFilter(t, c.program)
	return c.program
}

type compiler struct{ *program }

func (c *compiler) emit(i inst) int {
	c.insts = append(c.insts, i)
	return len(c.insts) - 1
}

func (c *compiler) here() int { return len(c.insts) }

func (c *compiler) seq(s seq, flags flagSet) {
	for i := range s {
		c.node(&s[i], flags)
	}
}

func combine(flags flagSet, n *node) flagSet {
	if n.add&typeFlags != 0 {
		flags &^= typeFlags
	}
	return (flags | n.add) &^ n.del
}

func (c *compiler) node(n *node, flags flagSet) {
	switch n.op {
	case opLiteral:
		c.emit(charInst(n.r, flags, cLit, cLitLow, cLitLowA))
	case opNot:
		c.emit(charInst(n.r, flags, cNot, cNotLow, cNotLowA))
	case opAny:
		if flags&flagDotAll != 0 {
			c.emit(inst{code: cAnyAll})
		} else {
			c.emit(inst{code: cAny})
		}
	case opSet:
		c.emit(inst{code: cSet, set: newCharSet(n.set, flags)})
	case opAt:
		c.emit(inst{code: cAt, x: place(n.at, flags)})
	case opGroup:
		if n.group > 0 {
			c.emit(inst{code: cMark, x: 2 * (n.group - 1)})
		}
		c.seq(n.subs[0], combine(flags, n))
		if n.group > 0 {
			c.emit(inst{code: cMark, x: 2*(n.group-1) + 1})
		}
	case opRepeat:
		c.repeat(n, flags)
	case opAtomic:
		c.body(inst{code: cAtomic}, n.subs[0], flags)
	case opLook:
		i := inst{code: cLook, not: n.not, behind: n.behind}
		at := c.body(i, n.subs[0], flags)
		if n.behind {
			c.insts[at].min = n.min
		}
	case opBranch:
		var jumps []int
		for k, sub := range n.subs {
			if k == len(n.subs)-1 {
				c.seq(sub, flags)
				break
			}
			at := c.emit(inst{code: cBranch})
			c.seq(sub, flags)
			jumps = append(jumps, c.emit(inst{code: cJump}))
			c.insts[at].x = c.here()
		}
		for _, j := range jumps {
			c.insts[j].x = c.here()
		}
	case opBackref:
		i := inst{code: cBackref, x: n.group - 1}
		if flags&flagIgnoreCase != 0 {
			i.low = lower
			if flags&flagASCII != 0 {
				i.low = lowerASCII
			}
		}
		c.emit(i)
	case opCondition:
		at := c.emit(inst{code: cCondition, x: n.group - 1})
		c.seq(n.subs[0], flags)
		if len(n.subs) > 1 {
			jump := c.emit(inst{code: cJump})
			c.insts[at].y = c.here()
			c.seq(n.subs[1], flags)
			c.insts[jump].x = c.here()
		} else {
			c.insts[at].y = c.here()
		}
	}
}

// body emits a part that runs on its own.
func (c *compiler) body(i inst, s seq, flags flagSet) int {
	at := c.emit(i)
	c.seq(s, flags)
	c.emit(inst{code: cDone})
	c.insts[at].x = c.here()
	return at
}

func (c *compiler) repeat(n *node, flags flagSet) {
	i := inst{min: n.min, max: n.max, how: n.how}
	switch {
	case simple(n.subs[0]):
		i.code = cRepeatOne
		at := c.emit(i)
		c.seq(n.subs[0], flags)
		c.insts[at].x = c.here()
	case n.how == possessive:
		i.code = cPossess
		c.body(i, n.subs[0], flags)
	default:
		i.code = cRepeat
		at := c.emit(i)
		c.seq(n.subs[0], flags)
		c.insts[at].x = c.emit(inst{code: cUntil, x: at})
	}
}

// charInst compiles a character for the flags at hand. A character without
// case is compared exactly, one with an equivalent beyond its own lower case
// becomes a set.
func charInst(r rune, flags flagSet, exact, low, lowA code) inst {
	switch {
	case flags&flagIgnoreCase == 0:
		return inst{code: exact, r: r}
	case flags&flagASCII != 0:
		if !casedASCII(r) {
			return inst{code: exact, r: r}
		}
		return inst{code: lowA, r: lowerASCII(r)}
	case !cased(r):
		return inst{code: exact, r: r}
	}
	r = lower(r)
	fam := familyOf[r]
	if fam == nil {
		return inst{code: low, r: r}
	}
	spec := &setSpec{negate: exact == cNot}
	for _, f := range fam {
		spec.items = append(spec.items, setItem{lo: f, hi: f})
	}
	return inst{code: cSet, set: newCharSet(spec, flags)}
}

func place(a at, flags flagSet) int {
	switch a {
	case atStart:
		if flags&flagMultiline != 0 {
			return placeLineHead
		}
		return placeTextHead
	case atEnd:
		if flags&flagMultiline != 0 {
			return placeLineEnd
		}
		return placeLastLine
	case atTextHead:
		return placeTextHead
	case atTextEnd:
		return placeTextEnd
	case atWordEdge:
		if flags&flagASCII != 0 {
			return placeEdgeA
		}
		return placeEdge
	}
	if flags&flagASCII != 0 {
		return placeNoEdgeA
	}
	return placeNoEdge
}
