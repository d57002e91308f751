// Package instruction judges answers by verifiable instructions (IFEval, Zhou
// et al., arXiv:2311.07911): the contract of an instruction, its arguments
// (kwargs), the registry of a dialect, strict and loose judgement, and the
// operator that writes the verdicts.
//
// Dialects live below it, one package each: english, arabichf,
// arabicinception. A dialect is data: its name, how it treats kwargs, and one
// Maker per instruction id.
package instruction

import "fmt"

// Checker is an instruction whose arguments are bound. It must be safe for
// concurrent use.
type Checker interface {
	// Follows says whether the answer, which is not blank, follows the
	// instruction. An error (an argument that the reference only trips over
	// when it checks a text, a pattern beyond its time limit) means: not
	// followed, and the error's text goes to instruction_errors.
	Follows(a *Answer) (bool, error)
}

// CheckerFunc is a Checker that is a function.
type CheckerFunc func(a *Answer) (bool, error)

// Follows calls f.
func (f CheckerFunc) Follows(a *Answer) (bool, error) { return f(a) }

// Maker binds arguments to an instruction. It returns an *ArgError where the
// reference would raise or draw a value at random.
type Maker func(k Kwargs) (Checker, error)

// Dialect is a registry of instructions.
type Dialect struct {
	Name string
	// DropFalsy drops every kwarg that Python takes for false (null, 0, "", [],
	// {}, false) before the instruction sees it; otherwise nulls only.
	DropFalsy bool
	// Makers by instruction id, matched exactly.
	Makers map[string]Maker
}

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
	AttributeError ErrKind = "AttributeError" // null in the place of kwargs
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
