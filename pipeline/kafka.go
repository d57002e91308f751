package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
	"mizan/pipeline/source"
	"mizan/pipeline/source/kafka"
)

// RunKafka consumes the topics until ctx ends, or, for a bounded run, until the
// ends of the partitions. It returns nil when it stopped as it was told to, with
// everything read committed.
func (s *Stage) RunKafka(ctx context.Context, o kafka.Options) error {
	return kafka.Run(ctx, o, s.partition)
}

// partition scores one assigned partition until it is revoked. Where another
// worker has committed the slice at hand (this one was taken for dead), it reads
// the commit log anew and goes on from there.
func (s *Stage) partition(ctx context.Context, p *kafka.Partition) error {
	for {
		err := s.partitionFromLog(ctx, p)
		if !errors.Is(err, sink.ErrSliceTaken) {
			return err
		}
		s.log.Warn("another worker has committed this slice; reading on from its end",
			"topic", p.Topic(), "partition", p.ID(), "cause", err)
		if ctx.Err() != nil {
			return nil
		}
	}
}

func (s *Stage) partitionFromLog(ctx context.Context, p *kafka.Partition) error {
	next, found, err := s.out.Resume(p.Topic(), p.ID())
	if err != nil {
		return fmt.Errorf("cannot read the commit log of topic %q partition %d: %w", p.Topic(), p.ID(), err)
	}
	if found {
		err = p.Seek(ctx, next)
	} else {
		err = p.SeekGroup(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	first := p.Next()
	if found {
		// The slice begins where the last one ended, also where the broker's log
		// now starts later: what lies between was lost, and the commit log has no
		// gap all the same.
		first = next
	}
	s.log.Info("partition assigned", "topic", p.Topic(), "partition", p.ID(), "offset", p.Next(), "from_commit_log", found)

	hard, cancel := s.graceful(ctx)
	defer cancel()
	l := &lane{
		stage: s, hard: hard,
		id: sink.SliceID{Name: p.Topic(), Source: p.Topic(), Partition: p.ID(), First: first, TopicID: p.TopicID()},
		committed: func(next int64) {
			// For lag displays only: the commit log is the truth.
			if err := p.CommitGroup(hard, next); err != nil {
				s.log.Debug("the group offset was not committed", "topic", p.Topic(), "partition", p.ID(), "offset", next, "cause", err)
			}
		},
	}
	r := partitionReader{stage: s, lane: l, p: p, builder: codec.NewBuilder(s.o.Codec), first: first}
	return l.run(ctx, r.read)
}

// partitionReader fills batches from one partition and says where slices end.
type partitionReader struct {
	stage   *Stage
	lane    *lane
	p       *kafka.Partition
	builder *codec.Builder
	rejects []reject.Row

	// The open slice: where it begins, what it holds and when its first record
	// came, or, before that, when the position first moved without one; the zero
	// time where nothing came.
	first, rows, bytes int64
	since              time.Time
	// lost counts the lost ranges that were reported.
	lost int
}

func (r *partitionReader) read(ctx context.Context) error {
	for {
		msgs, err := r.p.Fetch(ctx)
		r.reportLost()
		// The position is behind these messages already: they are taken before
		// anything else is looked at, or they would be skipped.
		for i := range msgs {
			if err := r.take(&msgs[i]); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF), ctx.Err() != nil:
			return r.closeSlice(r.p.Next())
		case err != nil:
			return err
		}
		r.stage.stats.lastFetch.Store(time.Now().UnixNano())
		if r.since.IsZero() && r.p.Next() > r.first {
			// Markers, aborted records, lost ranges: they are committed too, if later,
			// or a topic of nothing else would be read from here again, and what the
			// broker has deleted of it by then would be taken for lost.
			r.since = time.Now()
		}
		if !r.since.IsZero() && time.Since(r.since) >= r.stage.o.MaxSliceAge {
			if err := r.closeSlice(r.p.Next()); err != nil {
				return err
			}
		}
	}
}

func (r *partitionReader) open() bool { return r.rows > 0 }

// take puts a message into the batch, hands a full batch on and closes a full
// slice.
func (r *partitionReader) take(m *source.Message) error {
	o := &r.stage.o
	if !r.open() {
		r.since = time.Now()
	}
	before := r.builder.Bytes()
	size := int64(len(m.Value))
	if row := r.builder.Append(r.p.Topic(), r.p.ID(), *m); row != nil {
		r.rejects = append(r.rejects, *row)
		r.bytes += size
	} else {
		r.bytes += r.builder.Bytes() - before
	}
	r.stage.stats.bytes.Add(size)
	r.rows++
	if r.rows >= o.MaxSliceRows || r.bytes >= o.MaxSliceBytes {
		return r.closeSlice(m.Offset + 1)
	}
	if r.builder.Len()+len(r.rejects) >= o.MaxBatchRows || r.builder.Bytes()+rawBytes(r.rejects) >= o.MaxBatchBytes {
		return r.emit(nil)
	}
	return nil
}

func (r *partitionReader) emit(end *sliceEnd) error {
	rejects := r.rejects
	r.rejects = nil
	return r.lane.emit(r.builder, rejects, end)
}

// closeSlice ends the open slice before next. A slice without a record still
// moves next past control records and gaps, so that the log start may follow.
func (r *partitionReader) closeSlice(next int64) error {
	if next <= r.first {
		return nil
	}
	r.first, r.rows, r.bytes, r.since = next, 0, 0, time.Time{}
	return r.emit(&sliceEnd{next})
}

func (r *partitionReader) reportLost() {
	lost := r.p.Lost()
	for _, gap := range lost[r.lost:] {
		r.stage.stats.lost.Add(gap.Next - gap.First)
		r.stage.log.Error("records were deleted by the broker before they were read: they are lost; raise the topic's retention or run more workers",
			"topic", r.p.Topic(), "partition", r.p.ID(), "first", gap.First, "next", gap.Next)
	}
	r.lost = len(lost)
}

func rawBytes(rows []reject.Row) (n int64) {
	for i := range rows {
		n += int64(len(rows[i].Raw))
	}
	return n
}
