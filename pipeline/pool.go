package pipeline

import (
	"context"
	"log/slog"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/operators/task"
	"mizan/schemas"
)

// pool is the workers that score record batches. All partitions and files of a
// stage share it, so that the number of busy cores is the configured one.
type pool struct {
	jobs chan *job
	size int
	done sync.WaitGroup
}

// job is a run of rows to score. The worker fills scored or err.
type job struct {
	ctx    context.Context
	rec    arrow.Record
	scored arrow.Record
	err    error
	ready  chan struct{}
}

func newPool(plans *task.Plans, size int, log *slog.Logger, panics func()) *pool {
	p := &pool{jobs: make(chan *job), size: size}
	for range size {
		p.done.Add(1)
		go func() {
			defer p.done.Done()
			w := plans.NewWorker()
			var at arrow.Record
			w.Panicked = func(row int, value any, stack []byte) {
				panics()
				log.Error("an operator panicked; the record is kept with an error text", "at", coordinates(at, row), "panic", value, "stack", string(stack))
			}
			for j := range p.jobs {
				at = j.rec
				j.scored, j.err = w.Score(j.ctx, j.rec)
				at = nil
				j.rec.Release()
				close(j.ready)
			}
		}()
	}
	return p
}

func (p *pool) close() {
	close(p.jobs)
	p.done.Wait()
}

// score hands the record, which it takes over, to the workers in parts of about
// equal text. The jobs come back at once, in row order; each is ready when its
// channel is closed.
func (p *pool) score(ctx context.Context, rec arrow.Record) ([]*job, error) {
	defer rec.Release()
	var jobs []*job
	for _, r := range ranges(rec, p.size) {
		j := &job{ctx: ctx, rec: rec.NewSlice(r.from, r.to), ready: make(chan struct{})}
		select {
		case p.jobs <- j:
			jobs = append(jobs, j)
		case <-ctx.Done():
			j.rec.Release()
			drop(jobs)
			return nil, ctx.Err()
		}
	}
	return jobs, nil
}

// drop waits for jobs nobody wants any more and releases what they made.
func drop(jobs []*job) {
	for _, j := range jobs {
		<-j.ready
		if j.scored != nil {
			j.scored.Release()
			j.scored = nil
		}
	}
}

type rowRange struct{ from, to int64 }

// minRows is how few rows are not worth handing to another worker.
const minRows = 16

// ranges cuts the record's rows into up to n ranges of about equal bytes of
// response.
func ranges(rec arrow.Record, n int) []rowRange {
	rows := rec.NumRows()
	n = int(min(int64(n), rows/minRows))
	if n <= 1 {
		return []rowRange{{0, rows}}
	}
	text := rec.Column(rec.Schema().FieldIndices(schemas.Response)[0]).(*array.String)
	start := text.ValueOffset(0)
	// A constant per row stands for the work that does not depend on the text.
	const perRow = 256
	weight := func(row int64) int64 { return int64(text.ValueOffset(int(row))-start) + perRow*row }
	total := weight(rows-1) + int64(text.ValueLen(int(rows-1))) + perRow
	var cut []rowRange
	from := int64(0)
	for i := 1; i < n; i++ {
		to := from
		for to < rows && weight(to) < total*int64(i)/int64(n) {
			to++
		}
		if to > from {
			cut = append(cut, rowRange{from, to})
			from = to
		}
	}
	return append(cut, rowRange{from, rows})
}

func coordinates(rec arrow.Record, row int) slog.Value {
	if rec == nil {
		return slog.StringValue("unknown")
	}
	column := func(name string) arrow.Array { return rec.Column(rec.Schema().FieldIndices(name)[0]) }
	return slog.GroupValue(
		slog.String(schemas.Source, column(schemas.Source).ValueStr(row)),
		slog.String(schemas.SourcePartition, column(schemas.SourcePartition).ValueStr(row)),
		slog.String(schemas.SourceOffset, column(schemas.SourceOffset).ValueStr(row)),
	)
}
