// Package report reads the scored files of an output directory and prints the
// metrics they add up to: as a table, CSV, JSON in the results layout of
// lm-evaluation-harness, or HTML.
package report

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"mizan/operators/metric"
	"mizan/operators/task"
	"mizan/schemas"
)

// Filter narrows a report; an empty text means all.
type Filter struct{ Model, Task, RunID string }

// Report is what an output directory adds up to.
type Report struct {
	Runs    []Run
	Rejects []RejectCount
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

// key tells the groups of rows apart.
type key struct{ model, run, task string }

type collector struct {
	table  *task.Table
	filter Filter
	groups map[key]*metric.Group
	states map[key]map[string]int64

	row     metric.Row
	pass    bool
	cursors map[string]*cursor
}

// Read reads the directory's scored and rejected rows. table says which metrics
// a task has; a row of a task that is not in it is reported as quality is.
func Read(dir string, table *task.Table, filter Filter) (*Report, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("cannot read the output directory: %w", err)
	}
	c := &collector{
		table: table, filter: filter,
		groups: map[key]*metric.Group{}, states: map[key]map[string]int64{},
	}
	files, err := scoredFiles(filepath.Join(dir, "scored"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := c.file(f.path); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", f.path, err)
		}
	}
	r := c.report()
	if r.Rejects, err = readRejects(filepath.Join(dir, "rejects")); err != nil {
		return nil, err
	}
	if len(files) == 0 && len(r.Rejects) == 0 {
		return nil, fmt.Errorf("there are no scored files below %q; is it a mizan output directory?", dir)
	}
	return r, nil
}

func (c *collector) file(path string) error {
	f, closer, err := openParquet(path)
	if err != nil {
		return err
	}
	defer closer.Close()
	at, err := leaves(f, columns)
	if err != nil {
		return err
	}
	for _, rg := range f.RowGroups() {
		if err := c.rowGroup(rg, at); err != nil {
			return err
		}
	}
	return nil
}

func (c *collector) rowGroup(rg parquet.RowGroup, at map[string]leaf) error {
	chunks := rg.ColumnChunks()
	c.cursors = map[string]*cursor{}
	for _, name := range columns {
		pages := chunks[at[name].index].Pages()
		defer pages.Close()
		c.cursors[name] = &cursor{leaf: at[name], pages: pages}
	}
	for row := range rg.NumRows() {
		for name, cur := range c.cursors {
			if err := cur.next(); err != nil {
				return fmt.Errorf("column %q row %d: %w", name, row, err)
			}
		}
		if err := c.add(); err != nil {
			return err
		}
	}
	return nil
}

// add counts the row that the cursors stand at.
func (c *collector) add() error {
	k := key{c.cursors[schemas.Model].text(), c.cursors[schemas.RunID].text(), c.cursors[schemas.Task].text()}
	if c.filter.Model != "" && c.filter.Model != k.model ||
		c.filter.RunID != "" && c.filter.RunID != k.run ||
		c.filter.Task != "" && c.filter.Task != k.task {
		return nil
	}
	rouge := !c.cursors[schemas.Rouge1Max].null()
	g, err := c.group(k, rouge)
	if err != nil {
		return err
	}
	r := &c.row
	r.Excluded = c.flag(schemas.Excluded)
	r.Failed = !c.cursors[schemas.Error].null()
	r.GatePass = nil
	if !c.cursors[schemas.GatePass].null() {
		c.pass = c.flag(schemas.GatePass)
		r.GatePass, r.GateReason = &c.pass, c.cursors[schemas.GateReason].text()
	}
	r.IDs = c.cursors[schemas.InstructionIDList].texts(r.IDs[:0])
	r.Strict = c.cursors[schemas.FollowStrict].bools(r.Strict[:0])
	r.Loose = c.cursors[schemas.FollowLoose].bools(r.Loose[:0])
	r.GatedStrict = c.cursors[schemas.GatedFollowStrict].bools(r.GatedStrict[:0])
	r.GatedLoose = c.cursors[schemas.GatedFollowLoose].bools(r.GatedLoose[:0])
	r.InstructionErrors = c.cursors[schemas.InstructionErrors].nonNull()
	r.Value = c.number
	g.Add(r)
	if state := c.cursors[schemas.ThinkingState]; !state.null() {
		c.states[k][state.text()]++
	}
	return nil
}

// group returns the group of the key, with the ROUGE metrics from the first row
// on that has them.
func (c *collector) group(k key, rouge bool) (*metric.Group, error) {
	if g, ok := c.groups[k]; ok {
		return g, nil
	}
	t := c.task(k.task)
	metrics := t.Metrics
	if rouge && t.Scorer == task.Gen {
		metrics = slices.Concat(metrics, task.RougeMetrics)
	}
	g, err := metric.NewGroup(metrics, t.Gated)
	if err != nil {
		return nil, fmt.Errorf("task %q: %w", k.task, err)
	}
	c.groups[k], c.states[k] = g, map[string]int64{}
	return g, nil
}

// task finds a task; one that the table lacks is reported like quality.
func (c *collector) task(name string) task.Task {
	t, err := c.table.Find(name)
	if err != nil {
		t = task.Task{Name: name, Metrics: []string{task.LanguageCheck}}
	}
	return t
}

func (c *collector) flag(name string) bool {
	cur := c.cursors[name]
	return !cur.null() && cur.row[0].Boolean()
}

func (c *collector) number(name string) (float64, bool) {
	cur := c.cursors[name]
	if cur.null() {
		return 0, false
	}
	v := cur.row[0]
	if v.Kind() == parquet.Int32 {
		return float64(v.Int32()), true
	}
	return v.Double(), true
}

// report puts the groups in order: runs by model and run id, tasks as in the
// table.
func (c *collector) report() *Report {
	order := map[string]int{}
	for i, t := range c.table.Tasks() {
		order[t.Name] = i + 1
	}
	var keys []key
	for k := range c.groups {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		if d := strings.Compare(a.model, b.model); d != 0 {
			return d
		}
		if d := strings.Compare(a.run, b.run); d != 0 {
			return d
		}
		if d := order[a.task] - order[b.task]; d != 0 {
			return d
		}
		return strings.Compare(a.task, b.task)
	})
	r := &Report{}
	for _, k := range keys {
		if n := len(r.Runs); n == 0 || r.Runs[n-1].Model != k.model || r.Runs[n-1].RunID != k.run {
			r.Runs = append(r.Runs, Run{Model: k.model, RunID: k.run})
		}
		run := &r.Runs[len(r.Runs)-1]
		g := c.groups[k]
		run.Tasks = append(run.Tasks, TaskReport{
			Task: c.task(k.task), Metrics: g.Results(), Reasons: g.Reasons(), Thinking: c.states[k], Instructions: g.Instructions(),
			Records: g.Records, Excluded: g.Excluded, Failed: g.Failed, WithInstructionErrors: g.WithInstructionErrors,
		})
	}
	for i := range r.Runs {
		r.Runs[i].Groups = groupTasks(r.Runs[i].Tasks)
	}
	return r
}
