package parquetfile

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go"
)

// chunk is how many values are handed to a column writer at once: enough to
// make the call free, few enough to stay in the cache.
const chunk = 512

// Writer writes one file of a schema. It is reused for many files (Reset),
// because its buffers are the larger part of its cost. A Writer belongs to one
// goroutine.
type Writer struct {
	schema  *Schema
	file    *parquet.GenericWriter[any]
	columns []column
	values  []parquet.Value
	nulls   []parquet.Value
	rows    int64
	// groups counts the row groups of the file that is not closed yet.
	groups int
}

// column is the state of one leaf column.
type column struct {
	columnSpec
	index int
	w     *parquet.ColumnWriter
	// rows and bytes of the page that is being filled.
	rows, bytes int
}

// NewWriter returns a writer without a file: Reset gives it one.
func NewWriter(s *Schema) *Writer {
	w := &Writer{
		schema: s,
		values: make([]parquet.Value, 0, chunk),
		nulls:  make([]parquet.Value, chunk),
	}
	w.file = parquet.NewGenericWriter[any](nil,
		s.parquet,
		parquet.CreatedBy(s.opts.CreatedBy, "", ""),
		parquet.Compression(s.codec),
		parquet.DataPageVersion(1),
		// Page headers repeat what the page index says.
		parquet.DataPageStatistics(false),
		// Pages end where Write says; this is only above what a page can hold.
		parquet.PageBufferSize(1<<30),
		parquet.WriteBufferSize(64<<10),
		parquet.ColumnIndexSizeLimit(func([]string) int { return 0 }),
		parquet.MaxRowsPerRowGroup(1<<62),
		parquet.ColumnPageBuffers(pageBuffers),
	)
	for i, cw := range w.file.ColumnWriters() {
		w.columns = append(w.columns, column{columnSpec: s.columns[i], index: i, w: cw})
	}
	return w
}

// pageBuffers holds finished pages of open files in pieces of 16 KiB: one
// piece per column is the least an open row group takes.
var pageBuffers = parquet.NewChunkBufferPool(16 << 10)

// Reset drops what was written and starts a file that goes to out. The writer
// must be Reusable.
func (w *Writer) Reset(out io.Writer) {
	w.file.Reset(out)
	w.rows = 0
	w.endPages()
}

func (w *Writer) endPages() {
	for i := range w.columns {
		w.columns[i].rows, w.columns[i].bytes = 0, 0
	}
}

// Rows is the number of rows written to the file so far.
func (w *Writer) Rows() int64 { return w.rows }

// Write appends the rows of a record, in the order given. The record's schema
// must be the writer's. It keeps no reference to the record.
func (w *Writer) Write(rec arrow.Record, rows []int32) error {
	if len(rows) == 0 {
		return nil
	}
	for i := range w.columns {
		if err := w.writeColumn(&w.columns[i], rec.Column(i), rows); err != nil {
			return fmt.Errorf("cannot write column %q: %w", w.columns[i].name, err)
		}
	}
	w.rows += int64(len(rows))
	clear(w.values[:cap(w.values)])
	return nil
}

// FlushRowGroup ends the row group. The next Write begins a new one.
func (w *Writer) FlushRowGroup() error {
	w.endPages()
	w.groups++
	return w.file.Flush()
}

// KeyValue is one entry of the footer's key-value metadata.
type KeyValue struct{ Key, Value string }

// Close ends the file with the footer. A writer must always be given the same
// keys in the same order.
func (w *Writer) Close(meta []KeyValue) error {
	for _, kv := range meta {
		w.file.SetKeyValueMetadata(kv.Key, kv.Value)
	}
	w.groups++
	if err := w.file.Close(); err != nil {
		return err
	}
	// The library's Reset empties the row groups it has written in place, and
	// with them the column paths that they share with the writer: all later
	// files would have columns without names. Take them out of its reach.
	clear(w.file.File().Metadata().RowGroups)
	w.groups = 0
	return nil
}

// Reusable tells whether Reset may begin another file: a file was closed, or
// dropped before its first row group was written.
func (w *Writer) Reusable() bool { return w.groups == 0 }

// Schema returns the writer's schema.
func (w *Writer) Schema() *Schema { return w.schema }
