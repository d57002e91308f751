package shared

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/pattern"
)

// Raw is a kwarg that the reference takes as the text of a pattern, or the
// fault it meets when it comes to use it, which depends on the answer.
type Raw struct {
	*pattern.Pattern
	Fault error
}

// CompileRaw compiles a kwarg.
func CompileRaw(source string, flags pattern.Flags) Raw {
	p, err := pattern.Compile(source, flags)
	if err != nil {
		return Raw{Fault: instruction.Errorf(instruction.PatternError, "%v", err)}
	}
	return Raw{Pattern: p}
}

// CompileList compiles the elements of a list; one that is no text is a
// TypeError of its use.
func CompileList(items []any, compile func(item string) Raw) []Raw {
	out := make([]Raw, len(items))
	for i, item := range items {
		if s, ok := item.(string); ok {
			out[i] = compile(s)
		} else {
			out[i].Fault = instruction.Errorf(instruction.TypeError, "element %d of the list is no text", i)
		}
	}
	return out
}

// literal says whether the pattern means itself: then nothing can go wrong, and
// its matches depend on the text they cover and on its neighbours only.
func (r Raw) literal() bool { return r.Fault == nil && r.IsLiteral() }

// Find is Pattern.Find, or the fault.
func (r Raw) Find(s string) (bool, error) {
	if r.Fault != nil {
		return false, r.Fault
	}
	found, err := r.Pattern.Find(s)
	return found, limit(err)
}

// Count is Pattern.Count, or the fault.
func (r Raw) Count(s string) (int, error) {
	if r.Fault != nil {
		return 0, r.Fault
	}
	n, err := r.Pattern.Count(s)
	return n, limit(err)
}

// Pieces is Pattern.Pieces, or the fault.
func (r Raw) Pieces(s string) (int, error) {
	if r.Fault != nil {
		return 0, r.Fault
	}
	n, err := r.Pattern.Pieces(s)
	return n, limit(err)
}

// limit names the error of a pattern that took too long.
func limit(err error) error {
	if errors.Is(err, pattern.ErrSteps) {
		return instruction.Errorf(instruction.TimeLimit, "%v", err)
	}
	return err
}

// sorted sorts the elements of a list as Python does: texts by code point. The
// order of anything else does not matter here, but lists whose elements Python
// cannot compare are a TypeError.
func sorted(items []any) ([]any, error) {
	items = slices.Clone(items)
	if len(items) < 2 {
		return items, nil
	}
	if !comparable(items) {
		return nil, instruction.Errorf(instruction.TypeError, "the list holds elements that cannot be compared")
	}
	slices.SortStableFunc(items, func(a, b any) int {
		x, _ := a.(string)
		y, _ := b.(string)
		return cmp.Compare(x, y)
	})
	return items, nil
}

// comparable says whether Python can order two and more values: all texts, all
// numbers (booleans are), or all lists.
func comparable(items []any) bool {
	texts, numbers, lists := 0, 0, 0
	for _, item := range items {
		switch item.(type) {
		case string:
			texts++
		case json.Number, bool:
			numbers++
		case []any:
			lists++
		}
	}
	return texts == len(items) || numbers == len(items) || lists == len(items)
}

// Hashable returns a TypeError if an element of the list cannot be in a Python
// set: a list or an object.
func Hashable(items []any) error {
	for i, item := range items {
		switch item.(type) {
		case []any, map[string]any:
			return instruction.Errorf(instruction.TypeError, "element %d of the list is a list or an object", i)
		}
	}
	return nil
}

// PlainText says whether a pattern means itself.
func PlainText(source string) bool { return !strings.ContainsAny(source, `\.^$*+?{}[]|()`) }
