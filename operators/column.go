package operators

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow/array"
)

// The columns below are addressed by row, so that the plans of different tasks
// can fill one batch: a row that nobody sets is null. They become Arrow arrays
// in Batch.Scored.

// values is the part that the columns of single values share.
type values[T any] struct {
	val []T
	ok  []bool
}

func (c *values[T]) reset(n int) {
	if cap(c.val) < n {
		c.val, c.ok = make([]T, n), make([]bool, n)
		return
	}
	c.val, c.ok = c.val[:n], c.ok[:n]
	clear(c.val)
	clear(c.ok)
}

// Set gives the row a value.
func (c *values[T]) Set(row int, v T) { c.val[row], c.ok[row] = v, true }

// SetNull takes the row's value back.
func (c *values[T]) SetNull(row int) {
	var zero T
	c.val[row], c.ok[row] = zero, false
}

// At returns the row's value, the zero value if it is null.
func (c *values[T]) At(row int) T { return c.val[row] }

// IsNull says whether the row has no value.
func (c *values[T]) IsNull(row int) bool { return !c.ok[row] }

// TextColumn is a column of texts.
type TextColumn struct{ values[string] }

// IntColumn is a column of int32 or int64, as the schema says.
type IntColumn struct{ values[int64] }

// FloatColumn is a column of float64.
type FloatColumn struct{ values[float64] }

// BoolColumn is a column of booleans.
type BoolColumn struct{ values[bool] }

func (c *TextColumn) build(b array.Builder) error {
	sb, ok := b.(*array.StringBuilder)
	if !ok {
		return fmt.Errorf("texts do not fit into %s", b.Type())
	}
	var size int
	for _, s := range c.val {
		size += len(s)
	}
	sb.Reserve(len(c.val))
	sb.ReserveData(size)
	sb.AppendValues(c.val, c.ok)
	return nil
}

func (c *IntColumn) build(b array.Builder) error {
	switch ib := b.(type) {
	case *array.Int64Builder:
		ib.AppendValues(c.val, c.ok)
	case *array.Int32Builder:
		ib.Reserve(len(c.val))
		for i, v := range c.val {
			if c.ok[i] {
				ib.UnsafeAppend(int32(v))
			} else {
				ib.UnsafeAppendBoolToBitmap(false)
			}
		}
	default:
		return fmt.Errorf("integers do not fit into %s", b.Type())
	}
	return nil
}

func (c *FloatColumn) build(b array.Builder) error {
	fb, ok := b.(*array.Float64Builder)
	if !ok {
		return fmt.Errorf("floats do not fit into %s", b.Type())
	}
	fb.AppendValues(c.val, c.ok)
	return nil
}

func (c *BoolColumn) build(b array.Builder) error {
	bb, ok := b.(*array.BooleanBuilder)
	if !ok {
		return fmt.Errorf("booleans do not fit into %s", b.Type())
	}
	bb.AppendValues(c.val, c.ok)
	return nil
}

// lists is the part that the list columns share: each row is a range of elems.
type lists[T any] struct {
	start, end []int32
	ok         []bool
	elems      []T
}

func (c *lists[T]) reset(n int) {
	clear(c.elems)
	c.elems = c.elems[:0]
	if cap(c.ok) < n {
		c.start, c.end, c.ok = make([]int32, n), make([]int32, n), make([]bool, n)
		return
	}
	c.start, c.end, c.ok = c.start[:n], c.end[:n], c.ok[:n]
	clear(c.start)
	clear(c.end)
	clear(c.ok)
}

// IsNull says whether the row has no list.
func (c *lists[T]) IsNull(row int) bool { return !c.ok[row] }

func (c *lists[T]) set(row int, elems []T) {
	c.start[row] = int32(len(c.elems))
	c.elems = append(c.elems, elems...)
	c.end[row], c.ok[row] = int32(len(c.elems)), true
}

// BoolListColumn is a column of lists of booleans.
type BoolListColumn struct{ lists[bool] }

// Set gives the row a list; the elements are copied.
func (c *BoolListColumn) Set(row int, elems []bool) { c.set(row, elems) }

// At returns the row's list, nil if it is null. It is valid until Reset.
func (c *BoolListColumn) At(row int) []bool { return c.elems[c.start[row]:c.end[row]] }

func (c *BoolListColumn) build(b array.Builder) error {
	lb, ok := b.(*array.ListBuilder)
	if !ok {
		return fmt.Errorf("lists do not fit into %s", b.Type())
	}
	vb, ok := lb.ValueBuilder().(*array.BooleanBuilder)
	if !ok {
		return fmt.Errorf("booleans do not fit into %s", b.Type())
	}
	for row := range c.ok {
		lb.Append(c.ok[row])
		if c.ok[row] {
			vb.AppendValues(c.At(row), nil)
		}
	}
	return nil
}

// NullText is a text or null.
type NullText struct {
	Text  string
	Valid bool
}

// TextListColumn is a column of lists of texts and nulls.
type TextListColumn struct{ lists[NullText] }

// Set gives the row a list; the elements are copied.
func (c *TextListColumn) Set(row int, elems []NullText) { c.set(row, elems) }

// At returns the row's list, nil if it is null. It is valid until Reset.
func (c *TextListColumn) At(row int) []NullText { return c.elems[c.start[row]:c.end[row]] }

func (c *TextListColumn) build(b array.Builder) error {
	lb, ok := b.(*array.ListBuilder)
	if !ok {
		return fmt.Errorf("lists do not fit into %s", b.Type())
	}
	vb, ok := lb.ValueBuilder().(*array.StringBuilder)
	if !ok {
		return fmt.Errorf("texts do not fit into %s", b.Type())
	}
	for row := range c.ok {
		lb.Append(c.ok[row])
		for _, e := range c.At(row) {
			if e.Valid {
				vb.Append(e.Text)
			} else {
				vb.AppendNull()
			}
		}
	}
	return nil
}

// TextLists reads a list<text> input column.
type TextLists struct {
	list *array.List
	vals *array.String
}

// IsNull says whether the row has no list.
func (l TextLists) IsNull(row int) bool { return l.list.IsNull(row) }

// Len is the number of elements of the row's list, 0 if it is null.
func (l TextLists) Len(row int) int {
	if l.list.IsNull(row) {
		return 0
	}
	from, to := l.list.ValueOffsets(row)
	return int(to - from)
}

// At returns element i of the row's list; Valid is false where it is null. The
// text is a view into the column.
func (l TextLists) At(row, i int) NullText {
	from, _ := l.list.ValueOffsets(row)
	at := int(from) + i
	if l.vals.IsNull(at) {
		return NullText{}
	}
	return NullText{l.vals.Value(at), true}
}
