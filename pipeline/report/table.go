package report

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	gotext "github.com/jedib0t/go-pretty/v6/text"

	"mizan/operators/metric"
)

// Table prints the report for people: metrics with standard errors, gate
// reasons and rejects; with perInstruction the accuracy of each instruction id.
// The built-in tasks' tables fit into 80 columns, those of instructions into 100.
func (r *Report) Table(w io.Writer, perInstruction bool) {
	undefined := false
	for i := range r.Runs {
		run := &r.Runs[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "model %s", isolate(orNone(run.Model)))
		if run.RunID != "" {
			fmt.Fprintf(w, ", run %s", isolate(run.RunID))
		}
		fmt.Fprintln(w)
		undefined = metricsTable(w, run) || undefined
		reasonsTable(w, run)
		if perInstruction {
			instructionsTable(w, run)
		}
	}
	if undefined {
		fmt.Fprintln(w, "\n- is not defined: a standard error at instruction level or of fewer than two records, a mean of none")
	}
	rejectsTable(w, r.Rejects)
	for _, note := range r.Notes {
		fmt.Fprintln(w, note)
	}
}

// maxNameWidth and maxReasonWidth are where a cell goes on in a second line.
const (
	maxNameWidth   = 60
	maxReasonWidth = 66
	maxSourceWidth = 20
)

func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = gotext.FormatDefault
	t.AppendHeader(header)
	// The first column names, the others count.
	configs := []table.ColumnConfig{{Number: 1, WidthMax: maxNameWidth}}
	for i := range header[1:] {
		configs = append(configs, table.ColumnConfig{Number: i + 2, Align: gotext.AlignRight, AlignHeader: gotext.AlignRight})
	}
	t.SetColumnConfigs(configs)
	return t
}

// render prints a table that has rows.
func render(t table.Writer) {
	if t.Length() > 0 {
		t.Render()
	}
}

// metricsTable says whether there is a figure that is not defined.
func metricsTable(w io.Writer, run *Run) (undefined bool) {
	t := newTable(w, "metric", "value", "stderr", "n")
	section := func(name string, metrics []metric.Result) {
		t.AppendRow(table.Row{name})
		for _, m := range metrics {
			undefined = undefined || math.IsNaN(m.Stderr) && m.NaN == 0
			if m.NaN == 0 {
				t.AppendRow(table.Row{"  " + m.Name, figure(m.Value), figure(m.Stderr), m.N})
				continue
			}
			t.AppendRow(table.Row{"  " + m.Name, "NaN", "NaN", m.N})
			t.AppendRow(table.Row{"  " + m.Name + " where a number", figure(m.FiniteValue), figure(m.FiniteStderr), m.N - m.NaN})
		}
		t.AppendSeparator()
	}
	for _, tr := range run.Tasks {
		section(isolate(tr.Task.Name), tr.Metrics)
	}
	for _, g := range run.Groups {
		section(g.title(), g.Metrics)
	}
	render(t)
	for _, tr := range run.Tasks {
		for _, note := range tr.Remarks() {
			fmt.Fprintf(w, "%s: %s\n", isolate(tr.Task.Name), note)
		}
	}
	return undefined
}

func reasonsTable(w io.Writer, run *Run) {
	t := newTable(w, "gate reason", "records", "share")
	for _, tr := range run.Tasks {
		if len(tr.Reasons) == 0 {
			continue
		}
		t.AppendRow(table.Row{isolate(tr.Task.Name)})
		for _, reason := range tr.Reasons {
			t.AppendRow(table.Row{"  " + isolate(reason.Name), reason.N, percent(tr.judged(), reason.N)})
		}
		t.AppendSeparator()
	}
	render(t)
}

func instructionsTable(w io.Writer, run *Run) {
	var all []metric.Instruction
	for _, tr := range run.Tasks {
		all = append(all, tr.Instructions...)
	}
	columns := verdictColumns(all)
	header := []any{"instruction", "n"}
	for _, c := range columns {
		header = append(header, c.title)
	}
	t := newTable(w, header...)
	for _, tr := range run.Tasks {
		if len(tr.Instructions) == 0 {
			continue
		}
		t.AppendRow(table.Row{isolate(tr.Task.Name)})
		for _, in := range tr.Instructions {
			row := table.Row{"  " + isolate(in.ID), in.Strict.N}
			for _, c := range columns {
				row = append(row, figure(c.of(in).Value()))
			}
			t.AppendRow(row)
		}
		t.AppendSeparator()
	}
	render(t)
}

func rejectsTable(w io.Writer, rejects []RejectCount) {
	if len(rejects) == 0 {
		return
	}
	fmt.Fprintln(w, "\nrejects, of all models and tasks")
	t := newTable(w, "reason", "field", "source", "records")
	t.SetColumnConfigs([]table.ColumnConfig{
		{Name: "reason", WidthMax: maxReasonWidth},
		{Name: "source", WidthMax: maxSourceWidth},
		{Name: "records", Align: gotext.AlignRight, AlignHeader: gotext.AlignRight},
	})
	for _, r := range rejects {
		// Reasons quote what was found, so they are wrapped: each line of such a
		// cell would need an isolate of its own.
		reason := gotext.WrapSoft(r.Reason, maxReasonWidth)
		t.AppendRow(table.Row{isolateLines(reason), isolate(r.Field), isolateLines(gotext.WrapHard(r.Source, maxSourceWidth)), r.N})
	}
	render(t)
}

func percent(of, n int64) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}

func figure(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}
