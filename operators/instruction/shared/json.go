package shared

import (
	"errors"
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/pyjson"
	"mizan/operators/text"
)

// IsJSON says whether a stripped text is JSON for the reference, once a fence
// of backticks is removed. The error is a RecursionError or nil.
func IsJSON(stripped string) (bool, error) {
	s := stripped
	for _, fence := range [...]string{"```json", "```Json", "```JSON", "```"} {
		s = strings.TrimPrefix(s, fence)
	}
	s = text.Strip(strings.TrimSuffix(s, "```"))
	err := pyjson.Check(s)
	if errors.Is(err, pyjson.ErrTooDeep) {
		return false, instruction.Errorf(instruction.RecursionError, "the JSON is nested deeper than %d", pyjson.MaxDepth)
	}
	return err == nil, nil
}
