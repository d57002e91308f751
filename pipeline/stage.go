// Package pipeline is the stage: it moves records from a source through the
// operators into an output, slice by slice.
//
// First change? Where records come from: source/, codec/. What is done with
// them: operators/task. Where they go and what makes that crash-safe: sink/. The
// parts meet here: a lane (slices.go) is one partition or file on its way, the
// pool (pool.go) is the workers all lanes share, kafka.go and files.go are the
// two kinds of readers.
package pipeline

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"mizan/operators/task"
	"mizan/pipeline/codec"
)

// Options are the parts and bounds of a stage.
type Options struct {
	Plans  *task.Plans
	Codec  codec.Options
	Output Output

	// Workers is how many goroutines score; 0 for one per core.
	Workers int
	// MaxBatchRows and MaxBatchBytes (of text) bound one record batch.
	MaxBatchRows  int
	MaxBatchBytes int64
	// MaxSliceRows, MaxSliceBytes (of text) and MaxSliceAge bound one slice. The
	// age counts from the slice's first record and holds for Kafka only.
	MaxSliceRows  int64
	MaxSliceBytes int64
	MaxSliceAge   time.Duration
	// Grace is how long a stopping stage may take to finish its open slices.
	Grace time.Duration

	Logger *slog.Logger
}

// inFlight is how many full batches the memory budget of a stage holds: one
// being filled aside, each lane has up to three between reader and writer.
const inFlight = 4

// Stage scores records. Its methods may run side by side: they share its
// workers and its memory budget.
type Stage struct {
	o      Options
	out    Output
	pool   *pool
	budget *semaphore.Weighted
	limit  int64
	stats  stats
	log    *slog.Logger
}

type stats struct {
	scored, rejected, slices, bytes, panics, lost atomic.Int64
	lastFetch                                     atomic.Int64 // unix nanoseconds
}

// Stats is what a stage has done so far.
type Stats struct {
	// Scored and Rejected count records that went to the output, committed or
	// about to be.
	Scored, Rejected int64
	// Slices counts commits, Bytes the raw bytes read.
	Slices, Bytes int64
	// Panics counts records at which an operator panicked, LostOffsets those
	// that the broker deleted before they were read.
	Panics, LostOffsets int64
	// LastFetch is when a broker last answered; the zero time before.
	LastFetch time.Time
}

// New returns a stage. Close it when no method of it runs any more.
func New(o Options) *Stage {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Stage{o: o, out: o.Output, limit: inFlight * o.MaxBatchBytes, log: o.Logger}
	s.budget = semaphore.NewWeighted(s.limit)
	s.pool = newPool(o.Plans, o.Workers, o.Logger, func() { s.stats.panics.Add(1) })
	return s
}

// Close ends the workers and closes the output.
func (s *Stage) Close() error {
	s.pool.close()
	if err := s.out.Close(); err != nil {
		return fmt.Errorf("cannot close the output: %w", err)
	}
	return nil
}

// Stats returns the counters.
func (s *Stage) Stats() Stats {
	st := Stats{
		Scored: s.stats.scored.Load(), Rejected: s.stats.rejected.Load(),
		Slices: s.stats.slices.Load(), Bytes: s.stats.bytes.Load(),
		Panics: s.stats.panics.Load(), LostOffsets: s.stats.lost.Load(),
	}
	if ns := s.stats.lastFetch.Load(); ns != 0 {
		st.LastFetch = time.Unix(0, ns)
	}
	return st
}

// budgeted is what a batch of so many bytes takes from the memory budget: one
// huge record must not wait for more than there is.
func (s *Stage) budgeted(bytes int64) int64 { return min(bytes, s.limit) }

// graceful returns a context that outlives ctx by the grace period: what is in
// flight when the stage is told to stop is finished under it.
func (s *Stage) graceful(ctx context.Context) (context.Context, context.CancelFunc) {
	hard, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(s.o.Grace, func() {
			cancel(fmt.Errorf("the open slices were not finished within %s", s.o.Grace))
		})
		context.AfterFunc(hard, func() { timer.Stop() })
	})
	return hard, func() { stop(); cancel(context.Canceled) }
}
