package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"mizan/operators/metric"
)

// CSV prints one line per run, task and metric, and with perInstruction one per
// instruction id with the metrics strict, loose and so on. Figures have all their
// digits; one that is not defined is empty, a mean over a NaN is NaN.
func (r *Report) CSV(w io.Writer, perInstruction bool) error {
	c := csv.NewWriter(w)
	line := func(cells ...string) { _ = c.Write(cells) } // the error comes with Flush
	line("model", "run_id", "task", "instruction", "metric", "value", "stderr", "n", "nan", "finite_value", "finite_stderr")
	for _, run := range r.Runs {
		metricLine := func(task string, m metric.Result) {
			line(run.Model, run.RunID, task, "", m.Name, orNaN(m, m.Value), orNaN(m, m.Stderr),
				strconv.FormatInt(m.N, 10), strconv.FormatInt(m.NaN, 10), exact(m.FiniteValue), exact(m.FiniteStderr))
		}
		for _, t := range run.Tasks {
			for _, m := range t.Metrics {
				metricLine(t.Task.Name, m)
			}
			if !perInstruction {
				continue
			}
			for _, in := range t.Instructions {
				for _, v := range verdictColumns([]metric.Instruction{in}) {
					share := v.of(in)
					line(run.Model, run.RunID, t.Task.Name, in.ID, v.name, exact(share.Value()), "",
						strconv.FormatInt(share.N, 10), "0", exact(share.Value()), "")
				}
			}
		}
		for _, g := range run.Groups {
			for _, m := range g.Metrics {
				metricLine(g.Name, m)
			}
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("cannot print the CSV report: %w", err)
	}
	return nil
}

// orNaN prints a figure that is not a number because a value was not.
func orNaN(m metric.Result, v float64) string {
	if m.NaN > 0 {
		return "NaN"
	}
	return exact(v)
}

// exact prints every digit; nothing where there is no figure.
func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
