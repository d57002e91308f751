package sink

import (
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/pipeline/sink/parquetfile"
)

// table is what a slice writes below one root: scored or rejects. It sends
// each row to the file of its partition.
//
// Decisions to end a row group or to write an overflow are taken row by row, from
// the rows so far, so that they do not depend on how the slice was cut into
// records. The rows themselves are written column-wise: they are first noted
// for their file and written when the record ends or such a decision falls.
type table struct {
	slice  *Slice
	dir    string
	schema *parquetfile.Schema
	part   *partitioner
	parts  map[string]*part
	// seqs counts the files by directory, in lower case: on a file system that
	// ignores case two partitions may share a directory.
	seqs   map[string]int
	record arrow.Record
	sizes  []int64
	// overflow holds rows of partitions that have no open file.
	overflow *overflow
}

// part is one partition value's share of a slice.
type part struct {
	table *table
	dir   string
	// file is the open file, nil where the rows go to the overflow.
	file     *openFile
	overflow bool
	// rows are used while an overflow is written.
	rows []int32
}

func newTable(sl *Slice, dir string, schema *parquetfile.Schema, p *partitioner) *table {
	t := &table{slice: sl, dir: dir, schema: schema, part: p, parts: map[string]*part{}, seqs: map[string]int{}}
	t.overflow = &overflow{table: t}
	sl.files.overflows = append(sl.files.overflows, t.overflow)
	return t
}

func (t *table) write(rec arrow.Record) error {
	t.record = rec
	t.part.reset(rec)
	t.measure(rec)
	files := t.slice.files
	for row := range int(rec.NumRows()) {
		p, ok := t.parts[string(t.part.rowKey(row))]
		if !ok {
			p = &part{table: t, dir: t.part.rowDir(row)}
			t.parts[string(t.part.key)] = p
		}
		if err := files.add(p, int32(row), t.sizes[row]); err != nil {
			return err
		}
	}
	err := files.writePending()
	t.record = nil
	return err
}

// nextSeq numbers the files of a directory.
func (t *table) nextSeq(dir string) int {
	dir = strings.ToLower(dir)
	n := t.seqs[dir]
	t.seqs[dir] = n + 1
	return n
}

// rowOverhead is what a row takes besides its texts: a few bytes a column.
const rowOverhead = 200

// measure sets sizes to about the memory each row takes, in bytes.
func (t *table) measure(rec arrow.Record) {
	n := int(rec.NumRows())
	t.sizes = append(t.sizes[:0], make([]int64, n)...)
	for i := range t.sizes {
		t.sizes[i] = rowOverhead
	}
	for i := range int(rec.NumCols()) {
		if t.schema.Dropped(i) {
			continue
		}
		switch col := rec.Column(i).(type) {
		case *array.String:
			for r := range n {
				t.sizes[r] += int64(col.ValueLen(r))
			}
		case *array.Binary:
			for r := range n {
				t.sizes[r] += int64(col.ValueLen(r))
			}
		case *array.List:
			t.measureList(col)
		}
	}
}

func (t *table) measureList(col *array.List) {
	const elementOverhead = 4
	elems, _ := col.ListValues().(*array.String)
	for r := range col.Len() {
		start, end := col.ValueOffsets(r)
		t.sizes[r] += elementOverhead * (end - start)
		if elems == nil {
			continue
		}
		for j := start; j < end; j++ {
			t.sizes[r] += int64(elems.ValueLen(int(j)))
		}
	}
}
