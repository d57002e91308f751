package instruction

import (
	"errors"
	"testing"
)

// decodeOne decodes a kwargs object and drops what the English dialects drop.
func decodeOne(t *testing.T, object string) Kwargs {
	t.Helper()
	d := Dialect{DropFalsy: true, Makers: map[string]Maker{"x": func(k Kwargs) (Checker, error) { return Checker{}, nil }}}
	all, err := decodeKwargs("[" + object + "]")
	if err != nil {
		t.Fatal(err)
	}
	_, k, err := d.bind("x", false, all, 0)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func wantKind(t *testing.T, what string, err error, want ErrKind) {
	t.Helper()
	var arg *ArgError
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: error %v, want none", what, err)
	case want != "" && (!errors.As(err, &arg) || arg.Kind != want):
		t.Errorf("%s: error %v, want %s", what, err, want)
	}
}

func TestKwargsFalsyAreDropped(t *testing.T) {
	for object, want := range map[string]int{
		`{}`:                            0,
		`{"a": null}`:                   0,
		`{"a": 0, "b": 0.0, "c": -0.0}`: 0,
		`{"a": 1e-400}`:                 0, // underflows to 0.0
		`{"a": "", "b": [], "c": {}, "d": false}`:        0,
		`{"a": " ", "b": [null], "c": {"": 0}, "d": -1}`: 4,
		`{"a": "0", "b": 1e400, "c": true}`:              3,
	} {
		if k := decodeOne(t, object); len(k) != want {
			t.Errorf("%s keeps %v, want %d kwargs", object, k, want)
		}
	}
}

func TestKwargsNulls(t *testing.T) {
	d := Dialect{Makers: map[string]Maker{"x": func(k Kwargs) (Checker, error) { return Checker{}, nil }}}
	all, _ := decodeKwargs(`[{"a": 0, "b": "", "c": null}]`)
	if _, k, _ := d.bind("x", false, all, 0); len(k) != 2 {
		t.Errorf("a dialect that drops nulls only keeps %v, want a and b", k)
	}
}

func TestKwargsOnly(t *testing.T) {
	k := decodeOne(t, `{"a": 1, "b": 2}`)
	wantKind(t, "both known", k.Only("b", "a", "c"), "")
	wantKind(t, "one unknown", k.Only("a"), TypeError)
	wantKind(t, "none taken", k.Only(), TypeError)
	wantKind(t, "none given", Kwargs(nil).Only(), "")
}

func TestKwargsNumber(t *testing.T) {
	for _, c := range []struct {
		object string
		value  float64
		float  bool
		kind   ErrKind
	}{
		{`{"n": 3}`, 3, false, ""},
		{`{"n": 2.5}`, 2.5, true, ""},
		{`{"n": 2.0}`, 2, true, ""},
		{`{"n": 2e0}`, 2, true, ""},
		{`{"n": true}`, 1, false, ""},
		{`{"n": 123456789012345678901234567890}`, 123456789012345678901234567890, false, ""},
		{`{"n": -1}`, -1, false, UnusableKwarg},
		{`{"n": -0.5}`, -0.5, true, UnusableKwarg},
		{`{}`, 0, false, MissingKwarg},
		{`{"n": 0}`, 0, false, MissingKwarg},
		{`{"n": "3"}`, 0, false, TypeError},
		{`{"n": [3]}`, 0, false, TypeError},
		{`{"n": {"n": 3}}`, 0, false, TypeError},
	} {
		n, err := decodeOne(t, c.object).Threshold("n")
		wantKind(t, c.object, err, c.kind)
		if n.Value != c.value || n.Float != c.float {
			t.Errorf("%s is %+v, want %g, float %v", c.object, n, c.value, c.float)
		}
	}
}

func TestKwargsRelation(t *testing.T) {
	for object, want := range map[string]ErrKind{
		`{"r": "at least"}`:   "",
		`{"r": "less than"}`:  "",
		`{"r": "exactly"}`:    ValueError,
		`{"r": "At least"}`:   ValueError,
		`{"r": "at least "}`:  ValueError,
		`{"r": 3}`:            ValueError,
		`{"r": ["at least"]}`: ValueError,
		`{"r": ""}`:           MissingKwarg,
		`{}`:                  MissingKwarg,
	} {
		_, err := decodeOne(t, object).Relation("r", LessThan, AtLeast)
		wantKind(t, object, err, want)
	}
}

func TestKwargsText(t *testing.T) {
	for object, want := range map[string]ErrKind{
		`{"s": "x"}`:   "",
		`{"s": " "}`:   "",
		`{"s": ""}`:    MissingKwarg,
		`{"s": null}`:  MissingKwarg,
		`{"s": 1}`:     AttributeError,
		`{"s": ["x"]}`: AttributeError,
	} {
		_, err := decodeOne(t, object).Text("s")
		wantKind(t, object, err, want)
	}
}

func TestKwargsItems(t *testing.T) {
	for _, c := range []struct {
		object string
		want   int
		kind   ErrKind
	}{
		{`{"l": ["a", "b"]}`, 2, ""},
		{`{"l": [1, null]}`, 2, ""},
		{`{"l": "añb"}`, 3, ""},
		{`{"l": {"x": 1, "y": 2}}`, 2, ""},
		{`{"l": 5}`, 0, TypeError},
		{`{"l": true}`, 0, TypeError},
		{`{"l": []}`, 0, MissingKwarg},
		{`{"l": ""}`, 0, MissingKwarg},
	} {
		items, err := decodeOne(t, c.object).Items("l")
		wantKind(t, c.object, err, c.kind)
		if len(items) != c.want {
			t.Errorf("%s has %v, want %d items", c.object, items, c.want)
		}
	}
}

func TestDecodeKwargs(t *testing.T) {
	for text, want := range map[string]int{"": 0, "null": 0, "[]": 0, " [{}, null, 3] ": 3} {
		if all, err := decodeKwargs(text); err != nil || len(all) != want {
			t.Errorf("decodeKwargs(%q) = %v, %v; want %d entries", text, all, err, want)
		}
	}
	for _, text := range []string{"{}", "3", `"[]"`, "[", "[] []", "[{]", "nul"} {
		if all, err := decodeKwargs(text); err == nil {
			t.Errorf("decodeKwargs(%q) = %v, want an error", text, all)
		}
	}
}

func TestBound(t *testing.T) {
	for _, c := range []struct {
		bound Bound
		count int
		want  bool
	}{
		{Bound{LessThan, 3}, 2, true},
		{Bound{LessThan, 3}, 3, false},
		{Bound{LessThan, 2.5}, 2, true},
		{Bound{AtLeast, 3}, 3, true},
		{Bound{AtLeast, 2.5}, 2, false},
		{Bound{Exactly, 2}, 2, true},
		{Bound{Exactly, 2.5}, 2, false},
		{Bound{AtLeast, -1}, 0, true},
	} {
		if got := c.bound.Holds(c.count); got != c.want {
			t.Errorf("%d %s is %v", c.count, c.bound.Of("words"), got)
		}
	}
}
