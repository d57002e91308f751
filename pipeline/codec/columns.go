package codec

import (
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/pipeline/source"
	"mizan/schemas"
)

// columns are the batch's column builders.
type columns struct {
	source    *array.StringBuilder
	partition *array.Int32Builder
	offset    *array.Int64Builder
	docID     *array.Int64Builder
	time      *array.TimestampBuilder
	kwargs    *array.StringBuilder
	texts     [numFields]*array.StringBuilder
	lists     [numFields]*array.ListBuilder
	elems     [numFields]*array.StringBuilder
	labels    *array.ListBuilder
	label     *array.Int32Builder
	lls       *array.ListBuilder
	ll        *array.Float64Builder

	// expect has the size of the text columns of the batch before and its
	// rows, to begin a batch with the memory that it will probably need.
	expect     [numFields]int
	expectRows int
}

// remember takes the batch's measures for the next one.
func (c *columns) remember(rows int) {
	c.expectRows = rows
	for _, f := range textFields {
		c.expect[f] = c.texts[f].DataLen()
	}
	c.expect[fKwargs] = c.kwargs.DataLen()
}

// reserve gets the memory that the batch before took.
func (c *columns) reserve(out *array.RecordBuilder) {
	if c.expectRows == 0 {
		return
	}
	out.Reserve(c.expectRows)
	for _, f := range textFields {
		c.texts[f].ReserveData(c.expect[f])
	}
	c.kwargs.ReserveData(c.expect[fKwargs])
}

func (c *columns) bind(out *array.RecordBuilder) {
	at := func(name string) array.Builder { return out.Field(out.Schema().FieldIndices(name)[0]) }
	c.source = at(schemas.Source).(*array.StringBuilder)
	c.partition = at(schemas.SourcePartition).(*array.Int32Builder)
	c.offset = at(schemas.SourceOffset).(*array.Int64Builder)
	c.docID = at(schemas.DocID).(*array.Int64Builder)
	c.time = at(schemas.EventTime).(*array.TimestampBuilder)
	c.kwargs = at(schemas.Kwargs).(*array.StringBuilder)
	for _, f := range textFields {
		c.texts[f] = at(f.String()).(*array.StringBuilder)
	}
	for _, f := range listFields {
		c.lists[f] = at(f.String()).(*array.ListBuilder)
		c.elems[f] = c.lists[f].ValueBuilder().(*array.StringBuilder)
	}
	c.labels = at(schemas.Labels).(*array.ListBuilder)
	c.label = c.labels.ValueBuilder().(*array.Int32Builder)
	c.lls = at(schemas.LogLikelihoods).(*array.ListBuilder)
	c.ll = c.lls.ValueBuilder().(*array.Float64Builder)
}

// append appends the scratch row. Nothing in it can fail.
func (b *Builder) append(src string, part int32, m source.Message) {
	c := &b.cols
	if b.rows == 0 {
		c.reserve(b.out)
	}
	c.source.Append(src)
	c.partition.Append(part)
	c.offset.Append(m.Offset)
	if b.row[fDocID].set {
		c.docID.Append(b.docID)
	} else {
		c.docID.AppendNull()
	}
	if b.row[fEventTime].set {
		c.time.Append(arrow.Timestamp(b.micros))
	} else {
		c.time.AppendNull()
	}
	b.appendText(c.kwargs, &b.row[fKwargs])
	for _, f := range textFields {
		b.appendText(c.texts[f], &b.row[f])
	}
	for _, f := range listFields {
		cell := &b.row[f]
		c.lists[f].Append(cell.set)
		for _, e := range b.elems[cell.from:cell.to] {
			if e.null {
				c.elems[f].AppendNull()
				continue
			}
			c.elems[f].Append(view(e.text))
			b.bytes += int64(len(e.text))
		}
	}
	cell := &b.row[fLabels]
	c.labels.Append(cell.set)
	c.label.AppendValues(b.ints[cell.from:cell.to], nil)
	cell = &b.row[fLogLikelihoods]
	c.lls.Append(cell.set)
	c.ll.AppendValues(b.floats[cell.from:cell.to], nil)
	b.rows++
	b.bytes += int64(len(src))
}

func (b *Builder) appendText(col *array.StringBuilder, c *cell) {
	if !c.set {
		col.AppendNull()
		return
	}
	col.Append(view(c.text))
	b.bytes += int64(len(c.text))
}

// view is the bytes as a text, not copied: Append copies them.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf is the text as bytes that nobody writes to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
