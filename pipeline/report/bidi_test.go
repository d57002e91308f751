package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestIsolate(t *testing.T) {
	const fsi, pdi = "\u2068", "\u2069"
	for _, tt := range []struct{ name, in, want string }{
		{"English", "cedar-8b", "cedar-8b"},
		{"nothing", "", ""},
		{"Arabic", "نموذج", fsi + "نموذج" + pdi},
		{"Arabic behind Latin", "model نموذج", fsi + "model نموذج" + pdi},
		{"Hebrew", "נייר", fsi + "נייר" + pdi},
		{"Syriac", "ܣܘܪܝܝܐ", fsi + "ܣܘܪܝܝܐ" + pdi},
		{"N'Ko", "ߒߞߏ", fsi + "ߒߞߏ" + pdi},
		{"Adlam", "𞤀𞤣", fsi + "𞤀𞤣" + pdi},
		{"Arabic digits alone", "٧", fsi + "٧" + pdi},
		{"presentation forms", "ﻻ", fsi + "ﻻ" + pdi},
		{"a right-to-left mark", "a\u200F", fsi + "a\u200F" + pdi},
		{"joiners of Persian stay", "می\u200Cشود", fsi + "می\u200Cشود" + pdi},
		{"accents", "café 生命 ñ", "café 生命 ñ"},
		// What would reach beyond the text.
		{"override", "a\u202Eb", "a\uFFFDb"},
		{"embeddings", "\u202A\u202B\u202C\u202D", "\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"own isolates", "\u2066نموذج\u2069\u2067\u2068", fsi + "\uFFFDنموذج\uFFFD\uFFFD\uFFFD" + pdi},
		{"terminal escapes", "a\x1b[31mb\u009b1m", "a\uFFFD[31mb\uFFFD1m"},
		{"line ends", "a\nb\rc\u2028d\u2029e\u0085", "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD"},
		{"tab and NUL", "a\tb\x00", "a\uFFFDb\uFFFD"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
	} {
		if got := isolate(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := isolateLines("نموذج\nb"); got != fsi+"نموذج"+pdi+"\nb" {
		t.Errorf("lines %q", got)
	}
}

func FuzzIsolate(f *testing.F) {
	for _, s := range []string{"", "a", "نموذج\u202e", "\u2069\u2069", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := isolate(s)
		if !utf8.ValidString(got) {
			t.Errorf("%q gives %q", s, got)
		}
		inner, isolated := strings.CutPrefix(got, "\u2068")
		if isolated {
			var closed bool
			if inner, closed = strings.CutSuffix(inner, "\u2069"); !closed {
				t.Errorf("%q is not closed: %q", s, got)
			}
		}
		for _, r := range inner {
			if unicode.IsControl(r) || r >= 0x2066 && r <= 0x2069 || r >= 0x202A && r <= 0x202E {
				t.Errorf("%q leaves %U", s, r)
			}
			if !isolated && rightToLeft(r) {
				t.Errorf("%q is not isolated", s)
			}
		}
	})
}

// columnsOf counts the columns a terminal gives to a line: none to characters
// that join the one before and to those that only direct.
func columnsOf(line string) (n int) {
	for _, r := range line {
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			n++
		}
	}
	return n
}

// Isolates and vowel marks take no room: the lines of a table end in one column.
func TestTableStaysStraight(t *testing.T) {
	score := func(model, task string) row {
		return row{"model": model, "task": task, "gate_pass": true, "gate_reason": "ok"}
	}
	r := read(t, written(t, sample(), slice{scored: []row{
		score("m", "مُهِمَّة_بِالتَّشْكِيل"), score("m", "משימה"), score("m", "plain"), score("m", "می\u200Cشود"), score("m", "a\u202Eb"),
		score("m", "longer than a cell: "+strings.Repeat("مهمة طويلة جدا ", 10)),
	}}), ownTask)
	var out strings.Builder
	r.Table(&out, true)
	widest, tables := 0, 0
	for _, block := range strings.Split(out.String(), "┌") {
		block, _, ok := strings.Cut(block, "┘")
		if !ok {
			continue
		}
		tables++
		lines := strings.Split("┌"+block+"┘", "\n")
		want := columnsOf(lines[0])
		widest = max(widest, want)
		for _, line := range lines {
			if columnsOf(line) != want {
				t.Errorf("%d columns instead of %d: %q", columnsOf(line), want, line)
			}
		}
	}
	if tables < 8 || widest > 120 {
		t.Errorf("%d tables, the widest has %d columns", tables, widest)
	}
}

// The metrics of all built-in tasks, with a million records, fit into 80 columns.
func TestWidthOfMetrics(t *testing.T) {
	var rows []row
	for _, task := range tasks(t).Tasks() {
		rows = append(rows, row{"model": "m", "task": task.Name, "bleu_diff": -100.0, "bleu_max": 100.0, "gate_pass": true, "gate_reason": "other_script_word"})
	}
	r := read(t, written(t, slice{scored: rows}))
	for i := range r.Runs[0].Tasks {
		for j := range r.Runs[0].Tasks[i].Metrics {
			r.Runs[0].Tasks[i].Metrics[j].N = 1_000_000
		}
	}
	var out strings.Builder
	r.Table(&out, false)
	for line := range strings.Lines(out.String()) {
		if n := columnsOf(strings.TrimSuffix(line, "\n")); n > 80 && strings.ContainsAny(line, "│─") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// Errors quote names with %q: Arabic stays legible, what turns a line does not
// get through.
func TestErrorsQuoteSafely(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"نموذج", `"نموذج"`},
		{"a\u202Eb", `"a\u202eb"`},
		{"\u2067x\u2069", `"\u2067x\u2069"`},
		{"a\u200Fb", `"a\u200fb"`},
		{"\x1b[31m", `"\x1b[31m"`},
	} {
		if got := fmt.Sprintf("%q", tt.in); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
		dir := written(t, slice{scored: []row{{"model": "نماذج", "task": "ifeval"}}})
		_, err := Read(dir, tasks(t), Filter{Model: tt.in})
		if err == nil || !strings.Contains(err.Error(), "there are no rows of model "+tt.want) {
			t.Errorf("error %v, want %s quoted", err, tt.want)
		}
	}
}
