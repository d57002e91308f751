// Package scan finds the values of a JSON text without building anything: it
// checks the grammar strictly and hands out spans. It is what the codec and the
// kwargs reader stand on.
//
// The grammar is RFC 8259's with the three additions of Python's json module,
// whose files people have: NaN, Infinity and -Infinity where a number may
// stand. A lone surrogate escape is accepted and becomes U+FFFD. Nesting is
// tracked in a bit stack, not on the goroutine's stack, and limited.
//
// Why not a library: encoding/json/jsontext refuses NaN, Infinity and lone
// surrogates, and is slower: walking every value of 1.5 kB records took jsontext
// (of github.com/go-json-experiment/json) twice as long as this package on
// English text and three times as long on Arabic (BenchmarkWalk in the codec).
package scan

import "fmt"

// MaxDepth is how many lists and objects may stand inside each other, the limit
// of encoding/json.
const MaxDepth = 10000

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of values. Invalid is the zero Value's: no value.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	List
	Object
)

// String is the kind as error texts name it: "a text", "a list".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a text"
	case List:
		return "a list"
	case Object:
		return "an object"
	}
	return "nothing"
}

// Value is where a value stands in the text: bytes Start to End, quotes
// included.
type Value struct {
	Start, End int
	Kind       Kind
	// Escaped says that a String holds escapes. For a List or Object it says
	// that some text in it does.
	Escaped bool
	// Special says that the value is, or that the List or Object holds, NaN,
	// Infinity or -Infinity.
	Special bool
}

// Text is the value's bytes in data, quotes included.
func (v Value) Text(data []byte) []byte { return data[v.Start:v.End] }

// Inner is a String's bytes between the quotes, escapes and all.
func (v Value) Inner(data []byte) []byte { return data[v.Start+1 : v.End-1] }

// Error is a fault of the text.
type Error struct {
	// Pos is the 0-based byte at fault; the text's length where it ends early.
	Pos int
	// Msg says what was expected.
	Msg string
}

// Error has the message and the position.
func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Msg, e.Pos) }

// Scanner scans one text at a time. Its zero value is ready; Reset gives it a
// text. It is reused to keep its memory.
type Scanner struct {
	data []byte
	err  Error
	// stack has a bit per open list (0) or object (1); it grows on demand.
	stack []uint64
}

// Reset gives the scanner a text. The text must be valid UTF-8 (see
// InvalidUTF8): the scanner does not look at bytes above 0x7F inside texts.
func (s *Scanner) Reset(data []byte) {
	s.data = data
	s.err = Error{}
}

// Err is the fault that made a method return false. It is valid until the next
// Reset.
func (s *Scanner) Err() *Error { return &s.err }

func (s *Scanner) fail(pos int, msg string) bool {
	s.err = Error{min(pos, len(s.data)), msg}
	return false
}

// Space returns the first position from i on that is no JSON white space.
func (s *Scanner) Space(i int) int {
	for i < len(s.data) {
		switch s.data[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// Document returns the only value of the text; white space may surround it.
func (s *Scanner) Document() (Value, bool) {
	i := s.Space(0)
	if i == len(s.data) {
		return Value{}, s.fail(i, "expected a value, found the end")
	}
	v, ok := s.Value(i)
	if !ok {
		return v, false
	}
	return v, s.Finish(v.End)
}

// Finish checks that nothing but white space follows position i.
func (s *Scanner) Finish(i int) bool {
	if i = s.Space(i); i < len(s.data) {
		return s.fail(i, "unexpected text after the end of the value")
	}
	return true
}

// Value scans the value that starts at byte i, with all it holds.
func (s *Scanner) Value(i int) (v Value, ok bool) {
	if i >= len(s.data) {
		return v, s.fail(i, "expected a value, found the end")
	}
	v.Start = i
	switch c := s.data[i]; {
	case c == '"':
		v.Kind = String
		v.End, v.Escaped, ok = s.str(i + 1)
	case c == '{':
		v.Kind = Object
		ok = s.container(&v)
	case c == '[':
		v.Kind = List
		ok = s.container(&v)
	default:
		v.Kind, v.End, v.Special, ok = s.scalar(i)
	}
	return v, ok
}

// Member scans an object's next member: its key and where its value starts. i
// is just after the opening brace (first) or after the value before. done says
// that the closing brace was met; next is then the position after it.
func (s *Scanner) Member(i int, first bool) (key Value, next int, done, ok bool) {
	i = s.Space(i)
	if i >= len(s.data) {
		return key, i, false, s.fail(i, "the object is not closed")
	}
	if s.data[i] == '}' {
		return key, i + 1, true, true
	}
	if !first {
		if s.data[i] != ',' {
			return key, i, false, s.fail(i, "expected ',' or '}' in an object")
		}
		i = s.Space(i + 1)
	}
	if i >= len(s.data) {
		return key, i, false, s.fail(i, "the object is not closed")
	}
	if s.data[i] != '"' {
		return key, i, false, s.fail(i, "expected a key in double quotes")
	}
	key = Value{Kind: String, Start: i}
	key.End, key.Escaped, ok = s.str(i + 1)
	if !ok {
		return key, i, false, false
	}
	i = s.Space(key.End)
	if i >= len(s.data) || s.data[i] != ':' {
		return key, i, false, s.fail(i, "expected ':' after a key")
	}
	return key, s.Space(i + 1), false, true
}

// Element scans up to a list's next element: i is just after the opening
// bracket (first) or after the element before. next is where the element
// starts, or the position after the closing bracket if done.
func (s *Scanner) Element(i int, first bool) (next int, done, ok bool) {
	i = s.Space(i)
	if i >= len(s.data) {
		return i, false, s.fail(i, "the list is not closed")
	}
	if s.data[i] == ']' {
		return i + 1, true, true
	}
	if !first {
		if s.data[i] != ',' {
			return i, false, s.fail(i, "expected ',' or ']' in a list")
		}
		i = s.Space(i + 1)
	}
	if i >= len(s.data) {
		return i, false, s.fail(i, "the list is not closed")
	}
	return i, false, true
}
