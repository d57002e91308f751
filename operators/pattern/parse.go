package pattern

// maxNesting bounds the nesting of groups. Python's parser is recursive, two
// calls a group, and fails with RecursionError at a depth that depends on the
// caller's stack: 495 groups when called from the top, a few less in the
// reference's place.
const maxNesting = 485

// maxGroups is Python's bound on capture groups.
const maxGroups = 1<<31 - 1

type parser struct {
	*tokens
	tree
	names map[string]int
	// closed says by number which groups are complete.
	closed []bool
	// behindGroups is the number of the first group opened inside the
	// outermost look-behind, 0 outside one.
	behindGroups int
	// conditions holds the group numbers that conditions name ahead of time.
	conditions []int
}

// parse reads a pattern as Python 3.11 does.
func parse(src string, flags Flags) (t *tree, fault *SyntaxError) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			t, fault = nil, e
		default:
			panic(e)
		}
	}()
	p := &parser{tokens: newTokens(src), names: map[string]int{}, closed: []bool{false}}
	p.widths = []width{{}}
	if flags&IgnoreCase != 0 {
		p.flags |= flagIgnoreCase
	}
	if flags&Multiline != 0 {
		p.flags |= flagMultiline
	}
	p.seq = p.alternatives(false, 0)
	if p.flags&flagASCII != 0 && p.flags&flagUnicode != 0 {
		e := p.fault("flags a and u are incompatible")
		e.Exception = "ValueError"
		panic(e)
	}
	if p.next.ok {
		panic(p.fault("unbalanced parenthesis"))
	}
	for _, g := range p.conditions {
		if g > p.groups {
			panic(p.fault("invalid group reference %d", g))
		}
	}
	p.checkLookBehind(p.seq)
	if p.flags&flagTemplate != 0 {
		p.checkTemplate(p.seq)
	}
	return &p.tree, nil
}

// alternatives reads a|b|c.
func (p *parser) alternatives(verbose bool, depth int) seq {
	if depth > maxNesting {
		e := p.fault("groups nested deeper than %d", maxNesting)
		e.Exception = "RecursionError"
		panic(e)
	}
	var items []seq
	for {
		items = append(items, p.sequence(verbose, depth, depth == 0 && len(items) == 0))
		if !p.match('|') {
			break
		}
		if depth == 0 {
			verbose = p.flags&flagVerbose != 0
		}
	}
	if len(items) == 1 {
		return items[0]
	}
	if set, ok := unite(items); ok {
		return seq{{op: opSet, set: set}}
	}
	return seq{{op: opBranch, subs: items}}
}

// unite makes one set of alternatives that are single characters.
func unite(items []seq) (*setSpec, bool) {
	set := &setSpec{}
	for _, s := range items {
		if len(s) != 1 {
			return nil, false
		}
		switch n := s[0]; {
		case n.op == opLiteral:
			set.items = append(set.items, setItem{lo: n.r, hi: n.r})
		case n.op == opSet && !n.set.negate:
			set.items = append(set.items, n.set.items...)
		default:
			return nil, false
		}
	}
	return set, true
}

// sequence reads up to | or ) or the end. Global flags may stand only at the
// head of the first sequence of the pattern.
func (p *parser) sequence(verbose bool, depth int, head bool) seq {
	s := seq{}
	for {
		this := p.next
		if !this.ok || this.is('|') || this.is(')') {
			break
		}
		p.advance()
		if verbose && !this.escaped {
			if isVerboseSpace(this.r) {
				continue
			}
			if this.r == '#' {
				for c := p.get(); c.ok && !c.is('\n'); c = p.get() {
				}
				continue
			}
		}
		switch {
		case this.escaped:
			s = append(s, p.escape(this.r))
		case this.r == '[':
			s = append(s, p.class())
		case this.r == '*', this.r == '+', this.r == '?', this.r == '{':
			s = p.repeat(s, this.r)
		case this.r == '.':
			s = append(s, node{op: opAny})
		case this.r == '(':
			var flagged bool
			s, flagged = p.group(s, verbose, depth, head && len(s) == 0)
			if flagged {
				verbose = p.flags&flagVerbose != 0
			}
		case this.r == '^':
			s = append(s, node{op: opAt, at: atStart})
		case this.r == '$':
			s = append(s, node{op: opAt, at: atEnd})
		default:
			s = append(s, node{op: opLiteral, r: this.r})
		}
	}
	// Groups that neither capture nor set flags dissolve.
	flat := s[:0:0]
	for _, n := range s {
		if n.op == opGroup && n.group == 0 && n.add == 0 && n.del == 0 {
			flat = append(flat, n.subs[0]...)
		} else {
			flat = append(flat, n)
		}
	}
	return flat
}

func isVerboseSpace(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r'
}

// repeat reads a quantifier, whose first character has been read.
func (p *parser) repeat(s seq, first rune) seq {
	lo, hi := int64(0), int64(unlimited)
	switch first {
	case '?':
		hi = 1
	case '+':
		lo = 1
	case '{':
		here := p.pos()
		literal := func() seq {
			p.seek(here)
			return append(s, node{op: opLiteral, r: '{'})
		}
		if p.next.is('}') {
			return literal()
		}
		digits := 1 << 30
		from := p.while(digits, isDigit)
		to := from
		if p.match(',') {
			to = p.while(digits, isDigit)
		}
		if !p.match('}') {
			return literal()
		}
		if len(from) > 0 {
			lo = p.repeatCount(from)
		}
		if len(to) > 0 {
			if hi = p.repeatCount(to); hi < lo {
				panic(p.fault("min repeat greater than max repeat"))
			}
		}
	}
	if len(s) == 0 || s[len(s)-1].op == opAt {
		panic(p.fault("nothing to repeat"))
	}
	last := &s[len(s)-1]
	if last.op == opRepeat {
		panic(p.fault("multiple repeat"))
	}
	item := seq{*last}
	if last.op == opGroup && last.group == 0 && last.add == 0 && last.del == 0 {
		item = last.subs[0]
	}
	n := node{op: opRepeat, min: lo, max: hi, subs: []seq{item}}
	if p.match('?') {
		n.how = lazy
	} else if p.match('+') {
		n.how = possessive
	}
	*last = n
	return s
}

func (p *parser) repeatCount(digits []rune) int64 {
	n := int64(0)
	for _, d := range digits {
		if n = n*10 + int64(d-'0'); n >= unlimited {
			e := p.fault("the repetition number is too large")
			e.Exception = "OverflowError"
			panic(e)
		}
	}
	return n
}

// checkLookBehind rejects look-behinds without a fixed width and notes the
// width of the others.
func (p *parser) checkLookBehind(s seq) {
	for i := range s {
		n := &s[i]
		if n.op == opLook && n.behind {
			w := p.width(n.subs[0])
			if w.min > unlimited {
				panic(p.fault("looks too much behind"))
			}
			if w.min != w.max {
				panic(p.fault("look-behind requires fixed-width pattern"))
			}
			n.min = w.min
		}
		for _, sub := range n.subs {
			p.checkLookBehind(sub)
		}
	}
}

// checkTemplate rejects repeats under the flag t.
func (p *parser) checkTemplate(s seq) {
	for i := range s {
		if s[i].op == opRepeat {
			panic(p.fault("repeat under the flag t"))
		}
		for _, sub := range s[i].subs {
			p.checkTemplate(sub)
		}
	}
}
