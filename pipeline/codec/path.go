package codec

import (
	"fmt"
	"strconv"
	"strings"
)

// step is one step of a JSON path: a key, or an element of a list.
type step struct {
	key   string
	index int
	list  bool
}

// parsePath reads the part of the JSONPath notation (RFC 9535) that names one
// value: `$`, then `.name`, `['name']`, `["name"]`, `[0]`, or `[-1]` for the last element.
func parsePath(path string) ([]step, error) {
	bad := func(why string) ([]step, error) {
		return nil, fmt.Errorf("cannot read JSON path %q: %s (an example: $.choices[0].message.content)", path, why)
	}
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return bad("it does not start with $")
	}
	var steps []step
	for rest != "" {
		switch {
		case rest[0] == '.':
			n := strings.IndexAny(rest[1:], ".[")
			if n < 0 {
				n = len(rest) - 1
			}
			if n == 0 {
				return bad("a name is missing after a point")
			}
			steps = append(steps, step{key: rest[1 : 1+n]})
			rest = rest[1+n:]
		case strings.HasPrefix(rest, "['"), strings.HasPrefix(rest, `["`):
			end := strings.Index(rest[2:], rest[1:2]+"]")
			if end < 0 {
				return bad("a quoted name is not closed")
			}
			steps = append(steps, step{key: rest[2 : 2+end]})
			rest = rest[2+end+2:]
		case rest[0] == '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return bad("a bracket is not closed")
			}
			n, err := strconv.Atoi(rest[1:end])
			if err != nil || n > 1<<20 || n < -1<<20 {
				return bad("an element is named by its number or by a quoted name")
			}
			steps = append(steps, step{index: n, list: true})
			rest = rest[end+1:]
		default:
			return bad("expected a point or a bracket")
		}
	}
	if len(steps) == 0 {
		return bad("it names the whole record")
	}
	return steps, nil
}
