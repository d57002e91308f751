package jsonrows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// lines reads JSON Lines. A record ends at a line feed only: U+2028, U+2029
// and U+0085 may stand inside it. A carriage return before the line feed and
// a byte-order mark at the start of the file are dropped.
type lines struct {
	path string
	file *os.File
	in   *counter
	r    io.Reader
	stop func()
	size int64
	// packed tells that the file is compressed.
	packed bool

	buf        []byte
	start, end int // the unread part of buf
	eof        bool
	// failed is the fault that ends the file, told when all lines before it have
	// been handed out.
	failed error
	number int64
	began  bool
	max    int
}

// keptBytes is how much of a row that is too long is handed out.
const keptBytes = 4 << 10

// maxWindow is the largest window of a zstd frame, which is held in memory: what
// zstd --long asks for by default.
const maxWindow = 128 << 20

// bufferBytes is the size of the reading buffer, which grows for longer lines.
const bufferBytes = 1 << 20

func openLines(path string, f *os.File, in *counter, br *bufio.Reader, size int64, o Options) (Rows, error) {
	l := &lines{path: path, file: f, in: in, r: br, stop: func() {}, size: size, max: o.maxBytes()}
	head, _ := br.Peek(8)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		l.packed = true
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, l.fault(err)
		}
		l.r = z
	case isZstd(head):
		l.packed = true
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, l.fault(err)
		}
		l.r, l.stop = z, z.Close
	default:
		if kind := foreignKind(head); kind != "" {
			return nil, fmt.Errorf("cannot read %q: %s", path, kind)
		}
	}
	l.buf = make([]byte, min(bufferBytes, max(l.max, keptBytes)+5))
	return l, nil
}

// isZstd knows a zstd frame and a skippable frame, with which such files may
// begin.
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18})
}

// fault says what is wrong with the file, and what to do. number is the first row
// that could not be read.
func (l *lines) fault(err error) error {
	at := fmt.Sprintf("cannot read %q from row %d on", l.path, l.number)
	var disk *fs.PathError
	switch {
	case errors.As(err, &disk) || !l.packed:
		return fmt.Errorf("%s: %w", at, unwrapPath(err))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: the compressed data is cut short: get the whole file", at)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch):
		return fmt.Errorf("%s: what follows there is not compressed as the file before it: cut it off (%w)", at, err)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("%s: unpacking it takes a window above %d MiB: compress it without --long, or feed it unpacked to standard input (%w)", at, maxWindow>>20, err)
	}
	return fmt.Errorf("%s: %w: get the file anew (%w)", at, ErrDamaged, err)
}

// fill reads more into the buffer, moving its unread part to the front, growing
// it up to what the longest row needs. full says that it can hold no more.
func (l *lines) fill() (full bool, err error) {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.start, l.end = 0, l.end-l.start
	}
	// The longest row, a byte-order mark, a carriage return and the line feed.
	most := l.max + 5
	if l.end == len(l.buf) {
		if len(l.buf) >= most {
			return true, nil
		}
		l.buf = append(l.buf, make([]byte, min(len(l.buf), most-len(l.buf)))...)
	}
	if l.failed != nil {
		return false, l.fault(l.failed)
	}
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	switch {
	case errors.Is(err, io.EOF):
		l.eof = true
	case err != nil && n > 0:
		l.failed = err // the lines that came with it are whole
	case err != nil:
		return false, l.fault(err)
	}
	return false, nil
}

// line returns the next line, blank or not, without its end.
func (l *lines) line() (Row, error) {
	searched := 0
	for {
		if n := bytes.IndexByte(l.buf[l.start+searched:l.end], '\n'); n >= 0 {
			return l.take(searched+n, 1), nil
		}
		searched = l.end - l.start
		if l.eof {
			if searched == 0 {
				return Row{}, io.EOF
			}
			return l.take(searched, 0), nil
		}
		full, err := l.fill()
		if err != nil {
			return Row{}, err
		}
		if full {
			return l.long()
		}
	}
}

// take hands out the next n bytes of the buffer as a line and steps over its
// end of so many bytes.
func (l *lines) take(n, end int) Row {
	text := l.buf[l.start : l.start+n]
	l.start += n + end
	text = l.trim(text)
	row := Row{Number: l.number, Text: text}
	if len(text) > l.max {
		row.Text, row.Long = text[:min(len(text), keptBytes)], int64(len(text))
	}
	l.number++
	return row
}

func (l *lines) trim(text []byte) []byte {
	if !l.began {
		l.began = true
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return bytes.TrimSuffix(text, []byte{'\r'})
}

// long streams over the rest of a line that does not fit into the buffer.
func (l *lines) long() (Row, error) {
	kept := bytes.Clone(l.trim(l.buf[l.start:min(l.end, l.start+keptBytes)]))
	var size int64
	var last byte
	for {
		chunk := l.buf[l.start:l.end]
		n := bytes.IndexByte(chunk, '\n')
		ended := n >= 0
		if !ended {
			n = len(chunk)
		}
		if n > 0 {
			last = chunk[n-1]
		}
		size += int64(n)
		l.start += n
		if ended {
			l.start++
			break
		}
		if l.eof {
			break
		}
		if _, err := l.fill(); err != nil {
			return Row{}, err
		}
	}
	if last == '\r' {
		size--
	}
	row := Row{Number: l.number, Text: kept, Long: size}
	l.number++
	return row, nil
}

func (l *lines) Next() (Row, error) {
	for {
		row, err := l.line()
		if err != nil || row.Long > 0 || !blank(row.Text) {
			return row, err
		}
	}
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

func (l *lines) Skip(rows int64) error {
	for range rows {
		if _, err := l.line(); err != nil {
			if errors.Is(err, io.EOF) {
				return fmt.Errorf("cannot skip to row %d of %q: it has only %d", rows, l.path, l.number)
			}
			return err
		}
	}
	return nil
}

func (l *lines) Position() int64  { return l.number }
func (l *lines) BytesRead() int64 { return l.in.n.Load() }
func (l *lines) Size() int64      { return l.size }

func (l *lines) Close() error {
	l.stop()
	if l.path == Stdin {
		return nil
	}
	return l.file.Close()
}
