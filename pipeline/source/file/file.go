// Package file reads generation records from files into Arrow batches: JSON
// Lines (plain, gzip, zstd, standard input), Parquet and lm-eval sample logs,
// told apart by content. Rows are numbered from 0, so a run that stopped
// resumes at the row after the last one it committed.
package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/source"
	"mizan/pipeline/source/jsonrows"
)

// Options say how a file is read.
type Options struct {
	// Codec are the options of the builder that will be filled. What the
	// reader takes from them are the longest record and, for Parquet, the
	// columns to read: without Codec.Fields a mapped column is not read.
	Codec codec.Options
	// MaxRecordBytes goes before that of Codec, if it is not 0.
	MaxRecordBytes int
}

// Reader reads the records of one file. It serves one goroutine; BytesRead and
// Size may be called from others.
type Reader interface {
	// Fill appends rows to b until it holds maxRows rows or maxBytes of text, or
	// the input ends (io.EOF, with the last rows already in b). Rejects met on
	// the way are returned, also with an error; they count as rows, and their
	// raw bytes as text, so that a file of nothing but rejects is bounded too.
	// Any other error means that the rest of the file cannot be read.
	Fill(b *codec.Builder, maxRows int, maxBytes int64) (rejects []reject.Row, err error)
	// Next is the 0-based row after the last one read. Blank lines count.
	Next() int64
	// Skip passes over rows as if they had been read.
	Skip(rows int64) error
	// BytesRead is how much of the file has been read, compressed as it is.
	BytesRead() int64
	// Size is the file's size, -1 if unknown.
	Size() int64
	Close() error
}

// Open opens a file; "-" is standard input. The error names the path and, for a
// Parquet file without the columns to score, those it has.
func Open(path string, o Options) (Reader, error) {
	columns, err := o.Codec.TopKeys()
	if err != nil {
		return nil, err
	}
	content, err := o.Codec.ContentKeys()
	if err != nil {
		return nil, err
	}
	if o.MaxRecordBytes > 0 {
		o.Codec.MaxRecordBytes = o.MaxRecordBytes
	}
	if o.Codec.MaxRecordBytes <= 0 {
		o.Codec.MaxRecordBytes = codec.DefaultMaxRecordBytes
	}
	rows, err := jsonrows.Open(path, jsonrows.Options{MaxBytes: o.Codec.MaxRecordBytes, Columns: columns, Content: content})
	if err != nil {
		return nil, err
	}
	return &reader{Rows: rows, path: path, opt: o.Codec}, nil
}

type reader struct {
	jsonrows.Rows
	path string
	opt  codec.Options
}

func (r *reader) Next() int64 { return r.Rows.Position() }

func (r *reader) Fill(b *codec.Builder, maxRows int, maxBytes int64) (rejects []reject.Row, err error) {
	var rejectBytes int64
	for b.Len()+len(rejects) < maxRows && b.Bytes()+rejectBytes < maxBytes {
		row, err := r.Rows.Next()
		if err != nil {
			return rejects, err
		}
		m := source.Message{Offset: row.Number, Value: row.Text}
		var bad *reject.Row
		if row.Long > 0 {
			bad = r.opt.RejectTooLong(r.path, 0, m, row.Long)
		} else {
			bad = b.Append(r.path, 0, m)
		}
		if bad != nil {
			rejects = append(rejects, *bad)
			rejectBytes += int64(len(bad.Raw))
		}
	}
	return rejects, nil
}

// ErrDamaged is returned where a file contradicts itself, so that rows read of it
// before may be wrong too.
var ErrDamaged = jsonrows.ErrDamaged

// ErrNoIdentity is returned for standard input and other streams: they cannot
// be read a second time, so a run over them does not resume.
var ErrNoIdentity = errors.New("a stream has no identity to resume by")

// Identity is the key of a file in the commit log: its absolute path, size and
// time of modification. A file that is written anew is another file.
func Identity(path string) (string, error) {
	if path == jsonrows.Stdin {
		return "", fmt.Errorf("cannot identify %q: %w", path, ErrNoIdentity)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("cannot identify %q: %w", path, err)
	}
	info, err := os.Stat(abs)
	var fault *fs.PathError
	switch {
	case errors.As(err, &fault): // the path it names is the absolute one
		return "", fmt.Errorf("cannot open %q: %w", path, fault.Err)
	case err != nil:
		return "", fmt.Errorf("cannot open %q: %w", path, err)
	case info.IsDir():
		return "", fmt.Errorf("cannot open %q: it is a folder: name the files in it", path)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("cannot identify %q: %w: give it as standard input, with - for its name", path, ErrNoIdentity)
	}
	return fmt.Sprintf("%s#%d#%d", filepath.ToSlash(abs), info.Size(), info.ModTime().UnixNano()), nil
}

// SamePath tells whether two identities are of one path, at different times.
func SamePath(a, b string) bool {
	path := func(id string) string {
		for range 2 { // the size and the time; a path may hold the sign too
			if i := strings.LastIndexByte(id, '#'); i >= 0 {
				id = id[:i]
			}
		}
		return id
	}
	return a != b && strings.Count(a, "#") >= 2 && strings.Count(b, "#") >= 2 && path(a) == path(b)
}
