package sink

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"strconv"

	"mizan/pipeline/sink/parquetfile"
	"mizan/pipeline/sink/vfs"
	"mizan/schemas"
)

// files are the files of a slice: those open and those finished.
type files struct {
	slice    *Slice
	open     []*openFile // in order of creation
	finished []*openFile
	created  int
	// bytes is what the rows of all open row groups and overflows take.
	bytes int64
	// pending are the files with rows of the record at hand.
	pending []*openFile
	// overflows hold the rows that have no open file, one per table.
	overflows []*overflow
}

// openFile is one staged file.
type openFile struct {
	table  *table
	dir    string // of the final file, relative to the table's
	seq    int
	staged string // relative to the output directory
	file   vfs.File
	hash   hash.Hash
	sum    string
	writer *parquetfile.Writer

	pending []int32
	// Rows and bytes of the open row group; rows and bytes of the whole file.
	groupRows  int
	groupBytes int64
	rows       int64
	bytes      int64
}

// add notes a row for the file of its partition, or for the overflow, and
// writes out what the limits say.
func (o *files) add(p *part, row int32, size int64) error {
	limits := &o.slice.sink.opts
	if p.file == nil && !p.overflow {
		// One of the files that may be open is left to the overflow.
		if p.overflow = len(o.open) >= limits.MaxOpenWriters-1; !p.overflow {
			f, err := o.create(p)
			if err != nil {
				return err
			}
			p.file = f
			o.open = append(o.open, f)
		}
	}
	o.bytes += size
	if p.overflow {
		p.table.overflow.add(p, row, size)
	} else if err := o.addToFile(p.file, row, size); err != nil {
		return err
	}
	for o.bytes > limits.RowGroupBytes {
		if err := o.spill(); err != nil {
			return err
		}
	}
	return nil
}

func (o *files) addToFile(f *openFile, row int32, size int64) error {
	if len(f.pending) == 0 {
		o.pending = append(o.pending, f)
	}
	f.pending = append(f.pending, row)
	f.rows++
	f.groupRows++
	f.groupBytes += size
	if f.groupRows >= o.slice.sink.opts.RowGroupRows {
		return o.endGroup(f)
	}
	return nil
}

// spill frees memory: it writes out the largest of the open row groups and
// overflows.
func (o *files) spill() error {
	var largest *openFile
	var most int64
	for _, f := range o.open {
		if f.groupBytes > most {
			largest, most = f, f.groupBytes
		}
	}
	for _, v := range o.overflows {
		if v.bytes >= most {
			return o.writeOverflow(v, nil)
		}
	}
	return o.endGroup(largest)
}

func (o *files) create(p *part) (*openFile, error) {
	sl := o.slice
	f := &openFile{table: p.table, dir: p.dir, seq: p.table.nextSeq(p.dir), hash: sha256.New()}
	f.staged = sl.staging + "/" + stagedPrefix(sl.id.First) + sl.token + "-" + strconv.Itoa(o.created) + stagedSuffix
	o.created++
	file, err := sl.sink.fs.Create(sl.sink.path(f.staged))
	if err != nil {
		return nil, fmt.Errorf("cannot create staged file: %w", err)
	}
	f.file = file
	f.writer = sl.sink.writers.get(p.table.schema)
	f.writer.Reset(f)
	return f, nil
}

// Write implements io.Writer for the Parquet writer.
func (f *openFile) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	f.hash.Write(b[:n])
	f.bytes += int64(n)
	return n, err
}

func (o *files) writeRows(f *openFile) error {
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

// writePending writes the noted rows of the record at hand, which the caller
// may then give up.
func (o *files) writePending() error {
	for _, f := range o.pending {
		if err := o.writeRows(f); err != nil {
			return err
		}
	}
	clear(o.pending)
	o.pending = o.pending[:0]
	for _, v := range o.overflows {
		v.copyPending()
	}
	return nil
}

func (o *files) endGroup(f *openFile) error {
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

// finishAll writes all that is left and closes all files.
func (o *files) finishAll(last, next int64) error {
	end := &sliceEnd{last, next}
	for len(o.open) > 0 {
		f := o.open[0]
		if err := o.finish(f, end); err != nil {
			return err
		}
		o.bytes -= f.groupBytes
		o.open = o.open[1:]
	}
	for _, v := range o.overflows {
		if err := o.writeOverflow(v, end); err != nil {
			return err
		}
	}
	return nil
}

// sliceEnd is what only the end of a slice tells.
type sliceEnd struct{ last, next int64 }

// finish writes the footer and makes the file durable. end is nil for a file
// that is finished before its slice ends.
func (o *files) finish(f *openFile, end *sliceEnd) error {
	err := f.writer.Close(o.metadata(f, end))
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
	o.slice.sink.writers.put(f.writer)
	f.writer, f.hash = nil, nil
	o.finished = append(o.finished, f)
	return nil
}

// metadata are the key-value pairs of a file's footer.
func (o *files) metadata(f *openFile, end *sliceEnd) []parquetfile.KeyValue {
	id, opts := o.slice.id, &o.slice.sink.opts
	var last, next string
	if end != nil {
		last, next = strconv.FormatInt(end.last, 10), strconv.FormatInt(end.next, 10)
	}
	return []parquetfile.KeyValue{
		{Key: metaSchema, Value: schemas.Version},
		{Key: metaVersion, Value: opts.ProductVersion},
		{Key: metaPlan, Value: opts.PlanHash},
		{Key: metaTable, Value: f.table.dir},
		{Key: metaSource, Value: id.Source},
		{Key: metaPartition, Value: strconv.Itoa(int(id.Partition))},
		{Key: metaFirst, Value: strconv.FormatInt(id.First, 10)},
		{Key: metaLast, Value: last},
		{Key: metaNext, Value: next},
		{Key: metaRows, Value: strconv.FormatInt(f.rows, 10)},
	}
}

// abort closes and removes all files.
func (o *files) abort() error {
	var errs []error
	fsys := o.slice.sink.fs
	for _, f := range append(o.open, o.finished...) {
		if f.file != nil {
			_ = f.file.Close()
			f.file = nil
		}
		if f.writer != nil {
			o.slice.sink.writers.put(f.writer)
			f.writer = nil
		}
		if err := fsys.Remove(o.slice.sink.path(f.staged)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	for _, v := range o.overflows {
		v.release()
	}
	o.open, o.finished, o.pending = nil, nil, nil
	return errors.Join(errs...)
}
