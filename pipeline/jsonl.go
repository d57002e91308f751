package pipeline

import (
	"bufio"
	"fmt"
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
	failed        bool
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
			return o.fault("scored rows", err)
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
			return o.fault("rejects", err)
		}
	}
	return o.fault("rejects", o.rejects.Flush())
}

func (o *jsonOutput) Commit(int64, int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.fault("scored rows", o.rows.Flush())
}

// Abort has nothing to take back: what was printed was scored. A fault that was
// told is not told again.
func (o *jsonOutput) Abort() error {
	if o.failed {
		return nil
	}
	return o.Commit(0, 0)
}

func (o *jsonOutput) Close() error { return o.Abort() }

func (o *jsonOutput) fault(what string, err error) error {
	if err == nil {
		return nil
	}
	o.failed = true
	return fmt.Errorf("cannot print %s: %w", what, err)
}
