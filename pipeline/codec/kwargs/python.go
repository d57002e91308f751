package kwargs

import "mizan/pipeline/codec/scan"

// maxNesting is how deep brackets may stand inside each other in a Python
// literal: CPython's own parser stops at 200.
const maxNesting = 200

// python reads a Python literal and writes it as JSON: lists and tuples, dicts
// with text keys, texts, numbers, True, False, None; the JSON spellings of the
// last three are taken too. Not taken: what printing a list never gives, as
// sets, bytes, raw texts, complex numbers, \N{names}, a tuple without
// parentheses.
type python struct {
	src   []byte
	out   []byte
	i     int
	depth int
	err   scan.Error
	char  []byte
}

func (p *python) fail(pos int, msg string) bool {
	p.err = scan.Error{Pos: min(pos, len(p.src)), Msg: msg}
	return false
}

func (p *python) document() bool {
	p.space()
	if !p.value() {
		return false
	}
	p.space()
	if p.i < len(p.src) {
		return p.fail(p.i, "unexpected text after the end of the value")
	}
	return true
}

func (p *python) space() {
	for p.i < len(p.src) {
		switch p.src[p.i] {
		case ' ', '\t', '\n', '\r', '\f':
			p.i++
		default:
			return
		}
	}
}

func (p *python) peek() byte {
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

func (p *python) value() bool {
	switch c := p.peek(); {
	case c == '[':
		return p.list(']')
	case c == '(':
		return p.list(')')
	case c == '{':
		return p.dict()
	case p.quoted():
		return p.text()
	case c == '-' || c == '+' || c == '.' || c-'0' <= 9:
		return p.number()
	}
	return p.name()
}

// quoted says whether a text is next. It may have Python 2's prefix.
func (p *python) quoted() bool {
	i := p.i
	if p.peek()|0x20 == 'u' {
		i++
	}
	return i < len(p.src) && (p.src[i] == '\'' || p.src[i] == '"')
}

func (p *python) name() bool {
	j := p.i
	for j < len(p.src) && (p.src[j]|0x20-'a' <= 25 || p.src[j]-'0' <= 9 || p.src[j] == '_') {
		j++
	}
	switch string(p.src[p.i:j]) {
	case "None", "null":
		p.out = append(p.out, "null"...)
	case "True", "true":
		p.out = append(p.out, "true"...)
	case "False", "false":
		p.out = append(p.out, "false"...)
	default:
		if p.i == len(p.src) {
			return p.fail(p.i, "expected a value, found the end")
		}
		return p.fail(p.i, "expected a value")
	}
	p.i = j
	return true
}

func (p *python) enter() bool {
	if p.depth++; p.depth > maxNesting {
		return p.fail(p.i, "nested more than 200 levels deep")
	}
	p.i++
	return true
}

func (p *python) list(closing byte) bool {
	if !p.enter() {
		return false
	}
	open, comma := len(p.out), false
	p.out = append(p.out, '[')
	for n := 0; ; n++ {
		p.space()
		if p.peek() == closing {
			p.i++
			p.depth--
			p.out = append(p.out, ']')
			if closing == ')' && n == 1 && !comma {
				// A value in parentheses is the value.
				p.out = append(p.out[:open], p.out[open+1:len(p.out)-1]...)
			}
			return true
		}
		if n > 0 {
			if !comma {
				return p.fail(p.i, "expected ',' or the end of the list")
			}
			p.out = append(p.out, ',')
		}
		if !p.value() {
			return false
		}
		comma = p.comma()
	}
}

// comma takes a comma, if one is next.
func (p *python) comma() bool {
	p.space()
	if p.peek() == ',' {
		p.i++
		return true
	}
	return false
}

func (p *python) dict() bool {
	if !p.enter() {
		return false
	}
	p.out = append(p.out, '{')
	comma := false
	for n := 0; ; n++ {
		p.space()
		if p.peek() == '}' {
			p.i++
			p.depth--
			p.out = append(p.out, '}')
			return true
		}
		if n > 0 {
			if !comma {
				return p.fail(p.i, "expected ',' or '}' in a dict")
			}
			p.out = append(p.out, ',')
		}
		at := p.i
		if !p.quoted() {
			return p.fail(at, "expected a text as the key of a dict")
		}
		if !p.value() {
			return false
		}
		p.space()
		if p.peek() != ':' {
			return p.fail(p.i, "expected ':' after a key")
		}
		p.i++
		p.out = append(p.out, ':')
		p.space()
		if !p.value() {
			return false
		}
		comma = p.comma()
	}
}

// number writes the JSON form of a decimal number. Python also knows
// underscores between digits, bare points and leading plus signs.
func (p *python) number() bool {
	at := p.i
	neg := false
	if c := p.peek(); c == '-' || c == '+' {
		neg = c == '-'
		p.i++
		p.space()
	}
	if neg {
		p.out = append(p.out, '-')
	}
	whole := len(p.out)
	nWhole := p.digits()
	if nWhole == 0 {
		p.out = append(p.out, '0')
	}
	isFloat := false
	if p.peek() == '.' {
		isFloat = true
		p.i++
		p.out = append(p.out, '.')
		n := p.digits()
		if n == 0 {
			if nWhole == 0 {
				return p.fail(at, "expected a digit")
			}
			p.out = append(p.out, '0')
		}
	} else if nWhole == 0 {
		return p.fail(p.i, "expected a digit")
	}
	if p.peek()|0x20 == 'e' {
		isFloat = true
		p.i++
		p.out = append(p.out, 'e')
		if c := p.peek(); c == '+' || c == '-' {
			p.out = append(p.out, c)
			p.i++
		}
		n := p.digits()
		if n == 0 {
			return p.fail(p.i, "expected a digit in the exponent")
		}
	}
	if c := p.peek(); c|0x20-'a' <= 25 || c == '_' {
		return p.fail(p.i, "unexpected letter in a number")
	}
	// Leading zeros: 007.5 is a float, 00 is zero, 007 is an error.
	zeros := 0
	for w := p.out[whole:]; zeros+1 < len(w) && w[zeros] == '0' && w[zeros+1]-'0' <= 9; {
		zeros++
	}
	if zeros > 0 {
		if !isFloat && p.out[whole+zeros] != '0' {
			return p.fail(at, "a number must not start with 0")
		}
		p.out = append(p.out[:whole], p.out[whole+zeros:]...)
	}
	return true
}

// digits copies a run of digits with single underscores between them.
func (p *python) digits() (n int) {
	for p.i < len(p.src) {
		c := p.src[p.i]
		if c == '_' && n > 0 && p.i+1 < len(p.src) && p.src[p.i+1]-'0' <= 9 {
			p.i++
			continue
		}
		if c-'0' > 9 {
			break
		}
		p.out = append(p.out, c)
		p.i++
		n++
	}
	return n
}
