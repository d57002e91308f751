package pipeline

import (
	"bufio"
	"io"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/pipeline/reject"
	"mizan/pipeline/rowjson"
	"mizan/pipeline/sink"
)

// JSONLines returns an output that prints each scored row as one JSON object a
// line, in input order, and each reject likewise to the second writer. It
// remembers nothing: every run starts from the beginning.
func JSONLines(rows, rejects io.Writer) Output {
	return &jsonOutput{rows: bufio.NewWriterSize(rows, 1<<16), rejects: bufio.NewWriter(rejects)}
}

type jsonOutput struct {
	mu            sync.Mutex
	rows, rejects *bufio.Writer
	buf           []byte
}

func (o *jsonOutput) Resume(string, int32) (int64, bool, error) { return 0, false, nil }

func (o *jsonOutput) Begin(sink.SliceID) (OutputSlice, error) { return o, nil }

func (o *jsonOutput) WriteScored(rec arrow.Record) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	w := rowjson.New(rec)
	for row := range int(rec.NumRows()) {
		o.buf = append(w.Append(o.buf[:0], row), '\n')
		if _, err := o.rows.Write(o.buf); err != nil {
			return err
		}
	}
	return nil
}

func (o *jsonOutput) WriteRejects(rows []reject.Row) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range rows {
		o.buf = append(rowjson.AppendReject(o.buf[:0], &rows[i]), '\n')
		if _, err := o.rejects.Write(o.buf); err != nil {
			return err
		}
	}
	return o.rejects.Flush()
}

func (o *jsonOutput) Commit(int64, int64) error { return o.rows.Flush() }

// Abort has nothing to take back: what was printed was scored.
func (o *jsonOutput) Abort() error { return o.rows.Flush() }

func (o *jsonOutput) Close() error {
	if err := o.rows.Flush(); err != nil {
		return err
	}
	return o.rejects.Flush()
}
