package instruction

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kwargs are the arguments of one instruction by name, with the falsy or null
// ones already dropped (see Dialect.DropFalsy). Values are as a JSON reader
// gives them: string, json.Number, bool, nil, []any, map[string]any.
//
// The accessors return the error that the reference's fault amounts to; a
// Maker passes it on.
type Kwargs map[string]any

// Has says whether the argument is given.
func (k Kwargs) Has(name string) bool { _, ok := k[name]; return ok }

// Empty says whether the argument is absent or what Python takes for false.
func (k Kwargs) Empty(name string) bool { return falsy(k[name]) }

// Only returns a TypeError if an argument is given that is not among names:
// the reference's functions take no others.
func (k Kwargs) Only(names ...string) error {
	if len(k) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(k)) {
		if !slices.Contains(names, name) {
			if len(names) == 0 {
				return Errorf(TypeError, "unexpected kwarg %q; the instruction takes none", name)
			}
			return Errorf(TypeError, "unexpected kwarg %q; the instruction takes %s", name, strings.Join(names, ", "))
		}
	}
	return nil
}

// Text returns an argument that must be a text: MissingKwarg if it is absent,
// AttributeError if it is something else (no text methods).
func (k Kwargs) Text(name string) (string, error) {
	v, ok := k[name]
	if !ok {
		return "", missing(name)
	}
	s, ok := v.(string)
	if !ok {
		return "", Errorf(AttributeError, "kwarg %q is %s, not a text", name, kind(v))
	}
	return s, nil
}

// Number returns an argument that must be a number: MissingKwarg if it is
// absent, TypeError if it is something else. true counts as 1.
func (k Kwargs) Number(name string) (Number, error) {
	v, ok := k[name]
	if !ok {
		return Number{}, missing(name)
	}
	n, ok := numberOf(v)
	if !ok {
		return Number{}, Errorf(TypeError, "kwarg %q is %s, not a number", name, kind(v))
	}
	return n, nil
}

// Threshold returns a Number that must not be negative: the reference replaces
// a negative one at random (UnusableKwarg).
func (k Kwargs) Threshold(name string) (Number, error) {
	n, err := k.Number(name)
	if err == nil && n.Value < 0 {
		return n, Errorf(UnusableKwarg, "kwarg %q is negative: %s", name, n)
	}
	return n, err
}

// Relation returns an argument that names a relation: MissingKwarg if it is
// absent, ValueError if it is none of those allowed. Case counts.
func (k Kwargs) Relation(name string, allowed ...Relation) (Relation, error) {
	v, ok := k[name]
	if !ok {
		return "", missing(name)
	}
	if s, ok := v.(string); ok && slices.Contains(allowed, Relation(s)) {
		return Relation(s), nil
	}
	return "", Errorf(ValueError, "kwarg %q is %s, not one of %q", name, kind(v), allowed)
}

// Bound returns the bound that two arguments set: the Threshold number and the
// Relation relation.
func (k Kwargs) Bound(number, relation string, allowed []Relation) (Bound, error) {
	n, err := k.Threshold(number)
	if err != nil {
		return Bound{}, err
	}
	r, err := k.Relation(relation, allowed...)
	return Bound{Relation: r, N: n.Value}, err
}

// Items returns an argument that the reference iterates over: the elements of a
// list, the characters of a text, the names of an object in their order by
// code point. MissingKwarg if it is absent, TypeError if it is none of these.
func (k Kwargs) Items(name string) ([]any, error) {
	v, ok := k[name]
	if !ok {
		return nil, missing(name)
	}
	switch v := v.(type) {
	case []any:
		return v, nil
	case string:
		var out []any
		for _, r := range v {
			out = append(out, string(r))
		}
		return out, nil
	case map[string]any:
		var out []any
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, name)
		}
		return out, nil
	}
	return nil, Errorf(TypeError, "kwarg %q is %s, not a list of texts", name, kind(v))
}

func missing(name string) error {
	return Errorf(MissingKwarg, "kwarg %q is absent (an empty or zero value counts as absent)", name)
}

// Number is a numeric argument.
type Number struct {
	Value float64
	// Float says that it is a floating-point number for the reference, which
	// matters where it is used as an index: 2.0 is one, 2 and true are not.
	Float bool
}

func (n Number) String() string { return strconv.FormatFloat(n.Value, 'g', -1, 64) }

func numberOf(v any) (Number, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return Number{Value: 1}, true
		}
		return Number{}, true
	case json.Number:
		f, _ := strconv.ParseFloat(string(v), 64) // out of range: ±Inf, as in the reference
		return Number{f, strings.ContainsAny(string(v), ".eE")}, true
	}
	return Number{}, false
}

// kind describes a value in an error text.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("the text %.60q", v)
	case json.Number:
		return fmt.Sprintf("the number %.60s", string(v))
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("%T", v)
}

// falsy says whether Python takes the value for false.
func falsy(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	n, ok := numberOf(v)
	return ok && n.Value == 0
}
