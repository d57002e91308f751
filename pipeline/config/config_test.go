package config

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Setenv("MIZAN_TEST_BROKER", "kafka:9092")
	c, err := Parse("test", []byte(`
kafka:
  brokers: ["${MIZAN_TEST_BROKER}"]
  topics: [generations]
  sasl: {mechanism: plain, username: u, password: "$${literal}"}
  fetch_max_bytes: ${MIZAN_TEST_UNSET:2MiB}
input:
  fields:
    response: $.choices[0].message.content
    model: [$.model, $.meta.model]
slice: {max_age: 5s}
workers: ${MIZAN_TEST_UNSET:3}
output: {dir: out, keep_prompt: false}
gates:
  calm:
    checks: [{check: repeated_words, repeats: 4}]
tasks:
  extra:
    - {name: mine, prepare: [strip_thinking], gate: calm}
`))
	if err != nil {
		t.Fatal(err)
	}
	if c.Kafka.Brokers[0] != "kafka:9092" || c.Kafka.SASL.Password != "${literal}" || c.Kafka.FetchMaxBytes != 2<<20 || c.Workers != 3 {
		t.Errorf("expansion: %+v", c.Kafka)
	}
	if c.Slice.MaxAge != 5*time.Second || c.Slice.MaxRows != Default().Slice.MaxRows || *c.Output.KeepPrompt {
		t.Errorf("values over defaults: %+v %+v", c.Slice, c.Output)
	}
	if got := c.Input.Fields["response"]; len(got) != 1 {
		t.Errorf("one path: %q", got)
	}
	if got := c.Input.Fields["model"]; len(got) != 2 {
		t.Errorf("two paths: %q", got)
	}
}

func TestParseEmptyIsDefault(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n"} {
		if _, err := Parse("test", []byte(text)); err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown key", "kafka:\n  brokres: [a]\n", `test:2: unknown key "kafka.brokres"; did you mean "brokers"?`},
		{"unknown top key", "sink: {}\n", `test:1: unknown key "sink"`},
		{"unknown key in a list", "tasks:\n  extra:\n    - {nam: x}\n", `test:3: unknown key "tasks.extra.nam"; did you mean "name"?`},
		{"unknown key in a gate", "gates:\n  g:\n    checks:\n      - {chek: x}\n", `test:4: unknown key "gates.g.checks.chek"`},
		{"key twice", "workers: 1\nworkers: 2\n", "workers"},
		{"all problems at once", "a1: 1\nb2: 2\n", `unknown key "b2"`},
		{"wrong type", "workers: many\n", "line 1"},
		{"wrong size", "batch: {max_bytes: lots}\n", `cannot read "lots" as a size`},
		{"wrong duration", "slice: {max_age: soon}\n", "soon"},
		{"not YAML", "a: [\n", "cannot read configuration"},
		{"unset variable", "output: {dir: \"${MIZAN_TEST_UNSET}\"}\n", "test:1: environment variable MIZAN_TEST_UNSET is not set"},
		{"value out of its list", "kafka: {isolation: dirty}\n", `kafka.isolation is "dirty"`},
		{"zero rows", "slice: {max_rows: 0}\n", "slice.max_rows is 0"},
		{"negative workers", "workers: -1\n", "workers is -1"},
		{"batch beyond Arrow", "batch: {max_bytes: 2GiB}\n", "32-bit offsets"},
		{"an anchor that holds itself", "gates:\n  g:\n    checks:\n      - &x {check: language, cases: [{lang: [en], checks: [*x, *x]}]}\n", "anchor"},
		{"a list for a map", "kafka: [a]\n", "line 1"},
	} {
		_, err := Parse("test", []byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
	}
}

func TestLoadMissing(t *testing.T) {
	if _, err := Load(t.TempDir() + "/none.yaml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestBytes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Bytes
	}{
		{"0", 0}, {"1024", 1024}, {"64MiB", 64 << 20}, {"1.5 GiB", 3 << 29}, {"10kB", 10_000}, {"2MB", 2_000_000}, {"7B", 7},
	} {
		if got, err := ParseBytes(tt.text); err != nil || got != tt.want {
			t.Errorf("ParseBytes(%q) = %d, %v, want %d", tt.text, got, err, tt.want)
		}
	}
	for _, bad := range []string{"", "MiB", "-1", "1 potato", "1e30GiB", "NaN"} {
		if got, err := ParseBytes(bad); err == nil {
			t.Errorf("ParseBytes(%q) = %d, want an error", bad, got)
		}
	}
	for b, want := range map[Bytes]string{1 << 30: "1GiB", 64 << 20: "64MiB", 1000: "1000B", 0: "0B"} {
		if got := b.String(); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", b, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("kafka: {brokers: [a]}\n")
	f.Add("a: &x [*x]\n")
	f.Add("? {a: b}\n: c\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = Parse("fuzz", []byte(text)) // must not panic or hang
	})
}
