package instruction

import "fmt"

// ErrKind names a fault as the reference does.
type ErrKind string

// The faults of the specification (ifeval-english.md, section 2).
const (
	KeyError       ErrKind = "KeyError"       // unknown id or language code
	TypeError      ErrKind = "TypeError"      // unexpected name, number given as text
	ValueError     ErrKind = "ValueError"     // value outside its domain
	AssertionError ErrKind = "AssertionError" // Arabic: a required kwarg is absent
	PatternError   ErrKind = "re.error"       // invalid pattern
	IndexError     ErrKind = "IndexError"     // fewer kwargs than ids
	AttributeError ErrKind = "AttributeError" // null in the place of kwargs, a number in the place of a text
	RecursionError ErrKind = "RecursionError" // JSON nested too deep
	MissingKwarg   ErrKind = "missing_kwarg"  // absent; the reference draws at random
	UnusableKwarg  ErrKind = "unusable_kwarg" // given, but replaced at random
	TimeLimit      ErrKind = "time_limit"     // ours: a pattern took too long
)

// ArgError is a fault of an instruction's id or arguments.
type ArgError struct {
	Kind ErrKind
	Text string
}

func (e *ArgError) Error() string { return fmt.Sprintf("%s: %s", e.Kind, e.Text) }

// Errorf returns an *ArgError.
func Errorf(kind ErrKind, format string, args ...any) *ArgError {
	return &ArgError{kind, fmt.Sprintf(format, args...)}
}
