package task

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/schemas"
)

// Worker scores batches one after the other. It owns the memory that operators
// reuse from batch to batch, so one goroutine at a time may use it.
type Worker struct {
	plans *Plans
	batch *operators.Batch

	// Rows of each task, by its place in the plans; the tasks in order of first
	// appearance; rows of tasks without a plan.
	groups    [][]int
	order     []int
	unplanned []int

	// Panicked, where set, is told of each row at which an operator panicked:
	// the row stays, with an error text and no scores.
	Panicked func(row int, value any, stack []byte)
}

// NewWorker returns a worker for the plans.
func (p *Plans) NewWorker() *Worker {
	return &Worker{plans: p, batch: operators.NewBatch(), groups: make([][]int, len(p.chains))}
}

// Score runs each row of the record (schema schemas.Generation) through the
// plan of its task and returns the scored record (schema schemas.Scored, same
// rows, same order), which the caller releases. Rows whose task has no plan get
// an error text: the codec lets none through.
func (w *Worker) Score(ctx context.Context, rec arrow.Record) (scored arrow.Record, err error) {
	scored, fault, err := w.try(ctx, rec)
	if fault == nil {
		return scored, err
	}
	return w.rowByRow(ctx, rec)
}

// try scores the record; fault is not nil where an operator panicked, and then
// what the batch holds is worth nothing.
func (w *Worker) try(ctx context.Context, rec arrow.Record) (scored arrow.Record, fault *panicked, err error) {
	defer func() {
		if v := recover(); v != nil {
			scored, err, fault = nil, nil, &panicked{v, debug.Stack()}
			// Scratch may be half-written: start from new memory.
			w.batch = operators.NewBatch()
		}
	}()
	w.batch.Reset(rec)
	w.group()
	for _, task := range w.order {
		w.batch.Select(w.groups[task])
		if err := w.plans.chains[task].Apply(ctx, w.batch); err != nil {
			return nil, nil, fmt.Errorf("task %q: %w", w.plans.table.tasks[task].Name, err)
		}
	}
	for _, row := range w.unplanned {
		w.batch.Text(schemas.Error).Set(row, "there is no plan for this record's task")
	}
	scored, err = w.batch.Scored(memory.DefaultAllocator)
	return scored, nil, err
}

type panicked struct {
	value any
	stack []byte
}

// rowByRow scores a record in which some row makes an operator panic, so that
// only that row goes without scores.
func (w *Worker) rowByRow(ctx context.Context, rec arrow.Record) (arrow.Record, error) {
	var parts []arrow.Record
	defer func() {
		for _, p := range parts {
			p.Release()
		}
	}()
	for row := range int(rec.NumRows()) {
		one := rec.NewSlice(int64(row), int64(row+1))
		scored, fault, err := w.try(ctx, one)
		if fault != nil {
			if w.Panicked != nil {
				w.Panicked(row, fault.value, fault.stack)
			}
			w.batch.Reset(one)
			w.batch.Text(schemas.Error).Set(0, faultText(fault.value))
			scored, err = w.batch.Scored(memory.DefaultAllocator)
		}
		one.Release()
		if err != nil {
			return nil, err
		}
		parts = append(parts, scored)
	}
	return concatenate(parts)
}

// maxFault bounds the text of a fault, which may quote all of a record.
const maxFault = 500

// faultText says what an operator panicked with. It goes into a file, and a text
// that is not valid UTF-8 makes a whole column unreadable there.
func faultText(value any) string {
	s := fmt.Sprintf("internal fault while scoring this record: %v", value)
	return strings.ToValidUTF8(s[:min(len(s), maxFault)], "\uFFFD")
}

// group lists the rows of each task, tasks in the order of first appearance.
func (w *Worker) group() {
	for _, task := range w.order {
		w.groups[task] = w.groups[task][:0]
	}
	w.order = w.order[:0]
	w.unplanned = w.unplanned[:0]
	tasks := w.batch.InText(schemas.Task)
	for row := range w.batch.NumRows() {
		task, ok := w.plans.index[tasks.Value(row)]
		if !ok {
			task = w.plans.unknown
		}
		if task < 0 {
			w.unplanned = append(w.unplanned, row)
			continue
		}
		if len(w.groups[task]) == 0 {
			w.order = append(w.order, task)
		}
		w.groups[task] = append(w.groups[task], row)
	}
}
