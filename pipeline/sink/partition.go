package sink

import (
	"encoding/binary"
	"path"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/pipeline/sink/hive"
	"mizan/schemas"
)

// partitioner tells which directory a row belongs to.
type partitioner struct {
	by      []string
	columns []int
	record  arrow.Record
	texts   []*array.String
	times   *array.Timestamp
	key     []byte
	dates   map[int64]string
}

func newPartitioner(by []string, schema *arrow.Schema) *partitioner {
	p := &partitioner{by: by, texts: make([]*array.String, len(by)), dates: map[int64]string{}}
	for _, name := range by {
		if name == Date {
			name = schemas.EventTime
		}
		p.columns = append(p.columns, schema.FieldIndices(name)[0])
	}
	return p
}

// reset turns to a new record.
func (p *partitioner) reset(rec arrow.Record) {
	p.record = rec
	for i, name := range p.by {
		if name == Date {
			p.times = rec.Column(p.columns[i]).(*array.Timestamp)
		} else {
			p.texts[i] = rec.Column(p.columns[i]).(*array.String)
		}
	}
}

// rowKey returns a key that rows of the same directory share. It is valid
// until the next call.
func (p *partitioner) rowKey(row int) []byte {
	p.key = p.key[:0]
	for i, name := range p.by {
		value := p.value(i, name, row)
		p.key = binary.AppendUvarint(p.key, uint64(len(value)))
		p.key = append(p.key, value...)
	}
	return p.key
}

// rowDir returns the directory of a row, relative to the table's.
func (p *partitioner) rowDir(row int) string {
	dir := ""
	for i, name := range p.by {
		dir = path.Join(dir, hive.Dir(name, p.value(i, name, row)))
	}
	return dir
}

// value returns the i-th partition value of a row, "" for null.
func (p *partitioner) value(i int, name string, row int) string {
	if name != Date {
		if p.texts[i].IsNull(row) {
			return ""
		}
		return p.texts[i].Value(row)
	}
	if p.times.IsNull(row) {
		return ""
	}
	d := day(int64(p.times.Value(row)))
	s, ok := p.dates[d]
	if !ok {
		const maxDates = 4096
		if len(p.dates) >= maxDates {
			clear(p.dates)
		}
		s = formatDay(d)
		p.dates[d] = s
	}
	return s
}
