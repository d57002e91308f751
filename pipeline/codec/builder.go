// Package codec turns the bytes of records into rows of an Arrow batch of
// schema schemas.Generation, or into a reject that says what is wrong.
//
// It is strict about types (a list where a text is expected is a reject that
// names the field, never the list's printed form) and lenient about fields it
// does not know. Decisions that one may expect otherwise:
//
//   - Of a key that stands twice the last one counts, also if the first had a
//     wrong type: Python's reader, the reference's, does the same.
//   - A null response is an empty one and is scored; a missing one is a reject.
//   - NaN, Infinity and -Infinity are numbers; loglikelihoods may also name
//     them as texts.
//   - A lone surrogate escape becomes U+FFFD; bytes that are not UTF-8 are a
//     reject.
//   - doc_id is exact up to int64: 3.0 is 3, 3.5 and "3" are rejects.
//   - event_time is RFC 3339 text with an offset, cut to microseconds. Numbers
//     are rejects: whether they mean seconds or milliseconds would be a guess. A
//     record without event_time has the message's timestamp.
//   - kwargs may be a list of objects and nulls, or a text that holds it as
//     JSON or as a Python literal; the column holds compact JSON text.
package codec

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/pipeline/codec/kwargs"
	"mizan/pipeline/codec/scan"
	"mizan/pipeline/reject"
	"mizan/pipeline/source"
	"mizan/schemas"
)

// Builder reads records into a batch. It serves one goroutine.
//
// A record is first read into scratch memory and then appended, so a reject
// leaves the batch as it was. In the steady state a record takes no memory
// but that of the batch, which is used again once a record batch is released.
type Builder struct {
	opt   Options
	max   int
	plans *plans

	walk   walker
	kwargs kwargs.Reader
	row    [numFields]cell
	micros int64
	docID  int64
	elems  []elem
	ints   []int32
	floats []float64
	buf    []byte
	kwBuf  []byte

	needs map[string]Need
	// path is what pathSrc, the source of the record before, says.
	path    logPath
	pathSrc string

	out   *array.RecordBuilder
	cols  columns
	rows  int
	bytes int64
}

// cell is a field of the record at hand.
type cell struct {
	set  bool
	text []byte
	// from and to are a list's range in elems, ints or floats.
	from, to int
}

// elem is an element of a list of texts.
type elem struct {
	text []byte
	null bool
}

// NewBuilder returns a builder. It panics where Options.Check gives an error.
func NewBuilder(o Options) *Builder {
	p, err := o.plans()
	if err != nil {
		panic("codec: " + err.Error())
	}
	b := &Builder{opt: o, max: o.maxRecordBytes(), plans: p, needs: map[string]Need{}}
	b.out = array.NewRecordBuilder(newPool(), schemas.Generation)
	b.cols.bind(b.out)
	return b
}

// Len is the number of rows in the batch.
func (b *Builder) Len() int { return b.rows }

// Bytes is the size of the texts in the batch.
func (b *Builder) Bytes() int64 { return b.bytes }

// NewRecord returns the batch, of schema schemas.Generation, and begins a new
// one. The caller releases it, and thereby gives its memory back for a later
// batch of this builder; that may happen in any goroutine.
func (b *Builder) NewRecord() arrow.Record {
	b.cols.remember(b.rows)
	b.rows, b.bytes = 0, 0
	return b.out.NewRecord()
}

// Append reads one message and appends it as a row; src and part say where it
// comes from. A message that is no good record leaves the batch unchanged and
// is returned as a reject with a copy of its bytes.
func (b *Builder) Append(src string, part int32, m source.Message) *reject.Row {
	if f := b.read(src, m); f != nil {
		return f.row(src, part, m)
	}
	b.append(src, part, m)
	return nil
}

func (b *Builder) read(src string, m source.Message) *fault {
	switch {
	case m.Value == nil:
		return &fault{reason: "tombstone: the message has no value"}
	case len(m.Value) == 0:
		return &fault{reason: "empty message: it has 0 bytes"}
	case len(m.Value) > b.max:
		return tooLong(int64(len(m.Value)), b.max)
	}
	if at := scan.InvalidUTF8(m.Value); at >= 0 {
		return b.invalidUTF8(m.Value, at)
	}
	p := b.plans.canonical
	if b.opt.Format == FormatLMEval {
		p = b.plans.lmEval
	}
	if kind, ok := b.walk.record(p, m.Value); !ok {
		return notObject(kind, b.walk.scan.Err(), m.Value)
	}
	if b.opt.Format != FormatCanonical && p == b.plans.canonical && b.plans.isSampleLog(&b.walk) {
		p = b.plans.lmEval
		b.walk.record(p, m.Value)
	}
	return b.decode(p, src, m)
}

// taskNeed is what the task of the record at hand needs. Names are remembered,
// so that the lookup takes no memory; hostile streams of names are not.
func (b *Builder) taskNeed() (Need, *fault) {
	name := b.row[fTask].text
	if len(name) == 0 {
		return 0, &fault{field: fTask.String(), reason: "task: missing, and no default task is configured"}
	}
	if b.opt.Task == nil {
		return 0, nil
	}
	if need, ok := b.needs[string(name)]; ok {
		return need, nil
	}
	need, err := b.opt.Task(string(name))
	if err != nil {
		return 0, &fault{field: fTask.String(), reason: clean(err.Error())}
	}
	if len(b.needs) < 1024 && len(name) < 1024 {
		b.needs[string(name)] = need
	}
	return need, nil
}
