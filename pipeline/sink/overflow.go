package sink

import (
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/pipeline/sink/parquetfile"
)

// overflow collects the rows of a table's partitions that came when as many
// files were open as may be. It is written out partition by partition, one
// file at a time, when it takes the most memory and at the end of the slice.
// Closing the open file that was used least recently instead would make a file
// of every row where one partition more than files takes turns.
type overflow struct {
	table   *table
	builder *array.RecordBuilder
	// parts is the partition of each row, in the builder and pending.
	parts   []*part
	pending []int32
	bytes   int64
}

func (v *overflow) add(p *part, row int32, size int64) {
	v.parts = append(v.parts, p)
	v.pending = append(v.pending, row)
	v.bytes += size
}

// copyPending takes the noted rows out of the record at hand.
func (v *overflow) copyPending() {
	if len(v.pending) == 0 {
		return
	}
	if v.builder == nil {
		v.builder = array.NewRecordBuilder(memory.DefaultAllocator, v.table.record.Schema())
	}
	for i, b := range v.builder.Fields() {
		parquetfile.AppendRows(b, v.table.record.Column(i), v.pending)
	}
	v.pending = v.pending[:0]
}

func (v *overflow) release() {
	if v.builder != nil {
		v.builder.Release()
		v.builder = nil
	}
}

// writeOverflow writes the collected rows, a file per partition in the order
// their first rows came in.
func (o *files) writeOverflow(v *overflow, end *sliceEnd) error {
	v.copyPending()
	if len(v.parts) == 0 {
		return nil
	}
	rec := v.builder.NewRecord()
	defer rec.Release()
	var order []*part
	for i, p := range v.parts {
		if len(p.rows) == 0 {
			order = append(order, p)
		}
		p.rows = append(p.rows, int32(i))
	}
	o.bytes -= v.bytes
	v.bytes, v.parts = 0, v.parts[:0]
	for _, p := range order {
		rows := p.rows
		p.rows = nil
		f, err := o.create(p)
		if err != nil {
			return err
		}
		f.rows = int64(len(rows))
		for n := 0; n < len(rows) && err == nil; {
			k := min(n+o.slice.sink.opts.RowGroupRows, len(rows))
			if err = f.writer.Write(rec, rows[n:k]); err == nil && k < len(rows) {
				err = f.writer.FlushRowGroup()
			}
			n = k
		}
		if err == nil {
			err = o.finish(f, end)
		}
		if err != nil {
			o.open = append(o.open, f) // for abort
			return err
		}
	}
	return nil
}
