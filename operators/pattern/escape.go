package pattern

import "mizan/operators/text"

// escape reads an escape outside a set; c is the character after the
// backslash.
func (p *parser) escape(c rune) node {
	switch c {
	case 'A':
		return node{op: opAt, at: atTextHead}
	case 'Z':
		return node{op: opAt, at: atTextEnd}
	case 'b':
		return node{op: opAt, at: atWordEdge}
	case 'B':
		return node{op: opAt, at: atNoEdge}
	case '0':
		return node{op: opLiteral, r: number(append([]rune{c}, p.while(2, isOctal)...), 8)}
	}
	if class, not, ok := classEscape(c); ok {
		return node{op: opSet, set: &setSpec{items: []setItem{{class: class, not: not}}}}
	}
	if isDigit(c) {
		return p.numberEscape(c)
	}
	return node{op: opLiteral, r: p.characterEscape(c)}
}

// numberEscape reads a back-reference or an octal escape of three digits.
func (p *parser) numberEscape(c rune) node {
	digits := []rune{c}
	if p.next.ok && !p.next.escaped && isDigit(p.next.r) {
		digits = append(digits, p.get().r)
		if isOctal(digits[0]) && isOctal(digits[1]) && p.next.ok && !p.next.escaped && isOctal(p.next.r) {
			digits = append(digits, p.get().r)
			r := number(digits, 8)
			if r > 0o377 {
				panic(p.fault("octal escape value outside of range 0-0o377"))
			}
			return node{op: opLiteral, r: r}
		}
	}
	g := int(number(digits, 10))
	if g > p.groups {
		panic(p.fault("invalid group reference %d", g))
	}
	return p.backref(g)
}

func (p *parser) backref(g int) node {
	if !p.closed[g] {
		panic(p.fault("cannot refer to an open group"))
	}
	p.checkBehindGroup(g)
	return node{op: opBackref, group: g}
}

// checkBehindGroup rejects references, inside a look-behind, to groups that
// are open or stand in the same look-behind.
func (p *parser) checkBehindGroup(g int) {
	if p.behindGroups == 0 {
		return
	}
	if g > p.groups || !p.closed[g] {
		panic(p.fault("cannot refer to an open group"))
	}
	if g >= p.behindGroups {
		panic(p.fault("cannot refer to group defined in the same lookbehind subpattern"))
	}
}

// characterEscape reads an escape that stands for one character.
func (p *parser) characterEscape(c rune) rune {
	switch c {
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'x':
		return p.hex(2)
	case 'u':
		return p.hex(4)
	case 'U':
		return p.hex(8)
	case 'N':
		if !p.match('{') {
			panic(p.fault("missing {"))
		}
		name := p.until('}', "character name")
		r, ok := characterByName(name)
		if !ok {
			panic(p.fault("undefined character name %q", name))
		}
		return r
	}
	if isASCIILetter(c) || isDigit(c) {
		panic(p.fault(`bad escape \%c`, c))
	}
	return c
}

func (p *parser) hex(n int) rune {
	digits := p.while(n, isHex)
	if len(digits) != n {
		panic(p.fault("incomplete escape"))
	}
	var v int64
	for _, d := range digits {
		v = v<<4 | int64(hexValue(d))
	}
	if v > 0x10FFFF {
		panic(p.fault("bad escape: no such code point"))
	}
	return rune(v)
}

func hexValue(d rune) rune {
	if isDigit(d) {
		return d - '0'
	}
	return d | 0x20 - 'a' + 10
}

func number(digits []rune, base rune) rune {
	n := rune(0)
	for _, d := range digits {
		n = n*base + d - '0'
	}
	return n
}

// classEscape is the class of \d \s \w and their negations.
func classEscape(c rune) (class text.Class, not, ok bool) {
	switch c | 0x20 {
	case 'd':
		class = text.Decimal
	case 's':
		class = text.PySpace
	case 'w':
		class = text.PyWord
	default:
		return 0, false, false
	}
	return class, c < 'a', isASCIILetter(c)
}
