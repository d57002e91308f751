package shared

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/pattern"
	"mizan/operators/text"
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

// CompileRaws compiles the elements of a list; one that is no text is a
// TypeError of its use.
func CompileRaws(items []any, flags pattern.Flags) []Raw {
	out := make([]Raw, len(items))
	for i, item := range items {
		if s, ok := item.(string); ok {
			out[i] = CompileRaw(s, flags)
		} else {
			out[i].Fault = instruction.Errorf(instruction.TypeError, "element %d of the list is no text", i)
		}
	}
	return out
}

// AllLiteral says whether all patterns take the literal path, where nothing can
// go wrong and matches depend on the text they cover and its neighbours only.
func AllLiteral(patterns []Raw) bool {
	return !slices.ContainsFunc(patterns, func(r Raw) bool { return r.Fault != nil || !r.IsLiteral() })
}

// Limit names the error of a pattern that took too long.
func Limit(err error) error {
	if errors.Is(err, pattern.ErrSteps) {
		return instruction.Errorf(instruction.TimeLimit, "%v", err)
	}
	return err
}

// Sorted sorts the elements of a list as Python does: texts by code point. The
// order of anything else does not matter here, but lists whose elements Python
// cannot compare are a TypeError.
func Sorted(items []any) ([]any, error) {
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

// Sections counts the matches of `\s?` + splitter + `\s?\d+\s?` for a splitter
// that means itself. The white space around changes no count: the splitter, if
// it is not empty, begins with none.
func Sections(s, splitter string) int {
	n := 0
	for {
		i := strings.Index(s, splitter)
		if i < 0 {
			return n
		}
		tail := s[i+len(splitter):]
		if r, size := utf8.DecodeRuneInString(tail); text.Is(r, text.PySpace) {
			tail = tail[size:]
		}
		if digits := DigitsAt(tail); digits > 0 {
			n++
			s = tail[digits:]
			continue
		}
		if s == "" {
			return n
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		s = s[i+size:]
	}
}

// DigitsAt is the length in bytes of the run of \d at the start of s.
func DigitsAt(s string) int {
	for i, r := range s {
		if !text.Is(r, text.Decimal) {
			return i
		}
	}
	return len(s)
}
