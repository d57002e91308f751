package kwargs

import (
	"bytes"
	"unicode/utf8"
)

// text reads a text in single or double quotes, or several that follow each
// other and are one.
func (p *python) text() bool {
	p.char = p.char[:0]
	for {
		if p.peek()|0x20 == 'u' {
			p.i++
		}
		if !p.piece() {
			return false
		}
		end := p.i
		p.space()
		if !p.quoted() {
			p.i = end
			break
		}
	}
	p.out = appendJSONText(p.out, p.char)
	return true
}

// piece reads one quoted text.
func (p *python) piece() bool {
	quote := p.src[p.i]
	stops := "\\\n\r'"
	if quote == '"' {
		stops = "\\\n\r\""
	}
	p.i++
	for {
		n := bytes.IndexAny(p.src[p.i:], stops)
		if n < 0 {
			return p.fail(len(p.src), "the text is not closed")
		}
		p.char = append(p.char, p.src[p.i:p.i+n]...)
		p.i += n
		switch p.src[p.i] {
		case quote:
			p.i++
			return true
		case '\\':
			if !p.escape() {
				return false
			}
		default:
			return p.fail(p.i, "line break in a text (it must be escaped)")
		}
	}
}

// escape reads one escape into the text. An unknown one stands for itself,
// backslash and all, as in Python.
func (p *python) escape() bool {
	at := p.i
	if at+1 >= len(p.src) {
		return p.fail(len(p.src), "the text is not closed")
	}
	c := p.src[at+1]
	p.i += 2
	switch c {
	case '\n':
		return true
	case '\r':
		if p.peek() == '\n' {
			p.i++
		}
		return true
	case '\\', '\'', '"':
	case 'a':
		c = '\a'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'v':
		c = '\v'
	case 'x':
		return p.hex(at, 2)
	case 'u':
		return p.hex(at, 4)
	case 'U':
		return p.hex(at, 8)
	case 'N':
		return p.fail(at, `\N{...} is not read: write the character itself`)
	default:
		if c-'0' <= 7 {
			return p.octal(rune(c - '0'))
		}
		p.char = append(p.char, '\\')
		p.i--
		return true
	}
	p.char = append(p.char, c)
	return true
}

func (p *python) octal(r rune) bool {
	for n := 1; n < 3 && p.peek()-'0' <= 7; n++ {
		r = r<<3 | rune(p.src[p.i]-'0')
		p.i++
	}
	p.char = utf8.AppendRune(p.char, r)
	return true
}

// hex reads n hexadecimal digits as a code point; a surrogate, which a Python
// text may hold, becomes U+FFFD.
func (p *python) hex(at, n int) bool {
	var r rune
	for range n {
		c := p.peek()
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20-'a' <= 5:
			c = c | 0x20 - 'a' + 10
		default:
			return p.fail(at, "too few hexadecimal digits in an escape")
		}
		if r > utf8.MaxRune>>4 {
			return p.fail(at, "an escape beyond U+10FFFF")
		}
		r = r<<4 | rune(c)
		p.i++
	}
	p.char = utf8.AppendRune(p.char, r)
	return true
}
