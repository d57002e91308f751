package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	gotext "github.com/jedib0t/go-pretty/v6/text"

	"mizan/operators/metric"
	"mizan/operators/task"
	"mizan/operators/text"
)

// Table prints the report for people: metrics with standard errors, gate
// reasons and rejects; with perInstruction the accuracy of each instruction id.
func (r *Report) Table(w io.Writer, perInstruction bool) {
	for i := range r.Runs {
		run := &r.Runs[i]
		fmt.Fprintf(w, "model %s", isolate(orNone(run.Model)))
		if run.RunID != "" {
			fmt.Fprintf(w, ", run %s", isolate(run.RunID))
		}
		fmt.Fprintln(w)
		metricsTable(w, run)
		reasonsTable(w, run)
		if perInstruction {
			instructionsTable(w, run)
		}
	}
	rejectsTable(w, r.Rejects)
}

func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = gotext.FormatDefault
	t.AppendHeader(header)
	return t
}

func rightAligned(t table.Writer, names ...string) {
	var configs []table.ColumnConfig
	for _, n := range names {
		configs = append(configs, table.ColumnConfig{Name: n, Align: gotext.AlignRight, AlignHeader: gotext.AlignRight})
	}
	t.SetColumnConfigs(configs)
}

func metricsTable(w io.Writer, run *Run) {
	t := newTable(w, "task", "metric", "value", "stderr", "n")
	rightAligned(t, "value", "stderr", "n")
	add := func(name string, m metric.Result) {
		if m.NaN == 0 {
			t.AppendRow(table.Row{name, m.Name, figure(m.Value), figure(m.Stderr), m.N})
			return
		}
		// The reference's mean is NaN as soon as one value is: it is shown, and
		// below it the mean of the others.
		t.AppendRow(table.Row{name, m.Name, "NaN", "NaN", fmt.Sprintf("%d (%d NaN)", m.N, m.NaN)})
		t.AppendRow(table.Row{"", m.Name + ", finite only", figure(m.FiniteValue), figure(m.FiniteStderr), m.N - m.NaN})
	}
	for _, tr := range run.Tasks {
		name := isolate(tr.Task.Name)
		for i, m := range tr.Metrics {
			if i > 0 {
				name = ""
			}
			add(name, m)
		}
		t.AppendSeparator()
	}
	for _, g := range run.Groups {
		name := g.Name
		for i, m := range g.Metrics {
			if i > 0 {
				name = ""
			}
			add(name, m)
		}
		t.AppendSeparator()
	}
	t.Render()
	for _, tr := range run.Tasks {
		if note := taskNote(&tr); note != "" {
			fmt.Fprintf(w, "  %s: %s\n", isolate(tr.Task.Name), note)
		}
	}
}

// taskNote says what the means leave out or count as not followed.
func taskNote(t *TaskReport) string {
	var notes []string
	add := func(n int64, what string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf("%d of %d records %s", n, t.Records, what))
		}
	}
	add(t.Excluded, "are left out of the metrics by the task's definition")
	add(t.Failed, "have an error text")
	add(t.WithInstructionErrors, "have an instruction that cannot be judged; it counts as not followed")
	add(t.Thinking["unclosed"], "end inside their thinking")
	if t.Task.Scorer == task.Gen && len(t.Metrics) > len(t.Task.Metrics) {
		notes = append(notes, "ROUGE knows a-z and 0-9 only: texts in other scripts score 0")
	}
	return strings.Join(notes, "; ")
}

func reasonsTable(w io.Writer, run *Run) {
	t := newTable(w, "task", "gate reason", "records", "share")
	rightAligned(t, "records", "share")
	for _, tr := range run.Tasks {
		var total int64
		for _, reason := range tr.Reasons {
			total += reason.N
		}
		name := isolate(tr.Task.Name)
		for _, reason := range tr.Reasons {
			t.AppendRow(table.Row{name, reason.Name, reason.N, fmt.Sprintf("%.1f%%", 100*float64(reason.N)/float64(total))})
			name = ""
		}
		t.AppendSeparator()
	}
	if t.Length() > 0 {
		t.Render()
	}
}

func instructionsTable(w io.Writer, run *Run) {
	t := newTable(w, "task", "instruction", "n", "strict", "loose", "gated strict", "gated loose")
	rightAligned(t, "n", "strict", "loose", "gated strict", "gated loose")
	for _, tr := range run.Tasks {
		name := isolate(tr.Task.Name)
		for _, in := range tr.Instructions {
			t.AppendRow(table.Row{
				name, isolate(in.ID), in.N, share(in.Strict, in.N), share(in.Loose, in.LooseN),
				share(in.GatedStrict, in.GatedN), share(in.GatedLoose, min(in.GatedN, in.LooseN)),
			})
			name = ""
		}
		t.AppendSeparator()
	}
	if t.Length() > 0 {
		t.Render()
	}
}

func rejectsTable(w io.Writer, rejects []RejectCount) {
	if len(rejects) == 0 {
		return
	}
	fmt.Fprintln(w, "rejects")
	t := newTable(w, "source", "field", "reason", "records")
	t.SetColumnConfigs([]table.ColumnConfig{
		{Name: "reason", WidthMax: 100},
		{Name: "records", Align: gotext.AlignRight},
	})
	for _, r := range rejects {
		t.AppendRow(table.Row{isolate(r.Source), r.Field, isolate(r.Reason), r.N})
	}
	t.Render()
}

// CSV prints one line per run, task and metric, and with perInstruction one per
// instruction id with the metrics strict, loose and so on.
func (r *Report) CSV(w io.Writer, perInstruction bool) error {
	c := csv.NewWriter(w)
	line := func(cells ...string) { _ = c.Write(cells) } // the error comes with Flush
	line("model", "run_id", "task", "instruction", "metric", "value", "stderr", "n", "nan", "finite_value", "finite_stderr")
	for _, run := range r.Runs {
		metricLine := func(name, instruction string, m metric.Result) {
			line(run.Model, run.RunID, name, instruction, m.Name, exact(m.Value), exact(m.Stderr), strconv.FormatInt(m.N, 10), strconv.FormatInt(m.NaN, 10), exact(m.FiniteValue), exact(m.FiniteStderr))
		}
		for _, t := range run.Tasks {
			for _, m := range t.Metrics {
				metricLine(t.Task.Name, "", m)
			}
			if !perInstruction {
				continue
			}
			for _, in := range t.Instructions {
				for _, m := range instructionResults(in) {
					metricLine(t.Task.Name, in.ID, m)
				}
			}
		}
		for _, g := range run.Groups {
			for _, m := range g.Metrics {
				metricLine(g.Name, "", m)
			}
		}
	}
	c.Flush()
	return c.Error()
}

// instructionResults are the accuracies of one instruction id that the task has.
func instructionResults(in metric.Instruction) []metric.Result {
	var results []metric.Result
	add := func(name string, hits, n int64) {
		if n > 0 {
			v := float64(hits) / float64(n)
			results = append(results, metric.Result{Name: name, Value: v, Stderr: math.NaN(), N: n, FiniteValue: v, FiniteStderr: math.NaN()})
		}
	}
	add("strict", in.Strict, in.N)
	add("loose", in.Loose, in.LooseN)
	add("gated_strict", in.GatedStrict, in.GatedN)
	add("gated_loose", in.GatedLoose, min(in.GatedN, in.LooseN))
	return results
}

func share(hits, n int64) string {
	if n == 0 {
		return "-"
	}
	return figure(float64(hits) / float64(n))
}

func figure(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// exact prints every digit; nothing where there is no figure.
func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// isolate wraps a text that holds right-to-left letters in first-strong
// isolates (U+2068, U+2069), so that it does not reorder the line around it in
// a terminal that knows the bidirectional algorithm. Control characters, which
// may come from anybody's records, are replaced.
func isolate(s string) string {
	rtl := false
	clean := strings.Map(func(r rune) rune {
		rtl = rtl || text.Is(r, text.ArabicB) || r >= hebrewFirst && r <= hebrewLast
		if text.Is(r, text.Control|text.LineEnd) {
			return '\uFFFD'
		}
		return r
	}, s)
	if !rtl {
		return clean
	}
	return firstStrongIsolate + clean + popIsolate
}

const (
	hebrewFirst        = '\u0590'
	hebrewLast         = '\u05FF'
	firstStrongIsolate = "\u2068"
	popIsolate         = "\u2069"
)
