package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"golang.org/x/sync/errgroup"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
)

// item is what flows from a reader over the workers to the writer of one
// partition or file, in order.
type item struct {
	jobs    []*job
	rows    int64
	bytes   int64
	rejects []reject.Row
	// end, where set, closes the slice after this item.
	end *sliceEnd
}

// lane moves the slices of one partition or file: a reader that fills batches,
// the shared workers, and a writer that commits slice after slice. The reader
// runs ahead of the writer by a bounded number of batches.
type lane struct {
	stage *Stage
	id    sink.SliceID
	items chan *item
	// hard ends work in flight; the reader's own context only ends reading.
	hard context.Context
	// committed, where set, is called with each slice's next after its commit.
	committed func(next int64)
}

// lookAhead is how many batches wait between a reader and its writer: one being
// scored while the one before it is written.
const lookAhead = 1

// run starts the writer and calls read, which emits items in order until the
// input or soft ends. It returns the writer's error, else the reader's: a fault of
// the input does not keep what was emitted before it from being written.
func (l *lane) run(soft context.Context, read func(ctx context.Context) error) error {
	g, hard := errgroup.WithContext(l.hard)
	l.hard = hard
	l.items = make(chan *item, lookAhead)
	soft, stop := context.WithCancel(soft)
	defer stop()
	var fault error
	g.Go(func() error {
		defer close(l.items)
		fault = read(soft)
		return nil
	})
	g.Go(func() error {
		err := l.write()
		// A writer that failed ends reading, before it waits for the reader: a live
		// topic has no end of its own.
		stop()
		for it := range l.items {
			l.discard(it)
		}
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return fault
}

// emit scores what the builder holds and passes it on with the rejects. It
// waits while the writer is behind or the stage's memory budget is used up.
func (l *lane) emit(b *codec.Builder, rejects []reject.Row, end *sliceEnd) error {
	it := &item{rejects: rejects, end: end}
	if b.Len() > 0 {
		it.rows, it.bytes = int64(b.Len()), l.stage.budgeted(b.Bytes())
		if err := l.stage.budget.Acquire(l.hard, it.bytes); err != nil {
			return err
		}
		jobs, err := l.stage.pool.score(l.hard, b.NewRecord())
		if err != nil {
			l.stage.budget.Release(it.bytes)
			return err
		}
		it.jobs = jobs
	}
	select {
	case l.items <- it:
		return nil
	case <-l.hard.Done():
		l.discard(it)
		return l.hard.Err()
	}
}

// sliceEnd is where a slice ends: next is the first offset of the one after it.
type sliceEnd struct{ next int64 }

func (l *lane) discard(it *item) {
	drop(it.jobs)
	l.stage.budget.Release(it.bytes)
}

// write takes the items in order, writes them into the open slice and commits
// it where an item closes it. It leaves no slice open, and after an error items.
func (l *lane) write() (err error) {
	var open OutputSlice
	defer func() {
		if open != nil {
			err = errors.Join(err, open.Abort())
		}
	}()
	for it := range l.items {
		if open == nil {
			if open, err = l.stage.out.Begin(l.id); err != nil {
				l.discard(it)
				return fmt.Errorf("cannot begin a slice of %s at offset %d: %w", l.where(), l.id.First, err)
			}
		}
		if err := l.writeItem(open, it); err != nil {
			return err
		}
		if it.end == nil {
			continue
		}
		slice, next := open, it.end.next
		open = nil
		if err := slice.Commit(next-1, next); err != nil {
			return err
		}
		l.stage.stats.slices.Add(1)
		l.id.First = next
		if l.committed != nil {
			l.committed(next)
		}
	}
	return nil
}

func (l *lane) writeItem(open OutputSlice, it *item) error {
	defer l.stage.budget.Release(it.bytes)
	defer drop(it.jobs)
	for _, j := range it.jobs {
		<-j.ready
		if j.err != nil {
			return fmt.Errorf("cannot score records of %s: %w", l.where(), j.err)
		}
		if err := writeScored(open, j.scored); err != nil {
			return err
		}
	}
	if len(it.rejects) > 0 {
		if err := open.WriteRejects(it.rejects); err != nil {
			return err
		}
	}
	l.stage.stats.scored.Add(it.rows)
	l.stage.stats.rejected.Add(int64(len(it.rejects)))
	return nil
}

func writeScored(open OutputSlice, rec arrow.Record) error {
	if rec.NumRows() == 0 {
		return nil
	}
	return open.WriteScored(rec)
}

func (l *lane) where() string {
	return fmt.Sprintf("%q partition %d", l.id.Source, l.id.Partition)
}
