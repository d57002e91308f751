// Package pattern matches text by patterns that mean what they mean to the
// engine "re" of Python 3.11: the reference harness takes keywords, markers and
// section splitters from kwargs as raw pattern text, so their verdicts depend on
// that engine's syntax, classes, case-insensitivity and order of search.
//
// Nearly all such kwargs are plain words. They take the literal path
// (literal.go), a substring search. Everything else is parsed as Python parses
// it (parse.go), compiled (compile.go) and run by a backtracking machine
// (machine.go) that reproduces the engine's search order and its rules for
// capture groups. No Go library has these semantics: RE2 lacks look-around and
// back-references, the .NET family differs in classes, case folding, empty
// matches and captures.
//
// The machine counts steps instead of reading a clock, so that a verdict is a
// function of its input alone: a match that needs more than Steps fails with
// ErrSteps, on every machine and in every replay.
package pattern

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Flags change how a pattern is compiled.
type Flags uint8

// The flags.
const (
	// IgnoreCase is re.IGNORECASE: simple case folding plus Python's few
	// equivalences (i and dotless i, s and long s, sigma and final sigma, ...).
	IgnoreCase Flags = 1 << iota
	// Multiline is re.MULTILINE: ^ and $ match at line ends (U+000A) too.
	Multiline
	// WordBounded puts \b before and after the source text, as text: an
	// alternation in the source binds looser than the boundaries.
	WordBounded
)

// DefaultSteps bounds the work of one call of Find, Count or Split. A step is
// one instruction of the machine or eight characters of a simple repeat; the
// default is about one second of one core.
const DefaultSteps = 100_000_000

// ErrSteps says that a pattern needed too many steps, or too much memory for
// backtracking, on a text. A retry does not help.
var ErrSteps = errors.New("the pattern takes too long on this text")

// SyntaxError says why Python does not accept a pattern.
type SyntaxError struct {
	Source string
	// Offset in Source, in code points, near the fault.
	Offset int
	Reason string
	// Exception is what Python raises: re.error, or OverflowError for a repeat
	// count of 2^32-1 and more, ValueError for incompatible flags,
	// RecursionError for groups nested too deep.
	Exception string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("cannot compile pattern %q: %s at character %d", e.Source, e.Reason, e.Offset)
}

// Pattern is a compiled pattern. It is safe for concurrent use.
type Pattern struct {
	src   string
	lit   *literal // the whole pattern is this text
	prog  *program // where lit is nil
	steps atomic.Int64
}

// special are the characters that make Python's parser do more than read a
// literal.
const special = `.\[{()*+?^$|`

// Compile compiles a pattern. It returns a *SyntaxError exactly where Python
// raises one.
func Compile(src string, flags Flags) (*Pattern, error) {
	p := &Pattern{src: src}
	if src != "" && !strings.ContainsAny(src, special) {
		p.lit = newLiteral(src, flags&IgnoreCase != 0, flags&WordBounded != 0)
		return p, nil
	}
	full := src
	if flags&WordBounded != 0 {
		full = `\b` + src + `\b`
	}
	tree, err := parse(full, flags)
	if err != nil {
		err.Source = src
		if flags&WordBounded != 0 {
			err.Offset = min(max(0, err.Offset-2), utf8.RuneCountInString(src))
		}
		return nil, err
	}
	if text, fold, bounded, ok := tree.asLiteral(); ok {
		p.lit = newLiteral(text, fold, bounded)
		return p, nil
	}
	p.prog = compile(tree)
	return p, nil
}

// Literal returns a pattern that matches the text itself. Multiline has no
// effect; the empty text matches everywhere, or at word boundaries.
func Literal(text string, flags Flags) *Pattern {
	if text == "" {
		p, err := Compile("", flags)
		if err != nil {
			panic(err) // the empty pattern is valid
		}
		return p
	}
	return &Pattern{src: text, lit: newLiteral(text, flags&IgnoreCase != 0, flags&WordBounded != 0)}
}

// String returns the source text.
func (p *Pattern) String() string { return p.src }

// IsLiteral says whether the pattern takes the literal path, where no error is
// possible.
func (p *Pattern) IsLiteral() bool { return p.lit != nil }

// SetSteps bounds the work of one call; 0 is DefaultSteps.
func (p *Pattern) SetSteps(n int64) { p.steps.Store(n) }

func (p *Pattern) budget() int64 {
	if n := p.steps.Load(); n > 0 {
		return n
	}
	return DefaultSteps
}

// Find says whether the pattern matches anywhere in s (re.search). The error is
// ErrSteps or nil.
func (p *Pattern) Find(s string) (bool, error) {
	if p.lit != nil {
		start, _ := p.lit.next(s, 0)
		return start >= 0, nil
	}
	found := false
	err := p.prog.each(s, p.budget(), func(_, _ int, _ *machine) bool {
		found = true
		return false
	})
	return found, err
}

// Count returns the number of non-overlapping matches (len(re.findall)): after
// an empty match the next one may start at the same place but not be empty.
func (p *Pattern) Count(s string) (int, error) {
	n := 0
	if p.lit != nil {
		if p.lit.exact && !p.lit.bounded {
			return strings.Count(s, p.lit.text), nil
		}
		for at := 0; ; n++ {
			start, end := p.lit.next(s, at)
			if start < 0 {
				return n, nil
			}
			at = end
		}
	}
	err := p.prog.each(s, p.budget(), func(_, _ int, _ *machine) bool {
		n++
		return true
	})
	return n, err
}

// Pieces is the number of pieces of Split: one more than the matches, and one
// more for each capture group at each match.
func (p *Pattern) Pieces(s string) (int, error) {
	n, err := p.Count(s)
	if err != nil {
		return 0, err
	}
	if p.prog != nil {
		n *= 1 + p.prog.groups
	}
	return n + 1, nil
}

// Split appends to dst the pieces of re.split: the texts between the matches,
// and after each of them the text of every capture group. A group that took no
// part, None in Python, is the empty text. The pieces are views into s.
func (p *Pattern) Split(dst []string, s string) ([]string, error) {
	last := 0
	if p.lit != nil {
		for at := 0; ; {
			start, end := p.lit.next(s, at)
			if start < 0 {
				return append(dst, s[last:]), nil
			}
			dst = append(dst, s[last:start])
			last, at = end, end
		}
	}
	err := p.prog.each(s, p.budget(), func(start, end int, m *machine) bool {
		dst = append(dst, s[last:start])
		for g := range p.prog.groups {
			from, to := m.group(g)
			dst = append(dst, s[from:to])
		}
		last = end
		return true
	})
	return append(dst, s[last:]), err
}
