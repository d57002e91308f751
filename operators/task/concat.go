package task

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// concatenate puts records of one schema behind each other. The parts stay the
// caller's.
func concatenate(parts []arrow.Record) (arrow.Record, error) {
	schema := parts[0].Schema()
	cols := make([]arrow.Array, schema.NumFields())
	defer func() {
		for _, c := range cols {
			if c != nil {
				c.Release()
			}
		}
	}()
	var rows int64
	for i := range cols {
		chunks := make([]arrow.Array, len(parts))
		for j, p := range parts {
			chunks[j] = p.Column(i)
		}
		col, err := array.Concatenate(chunks, memory.DefaultAllocator)
		if err != nil {
			return nil, err
		}
		cols[i] = col
	}
	for _, p := range parts {
		rows += p.NumRows()
	}
	return array.NewRecord(schema, cols, rows), nil
}
