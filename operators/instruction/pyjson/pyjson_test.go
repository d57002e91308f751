package pyjson

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheck(t *testing.T) {
	digits := strings.Repeat("9", maxDigits)
	for _, c := range []struct {
		s    string
		want error
	}{
		// Any value at the top, with Python's extras.
		{`{}`, nil}, {`[]`, nil}, {`"a"`, nil}, {`0`, nil}, {`-0`, nil}, {`true`, nil}, {`null`, nil},
		{`NaN`, nil}, {`Infinity`, nil}, {`-Infinity`, nil}, {`[NaN, -Infinity]`, nil},
		{`1e999`, nil}, {`1.5E-3`, nil}, {`-1.0e+0`, nil},
		{`{"k": 1, "k": 2}`, nil}, {`"\ud800"`, nil}, {`"\uDC00\ud83d"`, nil}, {"\"\x7f\"", nil}, {`"é عربي"`, nil},
		{" \t\r\n[ 1 , { \"a\" : [ ] } ] \n", nil}, {`[[[[]]], {"a": {"b": [{}]}}]`, nil},
		{`"\"\\\/\b\f\n\r\t\u00e9"`, nil}, {`{"": ""}`, nil},
		{digits, nil}, {"-" + digits, nil}, {digits + "9.0", nil}, {digits + "9e1", nil},

		{``, ErrInvalid}, {` `, ErrInvalid}, {"\ufeff{}", ErrInvalid}, {"{}\ufeff", ErrInvalid},
		{`{} {}`, ErrInvalid}, {`1 2`, ErrInvalid}, {`[1] x`, ErrInvalid}, {`// c`, ErrInvalid}, {`[1 /* c */]`, ErrInvalid},
		{`[1,]`, ErrInvalid}, {`{"a":1,}`, ErrInvalid}, {`[,1]`, ErrInvalid}, {`[1 2]`, ErrInvalid}, {`{,}`, ErrInvalid},
		{`'a'`, ErrInvalid}, {`{'a': 1}`, ErrInvalid}, {`{a: 1}`, ErrInvalid}, {`{1: 1}`, ErrInvalid}, {`{"a" 1}`, ErrInvalid}, {`{"a":}`, ErrInvalid}, {`{"a"}`, ErrInvalid},
		{`01`, ErrInvalid}, {`-01`, ErrInvalid}, {`1.`, ErrInvalid}, {`.5`, ErrInvalid}, {`+1`, ErrInvalid}, {`1e`, ErrInvalid}, {`1e+`, ErrInvalid}, {`-`, ErrInvalid}, {`0x1`, ErrInvalid}, {`1_0`, ErrInvalid},
		{`-NaN`, ErrInvalid}, {`-Inf`, ErrInvalid}, {`nan`, ErrInvalid}, {`True`, ErrInvalid}, {`None`, ErrInvalid}, {`nul`, ErrInvalid}, {`nullx`, ErrInvalid},
		{"\"a\nb\"", ErrInvalid}, {"\"\t\"", ErrInvalid}, {"\"\x00\"", ErrInvalid}, {`"\x41"`, ErrInvalid}, {`"\u12g4"`, ErrInvalid}, {`"\u123`, ErrInvalid}, {`"\`, ErrInvalid}, {`"abc`, ErrInvalid}, {`"`, ErrInvalid},
		{"[1,\u00a02]", ErrInvalid}, {"\x0b1", ErrInvalid}, {"\x0c[]", ErrInvalid}, {`[１]`, ErrInvalid},
		{`[`, ErrInvalid}, {`{`, ErrInvalid}, {`[}`, ErrInvalid}, {`{]`, ErrInvalid}, {`]`, ErrInvalid}, {`[[]`, ErrInvalid}, {`{"a":[}`, ErrInvalid}, {`[1}`, ErrInvalid}, {`{"a":1]`, ErrInvalid},
		{digits + "9", ErrInvalid}, {"-" + digits + "9", ErrInvalid}, {"[" + digits + "9]", ErrInvalid},
	} {
		if got := Check(c.s); got != c.want {
			t.Errorf("Check(%.60q) = %v, want %v", c.s, got, c.want)
		}
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	mixed := func(n int) string { return strings.Repeat(`[{"a":`, n) + "1" + strings.Repeat("}]", n) }
	for _, c := range []struct {
		what, s string
		want    error
	}{
		{"200 lists", nested(200), nil},
		{"995 lists", nested(MaxDepth), nil},
		{"1000 lists", nested(1000), ErrTooDeep},
		{"200 pairs", mixed(200), nil},
		{"5000 pairs", mixed(5000), ErrTooDeep},
		{"100000 lists that never end", strings.Repeat("[", 100000), ErrTooDeep},
		{"a fault before the depth", "[}" + nested(5000), ErrInvalid},
		{"a fault behind the depth", nested(5000) + "x", ErrTooDeep},
		{"wide, not deep", "[" + strings.Repeat("[],", 100000) + "[]]", nil},
	} {
		if got := Check(c.s); !errors.Is(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// FuzzCheck compares with the standard library, which knows no constants and
// no limit of digits, and reads broken UTF-8.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a": [1, -2.5e3, "\u00e9", null]}`, `[01]`, `"\ud800"`, "[1,\t2]", `{"a":1,}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || len(s) > maxDigits || strings.Contains(s, "NaN") || strings.Contains(s, "Infinity") {
			return
		}
		err := Check(s)
		if want := json.Valid([]byte(s)); err != ErrTooDeep && (err == nil) != want {
			t.Errorf("Check(%q) = %v, the standard library says %v", s, err, want)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	s := `{"answer": [` + strings.Repeat(`{"title": "A longer text, as models write them.", "score": 12.5, "tags": ["a", "b"]}, `, 50) + `null]}`
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Check(s); err != nil {
			b.Fatal(err)
		}
	}
}
