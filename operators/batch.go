package operators

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/schemas"
)

// Batch is a run of generation records on its way through a plan: the Arrow
// record that came from a source, the rows of it that the plan at hand is
// responsible for, and the columns that operators have added.
//
// A stream mixes tasks, so a batch holds rows of several plans. The runner
// selects the rows of one task (Select), applies that task's plan, and goes on
// with the next; at the end Scored puts all columns together in row order.
//
// A Batch belongs to one worker and is reused: Reset gives it new input and
// keeps the memory.
type Batch struct {
	in   arrow.Record
	rows []int

	texts     map[string]*TextColumn
	ints      map[string]*IntColumn
	floats    map[string]*FloatColumn
	bools     map[string]*BoolColumn
	boolLists map[string]*BoolListColumn
	textLists map[string]*TextListColumn

	scratch map[any]any
}

// NewBatch returns an empty batch for one worker.
func NewBatch() *Batch {
	return &Batch{
		texts:     map[string]*TextColumn{},
		ints:      map[string]*IntColumn{},
		floats:    map[string]*FloatColumn{},
		bools:     map[string]*BoolColumn{},
		boolLists: map[string]*BoolListColumn{},
		textLists: map[string]*TextListColumn{},
		scratch:   map[any]any{},
	}
}

// Reset gives the batch a new record, of schema schemas.Generation, and
// forgets all added columns and selected rows. The batch does not retain the
// record: the caller keeps it alive until it is done with the batch.
func (b *Batch) Reset(in arrow.Record) {
	b.in = in
	n := int(in.NumRows())
	b.rows = b.rows[:0]
	for i := range n {
		b.rows = append(b.rows, i)
	}
	resetColumns(b.texts, n)
	resetColumns(b.ints, n)
	resetColumns(b.floats, n)
	resetColumns(b.bools, n)
	resetColumns(b.boolLists, n)
	resetColumns(b.textLists, n)
	for _, s := range b.scratch {
		if r, ok := s.(interface{ Reset() }); ok {
			r.Reset()
		}
	}
}

func resetColumns[C interface{ reset(n int) }](cols map[string]C, n int) {
	for _, c := range cols {
		c.reset(n)
	}
}

// NumRows is the number of rows of the record, selected or not.
func (b *Batch) NumRows() int { return int(b.in.NumRows()) }

// Rows lists the selected rows in ascending order: the rows that Apply is to
// work on. All rows are selected after Reset.
func (b *Batch) Rows() []int { return b.rows }

// Select makes rows, in ascending order, the selected ones. The batch keeps
// the slice until the next Select or Reset.
func (b *Batch) Select(rows []int) { b.rows = rows }

// In returns the input column of that name, or nil if the record lacks it.
func (b *Batch) In(name string) arrow.Array {
	at := b.in.Schema().FieldIndices(name)
	if len(at) == 0 {
		return nil
	}
	return b.in.Column(at[0])
}

// InText returns the text input column of that name. It is an error of the
// program to ask for a column that is no text or not in the input.
func (b *Batch) InText(name string) *array.String { return b.In(name).(*array.String) }

// InTextList returns an accessor of the list<text> input column of that name.
func (b *Batch) InTextList(name string) TextLists {
	l := b.In(name).(*array.List)
	return TextLists{l, l.ListValues().(*array.String)}
}

// Text returns the added text column of that name, made if need be. It is
// shared with later operators of the plan; rows nobody sets are null. The
// texts it holds may be views into the input or into memory of the worker:
// they are valid until the next Reset.
func (b *Batch) Text(name string) *TextColumn { return column(b.texts, name, b.NumRows()) }

// Int returns the added integer column (int32 or int64) of that name.
func (b *Batch) Int(name string) *IntColumn { return column(b.ints, name, b.NumRows()) }

// Float returns the added float64 column of that name.
func (b *Batch) Float(name string) *FloatColumn { return column(b.floats, name, b.NumRows()) }

// Bool returns the added boolean column of that name.
func (b *Batch) Bool(name string) *BoolColumn { return column(b.bools, name, b.NumRows()) }

// BoolList returns the added list<bool> column of that name.
func (b *Batch) BoolList(name string) *BoolListColumn {
	return column(b.boolLists, name, b.NumRows())
}

// TextList returns the added list<text> column of that name.
func (b *Batch) TextList(name string) *TextListColumn {
	return column(b.textLists, name, b.NumRows())
}

func column[C any, P interface {
	*C
	reset(n int)
}](cols map[string]P, name string, n int) P {
	c, ok := cols[name]
	if !ok {
		c = P(new(C))
		c.reset(n)
		cols[name] = c
	}
	return c
}

// Scratch returns what make returned when the worker first asked for key:
// memory of an operator that lives as long as the worker. Use a pointer to the
// operator or an unexported type's value as the key. If the memory has a method
// Reset(), Batch.Reset calls it: then texts of the last batch that stand in it
// are no longer in use.
func (b *Batch) Scratch(key any, make func() any) any {
	s, ok := b.scratch[key]
	if !ok {
		s = make()
		b.scratch[key] = s
	}
	return s
}

// Scored returns the record of schema schemas.Scored: a column that an
// operator has added, else the input column of that name, else nulls. Texts
// are copied, so the record outlives the batch. The caller releases it.
func (b *Batch) Scored(mem memory.Allocator) (arrow.Record, error) {
	n := b.NumRows()
	cols := make([]arrow.Array, 0, schemas.Scored.NumFields())
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	for _, f := range schemas.Scored.Fields() {
		arr, err := b.scoredColumn(mem, f, n)
		if err != nil {
			return nil, err
		}
		cols = append(cols, arr)
	}
	return array.NewRecord(schemas.Scored, cols, int64(n)), nil
}

func (b *Batch) scoredColumn(mem memory.Allocator, f arrow.Field, n int) (arrow.Array, error) {
	if c := b.added(f.Name); c != nil {
		bld := array.NewBuilder(mem, f.Type)
		defer bld.Release()
		if err := c.build(bld); err != nil {
			return nil, fmt.Errorf("cannot build column %q: %w", f.Name, err)
		}
		return bld.NewArray(), nil
	}
	if in := b.In(f.Name); in != nil {
		if !arrow.TypeEqual(in.DataType(), f.Type) {
			return nil, fmt.Errorf("cannot pass column %q on: it is %s, the scored schema has %s", f.Name, in.DataType(), f.Type)
		}
		in.Retain()
		return in, nil
	}
	return array.MakeArrayOfNull(mem, f.Type, n), nil
}

type addedColumn interface{ build(array.Builder) error }

func (b *Batch) added(name string) addedColumn {
	if c, ok := b.texts[name]; ok {
		return c
	}
	if c, ok := b.ints[name]; ok {
		return c
	}
	if c, ok := b.floats[name]; ok {
		return c
	}
	if c, ok := b.bools[name]; ok {
		return c
	}
	if c, ok := b.boolLists[name]; ok {
		return c
	}
	if c, ok := b.textLists[name]; ok {
		return c
	}
	return nil
}
