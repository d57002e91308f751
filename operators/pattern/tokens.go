package pattern

import "fmt"

// token is what Python's tokenizer reads at a time: one character, or a
// backslash with the character after it.
type token struct {
	r       rune
	escaped bool
	ok      bool // false at the end of the pattern
}

func (t token) is(r rune) bool { return t.ok && !t.escaped && t.r == r }

func (t token) String() string {
	if t.escaped {
		return `\` + string(t.r)
	}
	return string(t.r)
}

// tokens reads the pattern with one token of look-ahead. Faults are thrown as
// *SyntaxError and caught in parse.
type tokens struct {
	src   []rune
	index int // after next
	next  token
}

func newTokens(src string) *tokens {
	t := &tokens{src: []rune(src)}
	t.advance()
	return t
}

func (t *tokens) advance() {
	if t.index >= len(t.src) {
		t.next = token{}
		return
	}
	r := t.src[t.index]
	t.index++
	if r != '\\' {
		t.next = token{r: r, ok: true}
		return
	}
	if t.index >= len(t.src) {
		panic(&SyntaxError{Offset: len(t.src) - 1, Reason: "bad escape (end of pattern)", Exception: "re.error"})
	}
	t.next = token{r: t.src[t.index], escaped: true, ok: true}
	t.index++
}

func (t *tokens) get() token {
	this := t.next
	t.advance()
	return this
}

// match consumes the next token if it is the character r.
func (t *tokens) match(r rune) bool {
	if !t.next.is(r) {
		return false
	}
	t.advance()
	return true
}

// pos is the offset of the next token.
func (t *tokens) pos() int {
	switch {
	case !t.next.ok:
		return t.index
	case t.next.escaped:
		return t.index - 2
	}
	return t.index - 1
}

func (t *tokens) seek(pos int) {
	t.index = pos
	t.advance()
}

// while reads up to n unescaped characters for which in holds.
func (t *tokens) while(n int, in func(rune) bool) []rune {
	var got []rune
	for ; n > 0 && t.next.ok && !t.next.escaped && in(t.next.r); n-- {
		got = append(got, t.next.r)
		t.advance()
	}
	return got
}

// until reads up to the character end, which it consumes.
func (t *tokens) until(end rune, what string) string {
	var got string
	for {
		c := t.get()
		if !c.ok {
			if got == "" {
				panic(t.fault("missing %s", what))
			}
			panic(t.fault("missing %q after the %s", end, what))
		}
		if c.is(end) {
			if got == "" {
				panic(t.fault("missing %s", what))
			}
			return got
		}
		got += c.String()
	}
}

func (t *tokens) fault(format string, args ...any) *SyntaxError {
	return &SyntaxError{Offset: t.pos(), Reason: fmt.Sprintf(format, args...), Exception: "re.error"}
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
func isOctal(r rune) bool { return '0' <= r && r <= '7' }
func isHex(r rune) bool {
	return isDigit(r) || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
}
func isASCIILetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
