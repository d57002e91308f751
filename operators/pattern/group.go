package pattern

import (
	"strings"
	"unicode"

	"mizan/operators/text"
)

// group reads what follows an opening parenthesis and appends it to s. flagged
// says that it was a setting of global flags.
func (p *parser) group(s seq, verbose bool, depth int, head bool) (_ seq, flagged bool) {
	n := node{op: opGroup}
	capture, name := true, ""
	if p.match('?') {
		c := p.get()
		if !c.ok {
			panic(p.fault("unexpected end of pattern"))
		}
		capture = false
		switch {
		case c.is('P'):
			if p.match('<') {
				name, capture = p.groupName('>'), true
				break
			}
			if p.match('=') {
				g, ok := p.names[p.groupName(')')]
				if !ok {
					panic(p.fault("unknown group name"))
				}
				return append(s, p.backref(g)), false
			}
			panic(p.fault("unknown extension ?P"))
		case c.is(':'):
		case c.is('#'):
			for {
				if !p.next.ok {
					panic(p.fault("missing ), unterminated comment"))
				}
				if p.get().is(')') {
					return s, false
				}
			}
		case c.is('='), c.is('!'), c.is('<'):
			return append(s, p.look(c.r, verbose, depth)), false
		case c.is('('):
			return append(s, p.condition(verbose, depth)), false
		case c.is('>'):
			n.op = opAtomic
		case c.is('-') || !c.escaped && flagOf(c.r) != 0:
			add, del, global := p.inlineFlags(c.r)
			if global {
				if !head {
					panic(p.fault("global flags not at the start of the expression"))
				}
				return s, true
			}
			n.add, n.del = add, del
		default:
			panic(p.fault("unknown extension ?%s", c))
		}
	}
	if capture {
		n.group = p.openGroup(name)
	}
	inner := (verbose || n.add&flagVerbose != 0) && n.del&flagVerbose == 0
	sub := p.alternatives(inner, depth+1)
	p.closeParenthesis()
	n.subs = []seq{sub}
	if capture {
		p.widths[n.group], p.closed[n.group] = p.width(sub), true
	}
	return append(s, n), false
}

func (p *parser) closeParenthesis() {
	if !p.match(')') {
		panic(p.fault("missing ), unterminated subpattern"))
	}
}

func (p *parser) openGroup(name string) int {
	p.groups++
	p.widths = append(p.widths, width{})
	p.closed = append(p.closed, false)
	if name != "" {
		if _, ok := p.names[name]; ok {
			panic(p.fault("redefinition of group name %q", name))
		}
		p.names[name] = p.groups
	}
	return p.groups
}

func (p *parser) groupName(end rune) string {
	name := p.until(end, "group name")
	if !isIdentifier(name) {
		panic(p.fault("bad character in group name %q", name))
	}
	return name
}

// look reads a look-around; c is '=', '!' or '<'.
func (p *parser) look(c rune, verbose bool, depth int) node {
	n := node{op: opLook}
	outer := p.behindGroups
	if c == '<' {
		n.behind = true
		dir := p.get()
		if !dir.ok {
			panic(p.fault("unexpected end of pattern"))
		}
		if !dir.is('=') && !dir.is('!') {
			panic(p.fault("unknown extension ?<%s", dir))
		}
		c = dir.r
		if outer == 0 {
			p.behindGroups = p.groups + 1
		}
	}
	n.not = c == '!'
	n.subs = []seq{p.alternatives(verbose, depth+1)}
	p.behindGroups = outer
	p.closeParenthesis()
	return n
}

// condition reads (?(group)yes|no).
func (p *parser) condition(verbose bool, depth int) node {
	name := p.until(')', "group name")
	var g int
	if isIdentifier(name) {
		var ok bool
		if g, ok = p.names[name]; !ok {
			panic(p.fault("unknown group name %q", name))
		}
	} else {
		v, ok := pythonInt(name)
		if !ok || v < 0 {
			panic(p.fault("bad character in group name %q", name))
		}
		if v == 0 {
			panic(p.fault("bad group number"))
		}
		if v >= maxGroups {
			panic(p.fault("invalid group reference %d", v))
		}
		g = int(v)
		p.conditions = append(p.conditions, g)
	}
	p.checkBehindGroup(g)
	n := node{op: opCondition, group: g}
	if depth+1 > maxNesting {
		e := p.fault("groups nested deeper than %d", maxNesting)
		e.Exception = "RecursionError"
		panic(e)
	}
	n.subs = []seq{p.sequence(verbose, depth+1, false)}
	if p.match('|') {
		n.subs = append(n.subs, p.sequence(verbose, depth+1, false))
		if p.next.is('|') {
			panic(p.fault("conditional backref with more than two branches"))
		}
	}
	p.closeParenthesis()
	return n
}

func flagOf(r rune) flagSet {
	switch r {
	case 'i':
		return flagIgnoreCase
	case 'L':
		return flagLocale
	case 'm':
		return flagMultiline
	case 's':
		return flagDotAll
	case 'x':
		return flagVerbose
	case 'a':
		return flagASCII
	case 't':
		return flagTemplate
	case 'u':
		return flagUnicode
	}
	return 0
}

// inlineFlags reads (?flags) or (?flags-flags:, from its first character c.
func (p *parser) inlineFlags(c rune) (add, del flagSet, global bool) {
	flag := func(missing string) rune {
		t := p.get()
		if !t.ok {
			panic(p.fault("missing %s", missing))
		}
		if t.escaped {
			panic(p.fault("unknown flag"))
		}
		return t.r
	}
	for c != '-' && c != ':' && c != ')' {
		f := flagOf(c)
		switch {
		case f == 0:
			panic(p.fault("unknown flag or missing -, : or )"))
		case f == flagLocale:
			panic(p.fault("bad inline flags: cannot use 'L' flag with a str pattern"))
		}
		add |= f
		if f&typeFlags != 0 && add&typeFlags != f {
			panic(p.fault("bad inline flags: flags 'a', 'u' and 'L' are incompatible"))
		}
		c = flag("-, : or )")
	}
	if c == ')' {
		p.flags |= add
		return 0, 0, true
	}
	if add&flagTemplate != 0 {
		panic(p.fault("bad inline flags: cannot turn on global flag"))
	}
	if c == '-' {
		for c = flag("flag"); ; {
			f := flagOf(c)
			if f == 0 {
				panic(p.fault("unknown or missing flag"))
			}
			if f&typeFlags != 0 {
				panic(p.fault("bad inline flags: cannot turn off flags 'a', 'u' and 'L'"))
			}
			del |= f
			if c = flag(":"); c == ':' {
				break
			}
		}
	}
	if del&flagTemplate != 0 {
		panic(p.fault("bad inline flags: cannot turn off global flag"))
	}
	if add&del != 0 {
		panic(p.fault("bad inline flags: flag turned on and off"))
	}
	return add, del, false
}

// isIdentifier is Python's str.isidentifier.
func isIdentifier(s string) bool {
	for i, r := range s {
		start := r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start)
		if !start && (i == 0 || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)) {
			return false
		}
	}
	return s != ""
}

// pythonInt is Python's int(s): blanks around, a sign, decimal digits of any
// script, single underscores between digits. Values stop at maxGroups.
func pythonInt(s string) (int64, bool) {
	s = text.Strip(s)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	v, digit := int64(0), false
	for _, r := range s {
		if r == '_' && digit {
			digit = false
			continue
		}
		d, ok := digitValue(r)
		if !ok {
			return 0, false
		}
		digit = true
		v = min(v*10+int64(d), maxGroups)
	}
	if negative {
		v = -v
	}
	return v, digit
}

// digitValue is the value of a decimal digit: digits stand in runs of ten.
func digitValue(r rune) (int, bool) {
	if !text.Is(r, text.Decimal) {
		return 0, false
	}
	n := 0
	for ; text.Is(r-1, text.Decimal); r-- {
		n++
	}
	return n % 10, true
}
