// Package jsonrows reads files row by row, each row as the JSON text of one
// record: JSON Lines files (plain, gzip, zstd, or standard input) as they are,
// Parquet files with each row written as a JSON object. So everything behind
// it, the codec and the prompt sets, has one way of reading and one set of
// rules.
package jsonrows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// Options say how a file is read.
type Options struct {
	// MaxBytes is the longest row that is held in memory; 0 stands for 64 MiB.
	MaxBytes int
	// Columns are the top-level Parquet columns to read; nil for all. Names
	// that the file lacks are ignored.
	Columns []string
	// Content are column names of which a Parquet file must have one.
	Content []string
}

func (o *Options) maxBytes() int {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return 64 << 20
}

// Row is one row of a file.
type Row struct {
	// Number is the 0-based row: for JSON Lines the line, blank ones counted.
	Number int64
	// Text is the row's JSON text, valid until the next call. Its JSON is not
	// checked.
	Text []byte
	// Long is the size of a row that has more than MaxBytes, else 0; Text is
	// then the row's beginning.
	Long int64
}

// Rows reads the rows of one file. It serves one goroutine, except for
// BytesRead and Size.
type Rows interface {
	// Next returns the next row that is not blank, io.EOF after the last.
	Next() (Row, error)
	// Skip passes over so many rows, blank ones counted.
	Skip(rows int64) error
	// Position is the 0-based row after the last one read, blank ones counted.
	Position() int64
	// BytesRead is how much of the file has been read, compressed as it is.
	BytesRead() int64
	// Size is the file's size, -1 if unknown.
	Size() int64
	Close() error
}

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Errors that name the fault of a file as a whole; the error texts say more.
var (
	// ErrNotParquet is returned for a file that is named .parquet and is none,
	// or that is cut or malformed.
	ErrNotParquet = errors.New("not a readable Parquet file")
	// ErrNoContent is returned for a Parquet file without any of the columns
	// that hold what is scored.
	ErrNoContent = errors.New("no generation records")
	// ErrDamaged is returned where compressed data contradicts itself or its
	// checksum: of the rows before the fault some may be wrong too, and the caller
	// drops what it can.
	ErrDamaged = errors.New("the compressed data is damaged, and the rows before may be wrong")
)

// Open opens a file and tells by its content what it is. Errors name the path.
func Open(path string, o Options) (Rows, error) {
	f, size, err := open(path)
	if err != nil {
		return nil, err
	}
	rows, err := openFile(path, f, size, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	return rows, nil
}

func open(path string) (*os.File, int64, error) {
	if path == Stdin {
		return os.Stdin, -1, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot open %q: %w", path, unwrapPath(err))
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("it is a folder")
	}
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("cannot open %q: %w", path, unwrapPath(err))
	}
	if !info.Mode().IsRegular() {
		return f, -1, nil
	}
	return f, info.Size(), nil
}

// unwrapPath drops the path that os errors repeat.
func unwrapPath(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func openFile(path string, f *os.File, size int64, o Options) (Rows, error) {
	in := &counter{r: f}
	br := bufio.NewReaderSize(in, 64<<10)
	head, err := br.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("cannot read %q: %w", path, unwrapPath(err))
	}
	named := strings.HasSuffix(strings.ToLower(path), ".parquet")
	switch {
	case string(head) == "PAR1" && size < 0:
		return nil, fmt.Errorf("cannot read %q: Parquet is read from a file, not from a stream", path)
	case string(head) == "PAR1":
		return openParquet(path, f, size, o)
	case string(head) == "PARE":
		return nil, fmt.Errorf("cannot read %q: %w: it is encrypted", path, ErrNotParquet)
	case named && len(head) == 0:
		return nil, fmt.Errorf("cannot read %q: %w: it has 0 bytes", path, ErrNotParquet)
	case named:
		return nil, fmt.Errorf("cannot read %q: %w: it begins with %q, not with PAR1", path, ErrNotParquet, head)
	}
	return openLines(path, f, in, br, size, o)
}

// counter counts the bytes read from a file.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// foreign are beginnings of files that people take for JSON Lines.
var foreign = []struct {
	magic []byte
	what  string
}{
	{[]byte("BZh"), "it is compressed with bzip2: use gzip or zstd"},
	{[]byte("\xfd7zXZ"), "it is compressed with xz: use gzip or zstd"},
	{[]byte("\x04\x22\x4d\x18"), "it is compressed with lz4: use gzip or zstd"},
	{[]byte("PK\x03\x04"), "it is a zip archive: unpack it"},
	{[]byte("\xff\xfe"), "it is UTF-16 text: convert it to UTF-8"},
	{[]byte("\xfe\xff"), "it is UTF-16 text: convert it to UTF-8"},
	{[]byte("ARROW1"), "it is an Arrow file: write Parquet or JSON Lines"},
	{[]byte("ORC"), "it is an ORC file: write Parquet or JSON Lines"},
	{[]byte("Obj\x01"), "it is an Avro file: write Parquet or JSON Lines"},
}

func foreignKind(head []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(head, f.magic) {
			return f.what
		}
	}
	return ""
}
