package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go"

	"mizan/operators/metric"
	"mizan/operators/task"
	"mizan/schemas"
)

// The columns of the scored schema that a report reads, by place; the texts, by
// far the largest ones, stay unread. Behind them come those of metric.Columns.
const (
	colModel = iota
	colTask
	colRunID
	colError
	colExcluded
	colGatePass
	colGateReason
	colThinkingState
	colIDs
	colStrict
	colLoose
	colGatedStrict
	colGatedLoose
	colInstructionErrors
	colNumbers
)

var scoredColumns = slices.Concat([]string{
	colModel:             schemas.Model,
	colTask:              schemas.Task,
	colRunID:             schemas.RunID,
	colError:             schemas.Error,
	colExcluded:          schemas.Excluded,
	colGatePass:          schemas.GatePass,
	colGateReason:        schemas.GateReason,
	colThinkingState:     schemas.ThinkingState,
	colIDs:               schemas.InstructionIDList,
	colStrict:            schemas.FollowStrict,
	colLoose:             schemas.FollowLoose,
	colGatedStrict:       schemas.GatedFollowStrict,
	colGatedLoose:        schemas.GatedFollowLoose,
	colInstructionErrors: schemas.InstructionErrors,
}, metric.Columns)

var rougeColumn = slices.Index(scoredColumns, schemas.Rouge1Max)

// key tells the groups of rows apart.
type key struct{ model, run, task string }

// group is the rows of one key.
type group struct {
	*metric.Group
	states map[string]int64
}

// collector adds rows to their groups.
type collector struct {
	table  *task.Table
	filter Filter
	groups map[key]group
	texts  *interner

	// The group of the last row: most rows are of the same.
	lastKey key
	last    group

	columns []*column
	row     metric.Row
	pass    bool
	lists   [4][]bool
}

func newCollector(table *task.Table, filter Filter) *collector {
	c := &collector{table: table, filter: filter, groups: map[key]group{}, texts: newInterner()}
	for i := range c.lists {
		c.lists[i] = make([]bool, 0, 8) // not nil: an empty list is not no list
	}
	c.row.Value = func(i int) (float64, bool) { return c.columns[colNumbers+i].number() }
	return c
}

// eachRow calls visit for each row of the file, with the columns standing at it.
// A file whose bytes are damaged may make a reader panic: that is an error too.
func eachRow(path string, schema *arrow.Schema, names []string, texts *interner, visit func([]*column) error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the file is damaged (%v); mizan verify says what is wrong with the directory", fault)
		}
	}()
	f, closer, err := openParquet(path)
	if err != nil {
		return err
	}
	defer closer.Close()
	at, err := leaves(f, schema, names)
	if err != nil {
		return err
	}
	for _, rg := range f.RowGroups() {
		if err := eachRowOf(rg, at, texts, visit); err != nil {
			return err
		}
	}
	return nil
}

func eachRowOf(rg parquet.RowGroup, at []leaf, texts *interner, visit func([]*column) error) (err error) {
	chunks := rg.ColumnChunks()
	columns := make([]*column, len(at))
	for i, l := range at {
		columns[i] = &column{leaf: l, pages: chunks[l.index].Pages(), texts: texts}
	}
	defer func() {
		for _, c := range columns {
			c.close()
			err = errors.Join(err, c.pages.Close())
		}
	}()
	for row := range rg.NumRows() {
		for _, c := range columns {
			if err := c.next(); err != nil {
				return fmt.Errorf("column %q row %d: %w", c.name, row, err)
			}
		}
		if err := visit(columns); err != nil {
			return err
		}
	}
	return nil
}

// add counts the row that the columns stand at.
func (c *collector) add(columns []*column) error {
	c.columns = columns
	k := key{columns[colModel].text(), columns[colRunID].text(), columns[colTask].text()}
	if !c.filter.takes(k) {
		return nil
	}
	if k != c.lastKey || c.last.Group == nil {
		g, err := c.group(k)
		if err != nil {
			return err
		}
		c.lastKey, c.last = k, g
	}
	r := &c.row
	r.Excluded = columns[colExcluded].flag()
	r.Failed = !columns[colError].null()
	r.GatePass = nil
	if pass := columns[colGatePass]; !pass.null() {
		c.pass = pass.flag()
		r.GatePass, r.GateReason = &c.pass, columns[colGateReason].text()
	}
	r.IDs = columns[colIDs].textList(r.IDs[:0])
	r.Strict = columns[colStrict].flagList(&c.lists[0])
	r.Loose = columns[colLoose].flagList(&c.lists[1])
	r.GatedStrict = columns[colGatedStrict].flagList(&c.lists[2])
	r.GatedLoose = columns[colGatedLoose].flagList(&c.lists[3])
	r.InstructionErrors = columns[colInstructionErrors].nonNull()
	c.last.Add(r)
	if state := columns[colThinkingState]; !state.null() {
		c.last.states[state.text()]++
	}
	return nil
}

// group returns the group of the key. It has the ROUGE metrics where its first
// row has: a stage computes them for all rows or for none.
func (c *collector) group(k key) (group, error) {
	if g, ok := c.groups[k]; ok {
		return g, nil
	}
	t := c.task(k.task)
	metrics := t.Metrics
	if t.Scorer == task.Gen && !c.columns[rougeColumn].null() {
		metrics = slices.Concat(metrics, task.RougeMetrics)
	}
	m, err := metric.NewGroup(metrics, t.Gated)
	if err != nil {
		return group{}, fmt.Errorf("task %q: %w", k.task, err)
	}
	g := group{m, map[string]int64{}}
	c.groups[k] = g
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

// runs puts the groups in order: runs by model and run id, tasks as in the
// table.
func (c *collector) runs() []Run {
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
	var runs []Run
	for _, k := range keys {
		if n := len(runs); n == 0 || runs[n-1].Model != k.model || runs[n-1].RunID != k.run {
			runs = append(runs, Run{Model: k.model, RunID: k.run})
		}
		run := &runs[len(runs)-1]
		g := c.groups[k]
		run.Tasks = append(run.Tasks, TaskReport{
			Task: c.task(k.task), Metrics: g.Results(), Reasons: g.Reasons(), Thinking: g.states, Instructions: g.Instructions(),
			Records: g.Records, Excluded: g.Excluded, Failed: g.Failed, WithInstructionErrors: g.WithInstructionErrors,
		})
	}
	for i := range runs {
		runs[i].Groups = groupTasks(runs[i].Tasks)
	}
	return runs
}
