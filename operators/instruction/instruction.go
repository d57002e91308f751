// Package instruction judges answers by verifiable instructions (IFEval, Zhou
// et al., arXiv:2311.07911): the contract of an instruction, its arguments
// (kwargs), the registry of a dialect, strict and loose judgement, and the
// operator that writes the verdicts.
//
// Dialects live below it, one package each: english, arabichf,
// arabicinception; shared holds the checks on which they agree. A dialect is
// data: its name, how it treats kwargs, and one Maker per instruction id.
//
// First change? A new instruction is one Maker in a dialect's package and one
// line in its map. kwargs.go has what a Maker needs, answer.go what a check
// may ask of a text, judge.go how a list of instructions is judged.
package instruction

import "strconv"

// Checker is an instruction whose arguments are bound. A Maker makes it once
// per distinct (id, kwargs); it serves all records of a worker that carry them.
type Checker struct {
	// Check judges one answer, which is not blank. It must be safe for
	// concurrent use and keep no reference to the answer. An error (an argument
	// that the reference only trips over when it checks a text, a pattern
	// beyond its time limit) means: not followed, and the error's text goes to
	// instruction_errors.
	Check func(a *Answer) (Result, error)
	// Wants says in a few words what the arguments ask for, such as
	// "at least 3 words": for people who ask why.
	Wants string
	// Trend says which loose variants cannot change the verdict.
	Trend Trend
}

// Trend tells how a check behaves when lines are taken away from an answer's
// ends. It spares judging variants whose verdict is already certain; Varies is
// always right. Only error-free checks may claim another trend.
type Trend uint8

const (
	// Varies claims nothing: every variant is judged.
	Varies Trend = iota
	// Grows: if whole lines of a text, stripped or not, follow the instruction,
	// so does the text ("at least", "contains").
	Grows
	// Shrinks: if a text follows the instruction, so do whole lines of it,
	// stripped or not ("less than", "does not contain").
	Shrinks
)

// Result is what a check found.
type Result struct {
	Followed bool
	// Counted is the number that was compared with the argument, NotCounted
	// where the instruction counts nothing.
	Counted int
	// Found is what was found, where that is a text: a language code, a first
	// word. It may be a view into the answer.
	Found string
}

// String is what was counted or found, for people to read; "" for a check that
// only says yes or no.
func (r Result) String() string {
	switch {
	case r.Counted != NotCounted && r.Found != "":
		return strconv.Itoa(r.Counted) + ", " + strconv.Quote(r.Found)
	case r.Counted != NotCounted:
		return strconv.Itoa(r.Counted)
	case r.Found != "":
		return strconv.Quote(r.Found)
	}
	return ""
}

// NotCounted is Result.Counted of an instruction that counts nothing.
const NotCounted = -1

// Bool is the result of a check that neither counts nor finds a text.
func Bool(followed bool) (Result, error) { return Result{followed, NotCounted, ""}, nil }

// Count is the result of a check that counts n of something.
func Count(n int, followed bool) (Result, error) { return Result{followed, n, ""}, nil }

// Find is the result of a check that looks at one text of the answer.
func Find(found string, followed bool) (Result, error) {
	return Result{followed, NotCounted, found}, nil
}

// Fail is the result of a check that the reference would not survive.
func Fail(err error) (Result, error) { return Result{false, NotCounted, ""}, err }

// Maker binds arguments to an instruction. It returns an *ArgError where the
// reference would raise, or draw a value at random, before it looks at a text.
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
