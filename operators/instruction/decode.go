package instruction

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// decodeKwargs decodes the column kwargs: JSON text of a list. Its elements are
// objects, one per instruction, or whatever else the record holds there. An
// empty text is an empty list.
func decodeKwargs(s string) ([]any, error) {
	if s == "" {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("cannot decode kwargs %.60q: %w", s, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("cannot decode kwargs %.60q: text after the list", s)
	}
	switch v := v.(type) {
	case nil:
		return nil, nil
	case []any:
		return v, nil
	}
	return nil, fmt.Errorf("cannot decode kwargs %.60q: it is %s, not a list of objects", s, kind(v))
}

// bind makes the checker of instruction i of a list. all are the decoded
// kwargs of the list; surplus ones are nobody's.
func (d *Dialect) bind(id string, null bool, all []any, i int) (Checker, Kwargs, error) {
	if null {
		return Checker{}, nil, Errorf(KeyError, "the instruction id is null")
	}
	maker, ok := d.Makers[id]
	if !ok {
		return Checker{}, nil, Errorf(KeyError, "unknown instruction id %q", id)
	}
	if i >= len(all) {
		return Checker{}, nil, Errorf(IndexError, "there is no kwargs object for instruction %d: the list holds %d", i, len(all))
	}
	object, ok := all[i].(map[string]any)
	if !ok {
		return Checker{}, nil, Errorf(AttributeError, "kwargs of instruction %d are %s, not an object", i, kind(all[i]))
	}
	kwargs := make(Kwargs, len(object))
	for name, v := range object {
		if v == nil || d.DropFalsy && falsy(v) {
			continue
		}
		kwargs[name] = v
	}
	checker, err := maker(kwargs)
	return checker, kwargs, err
}
