package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
	"mizan/pipeline/source/file"
)

// FileResult is what became of a file.
type FileResult struct {
	// Skipped counts rows that an earlier run had committed.
	Skipped int64
	// Rows counts the rows read in this run.
	Rows int64
}

// ScoreFile scores the rows of r, whose log key is name, from where the commit
// log says an earlier run of it stopped. It closes r. On a cancelled ctx what was
// read is committed, and the error is the context's.
func (s *Stage) ScoreFile(ctx context.Context, name, path string, r file.Reader) (res FileResult, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	next, _, err := s.out.Resume(name, 0)
	if err != nil {
		return res, fmt.Errorf("cannot read the commit log of %q: %w", path, err)
	}
	if next > 0 {
		if err := r.Skip(next); err != nil && !errors.Is(err, io.EOF) {
			return res, fmt.Errorf("cannot skip the %d rows of %q that are done: %w", next, path, err)
		}
		res.Skipped = next
	}
	hard, cancel := s.graceful(ctx)
	defer cancel()
	l := &lane{stage: s, hard: hard, id: sink.SliceID{Name: name, Source: path, First: next}}
	fr := fileReader{stage: s, lane: l, r: r, builder: codec.NewBuilder(s.o.Codec), first: next}
	err = l.run(ctx, fr.read)
	if errors.Is(err, sink.ErrSliceTaken) {
		err = fmt.Errorf("%w: another process is scoring %q into the same directory: let it end; a run after it goes on behind its rows", err, path)
	}
	res.Rows = r.Next() - next
	return res, errors.Join(err, ctx.Err())
}

// fileReader fills batches from a file and says where slices end.
type fileReader struct {
	stage   *Stage
	lane    *lane
	r       file.Reader
	builder *codec.Builder

	first, rows, bytes int64
}

func (f *fileReader) read(ctx context.Context) error {
	o := &f.stage.o
	pos := f.r.BytesRead()
	for {
		room := min(int64(o.MaxBatchRows), o.MaxSliceRows-f.rows)
		rejects, err := f.r.Fill(f.builder, int(room), o.MaxBatchBytes)
		at := f.r.BytesRead()
		f.stage.stats.bytes.Add(at - pos)
		pos = at
		done := errors.Is(err, io.EOF)
		if errors.Is(err, file.ErrDamaged) {
			return err // the open slice is dropped: its rows may be wrong
		}
		if err != nil && !done {
			// What was read before the fault is good: it is committed. Where the file
			// can be read again, as after a fault of a disk, a run goes on behind it.
			return errors.Join(err, f.emit(rejects, true))
		}
		f.rows += int64(f.builder.Len() + len(rejects))
		f.bytes += f.builder.Bytes() + rawBytes(rejects)
		done = done || ctx.Err() != nil
		if err := f.emit(rejects, done || f.rows >= o.MaxSliceRows || f.bytes >= o.MaxSliceBytes); err != nil || done {
			return err
		}
	}
}

// emit hands the batch on; closes ends the slice with it.
func (f *fileReader) emit(rejects []reject.Row, closes bool) error {
	next := f.r.Next()
	if next == f.first {
		return nil
	}
	var end *sliceEnd
	if closes {
		end = &sliceEnd{next}
		f.first, f.rows, f.bytes = next, 0, 0
	}
	return f.lane.emit(f.builder, rejects, end)
}
