package report

import (
	"fmt"

	"mizan/operators/metric"
	"mizan/operators/task"
)

// Remarks says what the means leave out or count as not followed, one text for
// each.
func (t *TaskReport) Remarks() []string {
	var remarks []string
	add := func(n int64, what string) {
		if n > 0 {
			remarks = append(remarks, fmt.Sprintf("%d of %d records: %s", n, t.Records, what))
		}
	}
	add(t.Excluded, "left out of the metrics, as the task has it (column excluded)")
	add(t.Failed, "an error text (column error); what could not be judged is in no mean")
	add(t.WithInstructionErrors, "an instruction that cannot be judged counts as not followed (column instruction_errors)")
	add(t.Thinking["unclosed"], "the response ends inside its thinking (column thinking_state)")
	for _, m := range t.Metrics {
		add(m.NaN, m.Name+" is not a number; as in the reference harness, neither is a mean over it")
	}
	if t.Task.Scorer == task.Gen && len(t.Metrics) > len(t.Task.Metrics) {
		remarks = append(remarks, "ROUGE knows the letters a-z and digits only: texts in other scripts score 0")
	}
	return remarks
}

// judged counts the records a gate judged.
func (t *TaskReport) judged() (n int64) {
	for _, r := range t.Reasons {
		n += r.N
	}
	return n
}

// verdictColumn is one way to count the verdicts on an instruction.
type verdictColumn struct {
	name, title string
	of          func(metric.Instruction) metric.Share
}

var allVerdictColumns = []verdictColumn{
	{"strict", "strict", func(in metric.Instruction) metric.Share { return in.Strict }},
	{"loose", "loose", func(in metric.Instruction) metric.Share { return in.Loose }},
	{"gated_strict", "gated\nstrict", func(in metric.Instruction) metric.Share { return in.GatedStrict }},
	{"gated_loose", "gated\nloose", func(in metric.Instruction) metric.Share { return in.GatedLoose }},
}

// verdictColumns are the ways that the instructions have.
func verdictColumns(list []metric.Instruction) []verdictColumn {
	var columns []verdictColumn
	for _, c := range allVerdictColumns {
		for _, in := range list {
			if c.of(in).N > 0 {
				columns = append(columns, c)
				break
			}
		}
	}
	return columns
}
