// Package report reads the scored files of an output directory and prints the
// metrics they add up to: as a table, CSV, JSON in the results layout of
// lm-evaluation-harness, or HTML.
//
// First change? Which files count is in files.go, how their columns are read in
// column.go, what is made of a row in collect.go; the figures themselves come
// from operators/metric. Each format has a file of its own.
package report

import (
	"fmt"
	"os"
	"slices"

	"mizan/internal/nearest"
	"mizan/operators/metric"
	"mizan/operators/task"
	"mizan/schemas"
)

// Filter narrows a report; an empty text means all.
type Filter struct{ Model, Task, RunID string }

func (f Filter) takes(k key) bool {
	return (f.Model == "" || f.Model == k.model) &&
		(f.RunID == "" || f.RunID == k.run) &&
		(f.Task == "" || f.Task == k.task)
}

// Report is what an output directory adds up to.
type Report struct {
	Runs []Run
	// Rejects count the rejected records of all models and tasks, whatever the
	// filter: nothing tells whose they are.
	Rejects []RejectCount
	// Notes say what is in the directory and is not counted.
	Notes []string
}

// Run is one model and run id.
type Run struct {
	Model, RunID string
	Tasks        []TaskReport
	Groups       []GroupReport
}

// TaskReport is one task of a run.
type TaskReport struct {
	Task         task.Task
	Metrics      []metric.Result
	Reasons      []metric.Reason
	Thinking     map[string]int64
	Instructions []metric.Instruction

	Records, Excluded, Failed, WithInstructionErrors int64
}

// Read reads the directory's scored and rejected rows. table says which metrics
// a task has; a row of a task that is not in it is reported as quality is. Only
// rows that are committed and visible count.
func Read(dir string, table *task.Table, filter Filter) (*Report, error) {
	if st, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("cannot read the output directory: %w", err)
	} else if !st.IsDir() {
		return nil, fmt.Errorf("cannot read the output directory: %q is a file; give the directory that mizan wrote to", dir)
	}
	files, err := visible(dir)
	if err != nil {
		return nil, err
	}
	c := newCollector(table, filter)
	for _, f := range files.scored {
		if err := eachRow(f.path, schemas.Scored, scoredColumns, c.texts, c.add); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", f.path, err)
		}
	}
	r := &Report{Runs: c.runs(), Notes: files.notes}
	if r.Rejects, err = readRejects(files.rejects); err != nil {
		return nil, err
	}
	switch {
	case len(r.Runs) > 0:
		return r, nil
	case len(files.scored) > 0 && filter != Filter{}:
		return nil, nothingTaken(dir, files, filter)
	case len(r.Rejects) == 0 && len(r.Notes) == 0:
		return nil, fmt.Errorf("there are no scored files below %q; is it a mizan output directory?", dir)
	}
	return r, nil
}

// nothingTaken is the error for a filter that no row passes; it names what there
// is.
func nothingTaken(dir string, files files, filter Filter) error {
	seen := [3][]string{}
	texts := newInterner()
	for _, f := range files.scored {
		err := eachRow(f.path, schemas.Scored, scoredColumns[:colRunID+1], texts, func(c []*column) error {
			for i := range seen {
				if name := c[i].text(); !slices.Contains(seen[i], name) && len(seen[i]) < 100 {
					seen[i] = append(seen[i], name)
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("cannot read %q: %w", f.path, err)
		}
	}
	for _, f := range []struct {
		what, value string
		known       []string
	}{
		{"model", filter.Model, seen[colModel]},
		{"task", filter.Task, seen[colTask]},
		{"run id", filter.RunID, seen[colRunID]},
	} {
		if f.value != "" && !slices.Contains(f.known, f.value) {
			return fmt.Errorf("there are no rows of %s %q in %q%s", f.what, f.value, dir, nearest.Hint(f.value, f.known))
		}
	}
	return fmt.Errorf("there are no rows of model %q, task %q and run id %q together in %q", filter.Model, filter.Task, filter.RunID, dir)
}
