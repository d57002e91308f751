// Package pyjson says whether a text is JSON for Python's json.loads, which is
// more lenient than RFC 8259 in a few places (NaN, Infinity, lone surrogate
// escapes, duplicate names) and has limits of its own (digits of an integer,
// depth of nesting). Source: the specification of IFEval's json_format
// (ifeval-english.md, section 5) and CPython's Modules/_json.c.
//
// The reader is linear in the text, keeps its stack in an array of bits and
// allocates nothing.
package pyjson

import "errors"

// ErrInvalid: json.loads raises a ValueError.
var ErrInvalid = errors.New("not JSON")

// ErrTooDeep: json.loads raises a RecursionError, which is no ValueError.
var ErrTooDeep = errors.New("JSON nested too deep")

const (
	// MaxDepth is the deepest nesting that is read. The reference's limit is
	// 1000 less the stack it runs on: 995 was read there, 1000 was not.
	MaxDepth = 995
	// maxDigits is CPython's limit for the digits of an integer.
	maxDigits = 4300
)

// Check returns nil if s is JSON, else ErrInvalid or ErrTooDeep. The nesting is
// judged before what follows it, as a recursive reader does.
func Check(s string) error {
	r := reader{s: s}
	if !r.document() {
		if r.tooDeep {
			return ErrTooDeep
		}
		return ErrInvalid
	}
	return nil
}

type reader struct {
	s       string
	i       int
	depth   int
	objects [MaxDepth/64 + 1]uint64 // bit d: the container at depth d is an object
	tooDeep bool
}

// document reads one value with blanks around it.
func (r *reader) document() bool {
	for {
		r.blanks()
		opened, ok := r.value()
		if !ok {
			return false
		}
		if opened {
			continue
		}
		// A value ended: close what ends with it, go on to the next one.
		for {
			r.blanks()
			if r.depth == 0 {
				return r.i == len(r.s)
			}
			if r.i == len(r.s) {
				return false
			}
			c := r.s[r.i]
			r.i++
			if c == ',' {
				if r.inObject() {
					r.blanks()
					if !r.name() {
						return false
					}
				}
				break
			}
			if r.inObject() && c != '}' || !r.inObject() && c != ']' {
				return false
			}
			r.depth--
		}
	}
}

// value reads a scalar, an empty container, or opens a container: then it says
// so, with the reader before the container's first value.
func (r *reader) value() (opened, ok bool) {
	if r.i == len(r.s) {
		return false, false
	}
	switch r.s[r.i] {
	case '"':
		r.i++
		return false, r.text()
	case '[':
		if !r.push(false) {
			return false, false
		}
		r.blanks()
		if r.i < len(r.s) && r.s[r.i] == ']' {
			r.i++
			r.depth--
			return false, true
		}
		return true, true
	case '{':
		if !r.push(true) {
			return false, false
		}
		r.blanks()
		if r.i < len(r.s) && r.s[r.i] == '}' {
			r.i++
			r.depth--
			return false, true
		}
		return true, r.name()
	case 'n':
		return false, r.word("null")
	case 't':
		return false, r.word("true")
	case 'f':
		return false, r.word("false")
	case 'N':
		return false, r.word("NaN")
	case 'I':
		return false, r.word("Infinity")
	}
	return false, r.number()
}

func (r *reader) push(object bool) bool {
	r.i++
	if r.depth == MaxDepth {
		r.tooDeep = true
		return false
	}
	r.depth++
	word, bit := &r.objects[r.depth>>6], uint64(1)<<(r.depth&63)
	if object {
		*word |= bit
	} else {
		*word &^= bit
	}
	return true
}

func (r *reader) inObject() bool { return r.objects[r.depth>>6]>>(r.depth&63)&1 != 0 }

// name reads a name of an object and its colon.
func (r *reader) name() bool {
	if r.i == len(r.s) || r.s[r.i] != '"' {
		return false
	}
	r.i++
	if !r.text() {
		return false
	}
	r.blanks()
	if r.i == len(r.s) || r.s[r.i] != ':' {
		return false
	}
	r.i++
	return true
}

func (r *reader) blanks() {
	for r.i < len(r.s) {
		switch r.s[r.i] {
		case ' ', '\t', '\n', '\r':
			r.i++
		default:
			return
		}
	}
}

func (r *reader) word(w string) bool {
	if len(r.s)-r.i < len(w) || r.s[r.i:r.i+len(w)] != w {
		return false
	}
	r.i += len(w)
	return true
}

// text reads the rest of a text after its opening quote. Characters below
// U+0020 must be escaped; \u takes any four hexadecimal digits.
func (r *reader) text() bool {
	s := r.s
	for i := r.i; i < len(s); i++ {
		c := s[i]
		if c > '\\' || c != '"' && c != '\\' && c >= ' ' {
			continue
		}
		switch {
		case c == '"':
			r.i = i + 1
			return true
		case c < ' ':
			return false
		}
		i++
		if i == len(s) {
			return false
		}
		switch s[i] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		case 'u':
			if len(s)-i < 5 || !hex(s[i+1]) || !hex(s[i+2]) || !hex(s[i+3]) || !hex(s[i+4]) {
				return false
			}
			i += 4
		default:
			return false
		}
	}
	return false
}

func hex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// number reads a number or -Infinity. What a number cannot contain is left for
// the caller to trip over: "01" is 0 and a superfluous 1.
func (r *reader) number() bool {
	if r.s[r.i] == '-' {
		r.i++
		if r.i < len(r.s) && r.s[r.i] == 'I' {
			return r.word("Infinity")
		}
	}
	if r.i < len(r.s) && r.s[r.i] == '0' {
		r.i++
		r.fraction()
		return true
	}
	n := r.digits()
	if n == 0 {
		return false
	}
	return r.fraction() || n <= maxDigits
}

func (r *reader) digits() int {
	from := r.i
	for r.i < len(r.s) && '0' <= r.s[r.i] && r.s[r.i] <= '9' {
		r.i++
	}
	return r.i - from
}

// fraction reads what makes a number floating-point and says whether it did.
func (r *reader) fraction() bool {
	float := false
	if at := r.i; at < len(r.s) && r.s[at] == '.' {
		r.i++
		if r.digits() == 0 {
			r.i = at
			return false
		}
		float = true
	}
	if at := r.i; at < len(r.s) && r.s[at]|0x20 == 'e' {
		r.i++
		if r.i < len(r.s) && (r.s[r.i] == '+' || r.s[r.i] == '-') {
			r.i++
		}
		if r.digits() == 0 {
			r.i = at
			return float
		}
		float = true
	}
	return float
}
