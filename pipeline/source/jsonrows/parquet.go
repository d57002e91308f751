package jsonrows

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// parquetRows writes the rows of a Parquet file as JSON objects. It reads one
// page of each column at a time, so its memory does not depend on the file's
// size.
type parquetRows struct {
	path   string
	file   *os.File
	in     *countingAt
	size   int64
	pq     *parquet.File
	fields []jsonField
	leaves []*leaf

	group  int   // the next row group to open
	left   int64 // rows left in the open one
	number int64
	total  int64
	out    []byte
}

func openParquet(path string, f *os.File, size int64, o Options) (rows Rows, err error) {
	fault := func(err error) error {
		return fmt.Errorf("cannot read %q: %w: %w", path, ErrNotParquet, err)
	}
	defer func() {
		if r := recover(); r != nil {
			rows, err = nil, fault(fmt.Errorf("malformed: %v", r))
		}
	}()
	if err := checkFooter(f, size); err != nil {
		return nil, fault(err)
	}
	in := &countingAt{r: f}
	pq, err := parquet.OpenFile(in, size,
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(256<<10))
	if err != nil {
		return nil, fault(err)
	}
	p := &parquetRows{path: path, file: f, in: in, size: size, pq: pq}
	var names []string
	for _, c := range pq.Root().Columns() {
		names = append(names, c.Name())
		if o.Columns == nil || slices.Contains(o.Columns, c.Name()) {
			p.fields = append(p.fields, jsonField{c.Name(), p.bind(c)})
		}
	}
	if len(o.Content) > 0 && !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(o.Content, n) }) {
		return nil, fmt.Errorf("cannot read %q: %w: it has no column %q; its columns are %s",
			path, ErrNoContent, o.Content[0], listed(names))
	}
	if len(p.leaves) == 0 {
		return nil, fmt.Errorf("cannot read %q: %w: none of its columns is known; they are %s", path, ErrNoContent, listed(names))
	}
	for i, g := range pq.RowGroups() {
		if g.NumRows() < 0 {
			return nil, fault(fmt.Errorf("row group %d claims %d rows", i, g.NumRows()))
		}
		p.total += g.NumRows()
		columns := pq.Metadata().RowGroups[i].Columns
		for _, l := range p.leaves {
			if l.index >= len(columns) {
				return nil, fault(fmt.Errorf("row group %d has only %d columns", i, len(columns)))
			}
			if err := checkCodec(&columns[l.index]); err != nil {
				return nil, fault(err)
			}
		}
	}
	return p, nil
}

// listed prints names, at most twenty of them.
func listed(names []string) string {
	more := ""
	if len(names) > 20 {
		more = fmt.Sprintf(" and %d more", len(names)-20)
		names = names[:20]
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = fmt.Sprintf("%q", n[:min(len(n), 60)])
	}
	return strings.Join(quoted, ", ") + more
}

// countingAt counts the bytes read, for progress only: what is read twice counts
// twice.
type countingAt struct {
	r io.ReaderAt
	counter
}

func (c *countingAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.r.ReadAt(p, off)
	c.n.Add(int64(n))
	return n, err
}

// fault names the file and the row of an error.
func (p *parquetRows) fault(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("a column ends before its last row")
	}
	return fmt.Errorf("cannot read %q, row %d: %w: %w", p.path, p.number, ErrNotParquet, err)
}

// guard turns a panic of the Parquet library, which trusts what a page holds,
// into an error.
func (p *parquetRows) guard(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = p.fault(fmt.Errorf("malformed: %v", r))
		}
	}()
	return do()
}

func (p *parquetRows) Next() (Row, error) {
	var row Row
	err := p.guard(func() error {
		for p.left == 0 {
			if p.group == len(p.pq.RowGroups()) {
				return io.EOF
			}
			// What the chunks of a group without rows claim is not looked at:
			// writers differ, and some give no offsets.
			if p.pq.RowGroups()[p.group].NumRows() == 0 {
				p.group++
				continue
			}
			if err := p.openGroup(0); err != nil {
				return err
			}
		}
		for _, l := range p.leaves {
			if err := l.row(); err != nil {
				return p.fault(fmt.Errorf("column %q: %w", l.name, err))
			}
		}
		p.out = append(p.out[:0], '{')
		for i, f := range p.fields {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.out = appendText(p.out, []byte(f.name))
			p.out = append(p.out, ':')
			p.out = f.node.write(p.out)
		}
		p.out = append(p.out, '}')
		row = Row{Number: p.number, Text: p.out}
		p.left--
		p.number++
		return nil
	})
	return row, err
}

// openGroup opens the next row group at a row of it.
func (p *parquetRows) openGroup(at int64) error {
	p.closePages()
	g := p.pq.RowGroups()[p.group]
	meta := &p.pq.Metadata().RowGroups[p.group]
	for _, l := range p.leaves {
		if err := checkChunk(p.file, p.size, &meta.Columns[l.index]); err != nil {
			return p.fault(err)
		}
		l.pages = g.ColumnChunks()[l.index].Pages()
		if at > 0 {
			if err := l.pages.SeekToRow(at); err != nil {
				return p.fault(err)
			}
		}
	}
	p.left = g.NumRows() - at
	p.group++
	return nil
}

func (p *parquetRows) closePages() {
	for _, l := range p.leaves {
		l.close()
	}
}

func (p *parquetRows) Skip(rows int64) error {
	if rows > p.total-p.number {
		return fmt.Errorf("cannot skip to row %d of %q: it has only %d", p.number+rows, p.path, p.total)
	}
	return p.guard(func() error {
		if rows == 0 {
			return nil
		}
		target := p.number + rows
		first := int64(0)
		p.left = 0
		for p.group = 0; p.group < len(p.pq.RowGroups()); p.group++ {
			n := p.pq.RowGroups()[p.group].NumRows()
			if target < first+n {
				if err := p.openGroup(target - first); err != nil {
					return err
				}
				break
			}
			first += n
		}
		p.number = target
		return nil
	})
}

func (p *parquetRows) Position() int64  { return p.number }
func (p *parquetRows) BytesRead() int64 { return min(p.in.n.Load(), p.size) }
func (p *parquetRows) Size() int64      { return p.size }

func (p *parquetRows) Close() error {
	err := p.guard(func() error { p.closePages(); return nil })
	return errors.Join(err, p.file.Close())
}
