package sink

import (
	"cmp"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"slices"
	"strconv"

	"mizan/pipeline/sink/parquetfile"
	"mizan/pipeline/sink/vfs"
	"mizan/schemas"
)

// openFiles are the files of a slice: those open, in order of last use, and
// those finished.
type openFiles struct {
	slice *Slice
	// order holds the open files, the one used last in front.
	order    list.List
	finished []*openFile
	// bytes is what the rows of all open row groups take.
	bytes int64
	// pending are the files with rows of the record at hand.
	pending []*openFile
	created int
}

func newOpenFiles(sl *Slice) *openFiles { return &openFiles{slice: sl} }

// openFile is one staged file.
type openFile struct {
	table  *table
	part   *part
	dir    string // of the final file, relative to the table's
	staged string // relative to the output directory
	seq    int
	file   vfs.File
	sum    string
	hash   hash.Hash
	err    error
	writer *parquetfile.Writer
	at     *list.Element
	number int

	pending []int32
	// Rows and bytes of the open row group; rows and bytes of the whole file.
	groupRows  int
	groupBytes int64
	rows       int64
	bytes      int64
}

// add notes a row for its file, and ends row groups and closes files where the
// limits say so.
func (o *openFiles) add(p *part, row int32, size int64) error {
	f := p.file
	if f == nil {
		if o.order.Len() >= o.slice.sink.opts.MaxOpenWriters {
			if err := o.evict(); err != nil {
				return err
			}
		}
		var err error
		if f, err = o.create(p); err != nil {
			return err
		}
	} else if f.at != o.order.Front() {
		o.order.MoveToFront(f.at)
	}
	if len(f.pending) == 0 {
		o.pending = append(o.pending, f)
	}
	f.pending = append(f.pending, row)
	f.rows++
	f.groupRows++
	f.groupBytes += size
	o.bytes += size
	if f.groupRows >= o.slice.sink.opts.RowGroupRows {
		return o.endGroup(f)
	}
	for o.bytes > o.slice.sink.opts.RowGroupBytes {
		if err := o.endGroup(o.largest()); err != nil {
			return err
		}
	}
	return nil
}

func (o *openFiles) largest() *openFile {
	var f *openFile
	for e := o.order.Front(); e != nil; e = e.Next() {
		g := e.Value.(*openFile)
		if f == nil || g.groupBytes > f.groupBytes || g.groupBytes == f.groupBytes && g.number < f.number {
			f = g
		}
	}
	return f
}

func (o *openFiles) create(p *part) (*openFile, error) {
	sl := o.slice
	f := &openFile{table: p.table, part: p, dir: p.dir, seq: p.table.nextSeq(p.dir), number: o.created, hash: sha256.New()}
	f.staged = sl.staging + "/" + stagedPrefix(sl.id.First) + sl.token + "-" + strconv.Itoa(o.created) + stagedSuffix
	o.created++
	file, err := sl.sink.fs.Create(sl.sink.path(f.staged))
	if err != nil {
		return nil, fmt.Errorf("cannot create staged file: %w", err)
	}
	f.file = file
	f.writer = sl.sink.writers.get(p.table.schema)
	f.writer.Reset(f)
	f.at = o.order.PushFront(f)
	p.file = f
	return f, nil
}

// Write implements io.Writer for the Parquet writer.
func (f *openFile) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	f.hash.Write(b[:n])
	f.bytes += int64(n)
	return n, err
}

func (o *openFiles) writeRows(f *openFile) error {
	if len(f.pending) == 0 {
		return nil
	}
	err := f.writer.Write(f.table.record, f.pending)
	f.pending = f.pending[:0]
	if err != nil {
		return fmt.Errorf("cannot write %q: %w", f.staged, err)
	}
	return nil
}

// writePending writes the noted rows of the record at hand.
func (o *openFiles) writePending() error {
	for _, f := range o.pending {
		if err := o.writeRows(f); err != nil {
			return err
		}
	}
	clear(o.pending)
	o.pending = o.pending[:0]
	return nil
}

func (o *openFiles) endGroup(f *openFile) error {
	if err := o.writeRows(f); err != nil {
		return err
	}
	o.bytes -= f.groupBytes
	f.groupRows, f.groupBytes = 0, 0
	if err := f.writer.FlushRowGroup(); err != nil {
		return fmt.Errorf("cannot write %q: %w", f.staged, err)
	}
	return nil
}

// evict closes the file that was longest without a row.
func (o *openFiles) evict() error {
	f := o.order.Back().Value.(*openFile)
	if err := o.writeRows(f); err != nil {
		return err
	}
	return o.finish(f, nil)
}

// finishAll closes all files, in the order they were created in.
func (o *openFiles) finishAll(last, next int64) error {
	end := []parquetfile.KeyValue{
		{Key: "mizan.last", Value: strconv.FormatInt(last, 10)},
		{Key: "mizan.next", Value: strconv.FormatInt(next, 10)},
	}
	var open []*openFile
	for e := o.order.Front(); e != nil; e = e.Next() {
		open = append(open, e.Value.(*openFile))
	}
	slices.SortFunc(open, func(a, b *openFile) int { return cmp.Compare(a.number, b.number) })
	for _, f := range open {
		if err := o.finish(f, end); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the footer and makes the file durable. end are the entries of
// the footer that only the slice's end can tell.
func (o *openFiles) finish(f *openFile, end []parquetfile.KeyValue) error {
	sl := o.slice
	if end == nil {
		end = []parquetfile.KeyValue{{Key: "mizan.last", Value: ""}, {Key: "mizan.next", Value: ""}}
	}
	meta := []parquetfile.KeyValue{
		{Key: "mizan.schema_version", Value: schemas.Version},
		{Key: "mizan.version", Value: sl.sink.opts.ProductVersion},
		{Key: "mizan.plan_hash", Value: sl.sink.opts.PlanHash},
		{Key: "mizan.table", Value: f.table.dir},
		{Key: "mizan.source", Value: sl.id.Source},
		{Key: "mizan.partition", Value: strconv.Itoa(int(sl.id.Partition))},
		{Key: "mizan.first", Value: strconv.FormatInt(sl.id.First, 10)},
		end[0], end[1],
		{Key: "mizan.rows", Value: strconv.FormatInt(f.rows, 10)},
	}
	err := f.writer.Close(meta)
	if err == nil {
		err = f.file.Sync()
	}
	if cerr := f.file.Close(); err == nil {
		err = cerr
	}
	f.file = nil
	if err != nil {
		return fmt.Errorf("cannot write %q: %w", f.staged, err)
	}
	f.sum = hex.EncodeToString(f.hash.Sum(nil))
	o.closed(f)
	o.finished = append(o.finished, f)
	return nil
}

// closed takes a file out of the open ones.
func (o *openFiles) closed(f *openFile) {
	o.order.Remove(f.at)
	o.bytes -= f.groupBytes
	f.part.file = nil
	o.slice.sink.writers.put(f.writer)
	f.writer, f.hash = nil, nil
}

// abort closes and removes all files.
func (o *openFiles) abort() error {
	var errs []error
	fsys := o.slice.sink.fs
	remove := func(f *openFile) {
		if err := fsys.Remove(o.slice.sink.path(f.staged)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	for o.order.Len() > 0 {
		f := o.order.Front().Value.(*openFile)
		if f.file != nil {
			_ = f.file.Close()
			f.file = nil
		}
		o.closed(f)
		remove(f)
	}
	for _, f := range o.finished {
		remove(f)
	}
	o.finished = nil
	return errors.Join(errs...)
}
