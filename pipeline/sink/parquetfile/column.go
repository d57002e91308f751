package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/parquet-go/parquet-go"
)

// Definition levels of a list column: the list is null, it is empty, its
// element is null, its element has a value.
const (
	listNull    = 0
	listEmpty   = 1
	elementNull = 2
	element     = 3
)

// writeColumn appends the rows of one Arrow array to its column. Pages end
// after the row that fills them.
func (w *Writer) writeColumn(c *column, arr arrow.Array, rows []int32) error {
	if c.drop || arr.NullN() == arr.Len() {
		if c.required {
			return fmt.Errorf("it must not be null")
		}
		return w.writeNulls(c, len(rows))
	}
	if c.list {
		return w.writeLists(c, arr.(*array.List), rows)
	}
	def := 1
	if c.required {
		def = 0
		if arr.NullN() > 0 {
			return fmt.Errorf("it must not be null")
		}
	}
	get, size := reader(arr, c.kind)
	noNulls := arr.NullN() == 0
	values := w.values[:0]
	for _, r := range rows {
		i := int(r)
		if noNulls || arr.IsValid(i) {
			values = append(values, get(i).Level(0, def, c.index))
			if size != nil {
				c.bytes += size(i)
			}
		} else {
			values = append(values, parquet.Value{}.Level(0, 0, c.index))
		}
		c.rows++
		full := c.rows >= w.schema.opts.PageRows || c.bytes >= w.schema.opts.PageBytes
		if full || len(values) == chunk {
			if err := w.emit(c, values, full); err != nil {
				return err
			}
			values = values[:0]
		}
	}
	return w.emit(c, values, false)
}

// emit hands values to the column writer and ends the page if it is full.
func (w *Writer) emit(c *column, values []parquet.Value, full bool) error {
	if len(values) > 0 {
		if _, err := c.w.WriteRowValues(values); err != nil {
			return err
		}
	}
	if full {
		c.rows, c.bytes = 0, 0
		return c.w.Flush()
	}
	return nil
}

func (w *Writer) writeNulls(c *column, n int) error {
	for n > 0 {
		k := min(n, chunk, w.schema.opts.PageRows-c.rows)
		c.rows += k
		n -= k
		if err := w.emit(c, w.nulls[:k], c.rows >= w.schema.opts.PageRows); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) writeLists(c *column, arr *array.List, rows []int32) error {
	elems := arr.ListValues()
	get, size := reader(elems, c.kind)
	values := w.values[:0]
	for _, r := range rows {
		i := int(r)
		start, end := arr.ValueOffsets(i)
		switch {
		case arr.IsNull(i):
			values = append(values, parquet.Value{}.Level(0, listNull, c.index))
		case start == end:
			values = append(values, parquet.Value{}.Level(0, listEmpty, c.index))
		}
		if arr.IsValid(i) {
			rep := 0
			for j := int(start); j < int(end); j++ {
				if elems.IsValid(j) {
					values = append(values, get(j).Level(rep, element, c.index))
					if size != nil {
						c.bytes += size(j)
					}
				} else {
					values = append(values, parquet.Value{}.Level(rep, elementNull, c.index))
				}
				rep = 1
			}
		}
		c.rows++
		full := c.rows >= w.schema.opts.PageRows || c.bytes >= w.schema.opts.PageBytes
		// A list must not be split over two calls: the chunk may be exceeded.
		if full || len(values) >= chunk {
			if err := w.emit(c, values, full); err != nil {
				return err
			}
			w.values, values = values, values[:0]
		}
	}
	w.values = values
	return w.emit(c, values, false)
}

// reader returns a function that reads one value of an array, and for texts
// one that tells its length in bytes.
func reader(arr arrow.Array, k kind) (get func(i int) parquet.Value, size func(i int) int) {
	switch a := arr.(type) {
	case *array.String:
		return func(i int) parquet.Value {
				return textValue(a.Value(i))
			}, func(i int) int {
				return a.ValueLen(i)
			}
	case *array.Binary:
		return func(i int) parquet.Value { return parquet.ByteArrayValue(a.Value(i)) },
			func(i int) int { return a.ValueLen(i) }
	case *array.Boolean:
		return func(i int) parquet.Value { return parquet.BooleanValue(a.Value(i)) }, nil
	case *array.Int32:
		return func(i int) parquet.Value { return parquet.Int32Value(a.Value(i)) }, nil
	case *array.Int64:
		return func(i int) parquet.Value { return parquet.Int64Value(a.Value(i)) }, nil
	case *array.Float64:
		return func(i int) parquet.Value { return parquet.DoubleValue(a.Value(i)) }, nil
	case *array.Timestamp:
		return func(i int) parquet.Value { return parquet.Int64Value(int64(a.Value(i))) }, nil
	}
	panic(fmt.Sprintf("no reader for %s", arr.DataType()))
}
