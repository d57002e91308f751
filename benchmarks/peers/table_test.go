package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {0.000404, "0.00040"}, {0.38, "0.38"}, {7.54, "7.5"}, {10, "10"}, {19.6, "20"}, {1234.4, "1234"},
	} {
		if got := short(tt.x); got != tt.want {
			t.Errorf("short(%v) = %s, want %s", tt.x, got, tt.want)
		}
	}
}

func TestSame(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`"a"`, `"a"`, true},
		{`"a"`, `"b"`, false},
		{`true`, `true`, true},
		{`true`, `1`, false},
		{`null`, `null`, true},
		{`2.5`, `2.50000000001`, true},
		{`2.5`, `2.5001`, false},
		{`2.5`, `"2.5"`, false},
		{`[true, [1, 2]]`, `[true, [1, 2]]`, true},
		{`[true, [1, 2]]`, `[true, [1, 3]]`, false},
		{`[]`, `[1]`, false},
		{`[]`, `null`, false},
	} {
		var a, b any
		if err := json.Unmarshal([]byte("["+tt.a+","+tt.b+"]"), &[]any{&a, &b}); err != nil {
			t.Fatal(err)
		}
		if got := same(a, b); got != tt.want {
			t.Errorf("same(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}

func TestLine(t *testing.T) {
	l := line{row: &row{name: "clean"}, records: 4, bytes: 2_000_000, python: []float64{2, 8, 4}, mizan: []float64{0.02, 0.01, 0.01}}
	// The last record is one that the reference does not judge.
	err := l.compare([]any{[]any{[]bool{true}}, "x", 1, false}, []any{[]any{[]any{true}}, "y", 1.0, nil})
	if err != nil {
		t.Fatal(err)
	}
	// The ratios of the turns are 100, 800 and 400.
	want := "| clean | 4 | 2000 | 0.50 | 200 | 1.0 | 400 | 400 | 1 of 3 |"
	if got := l.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if strings.Count(want, "|") != strings.Count(header[:strings.Index(header, "\n")], "|") {
		t.Error("the line and the header differ in columns")
	}
	if len(l.examples) != 1 || !strings.Contains(l.examples[0], "record 1: mizan x, Python y") {
		t.Errorf("examples %q", l.examples)
	}
	if err := l.compare([]any{true}, nil); err == nil {
		t.Error("lists of different lengths compare")
	}
}

// TestRows runs mizan's side of all rows on small corpora.
func TestRows(t *testing.T) {
	corpora, err := load(4000)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		c := corpora[r.corpus]
		if c == nil {
			t.Errorf("%s: no corpus %q", r.name, r.corpus)
			continue
		}
		results, err := r.work(c)(true)
		if err != nil || len(results) != len(c.records) {
			t.Errorf("%s: %d results for %d records, %v", r.name, len(results), len(c.records), err)
		}
		if !strings.Contains(string(script), `"`+r.key+`": `) {
			t.Errorf("%s: driver.py does not know the key %q", r.name, r.key)
		}
	}
	if _, err := choose("no such row"); err == nil {
		t.Error("a pattern that matches no row is taken")
	}
}
