package jsonrows

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The checks of this file run before the Parquet library sees a footer or a
// column chunk: the library allocates what a header claims before it finds that
// the file does not hold it, and memory that cannot be had ends the process.

// Limits of what a page may claim. Writers make pages of about a megabyte; one
// value alone may fill a larger one.
const (
	maxPageBytes  = 512 << 20
	maxPageValues = 1 << 24
)

// checkFooter checks the end of the file and that no list of the footer claims
// more elements than the footer has bytes.
func checkFooter(r io.ReaderAt, size int64) error {
	if size < 12 {
		return fmt.Errorf("it is cut: it has only %d bytes", size)
	}
	var tail [8]byte
	if _, err := r.ReadAt(tail[:], size-8); err != nil {
		return fmt.Errorf("cannot read its end: %w", err)
	}
	switch string(tail[4:]) {
	case "PAR1":
	case "PARE":
		return errors.New("its footer is encrypted")
	default:
		return errors.New("it is cut: it does not end with PAR1")
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	if n > size-12 {
		return fmt.Errorf("it is cut or malformed: its footer claims %d bytes, the file has %d", n, size)
	}
	footer := make([]byte, n)
	if _, err := r.ReadAt(footer, size-8-n); err != nil {
		return fmt.Errorf("cannot read its footer: %w", err)
	}
	t := thriftWalker{data: footer}
	if !t.structure(0) {
		return errors.New("its footer is malformed")
	}
	return nil
}

// thriftWalker walks a struct of Thrift's compact protocol and checks that
// what it claims to hold fits.
type thriftWalker struct {
	data []byte
}

func (t *thriftWalker) byte() (byte, bool) {
	if len(t.data) == 0 {
		return 0, false
	}
	b := t.data[0]
	t.data = t.data[1:]
	return b, true
}

func (t *thriftWalker) uvarint() (uint64, bool) {
	v, n := binary.Uvarint(t.data)
	if n <= 0 {
		return 0, false
	}
	t.data = t.data[n:]
	return v, true
}

func (t *thriftWalker) skip(n uint64) bool {
	if n > uint64(len(t.data)) {
		return false
	}
	t.data = t.data[n:]
	return true
}

func (t *thriftWalker) structure(depth int) bool {
	if depth > 64 {
		return false
	}
	for {
		b, ok := t.byte()
		if !ok {
			return false
		}
		if b == 0 {
			return true
		}
		if b>>4 == 0 { // the field's id follows
			if _, ok := t.uvarint(); !ok {
				return false
			}
		}
		// A boolean field's value is its type.
		if kind := b & 15; kind != 1 && kind != 2 && !t.value(kind, depth) {
			return false
		}
	}
}

func (t *thriftWalker) value(kind byte, depth int) bool {
	switch kind {
	case 1, 2, 3: // booleans in lists, bytes
		return t.skip(1)
	case 4, 5, 6: // integers
		_, ok := t.uvarint()
		return ok
	case 7: // double
		return t.skip(8)
	case 8: // binary
		n, ok := t.uvarint()
		return ok && t.skip(n)
	case 9, 10: // list, set
		return t.list(depth)
	case 11:
		return t.mapping(depth)
	case 12:
		return t.structure(depth + 1)
	case 13: // UUID
		return t.skip(16)
	}
	return false
}

func (t *thriftWalker) list(depth int) bool {
	b, ok := t.byte()
	if !ok || depth > 64 {
		return false
	}
	n := uint64(b >> 4)
	if n == 15 {
		if n, ok = t.uvarint(); !ok {
			return false
		}
	}
	// Each element takes at least one byte.
	if n > uint64(len(t.data)) {
		return false
	}
	for range n {
		if !t.value(b&15, depth+1) {
			return false
		}
	}
	return true
}

func (t *thriftWalker) mapping(depth int) bool {
	n, ok := t.uvarint()
	if !ok || n > uint64(len(t.data)) || depth > 64 {
		return false
	}
	if n == 0 {
		return true
	}
	kinds, ok := t.byte()
	for range n {
		if !ok || !t.value(kinds>>4, depth+1) || !t.value(kinds&15, depth+1) {
			return false
		}
	}
	return ok
}

// checkCodec refuses what the library cannot unpack. Its LZ4 reader (v0.32)
// hands out zeros in place of a page that packing made smaller by less than
// two thirds, and takes ever more memory for a malformed one.
func checkCodec(c *format.ColumnChunk) error {
	switch codec := c.MetaData.Codec; codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd:
		return nil
	default:
		return fmt.Errorf("column %q is compressed with %s: write it with zstd, snappy or gzip", pathOf(c), codec)
	}
}

// pathOf is a column's name, with the groups it stands in.
func pathOf(c *format.ColumnChunk) string { return strings.Join(c.MetaData.PathInSchema, ".") }

// checkChunk checks the headers of a column chunk's pages, stepping from one
// to the next without reading the pages.
func checkChunk(r io.ReaderAt, size int64, c *format.ColumnChunk) error {
	m := &c.MetaData
	name := pathOf(c)
	start := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < start {
		start = d
	}
	if start < 4 || m.TotalCompressedSize < 0 || start > size || m.TotalCompressedSize > size-start {
		return fmt.Errorf("column %q claims bytes %d to %d of a file of %d", name, start, start+m.TotalCompressedSize, size)
	}
	if m.NumValues < 0 {
		return fmt.Errorf("column %q claims %d values", name, m.NumValues)
	}
	section := io.NewSectionReader(r, start, m.TotalCompressedSize)
	br := bufio.NewReaderSize(section, 1<<10)
	var protocol thrift.CompactProtocol
	for page := 0; ; page++ {
		if _, err := br.Peek(1); errors.Is(err, io.EOF) {
			return nil
		}
		var h format.PageHeader
		if err := thrift.NewDecoder(protocol.NewReader(br)).Decode(&h); err != nil {
			return fmt.Errorf("column %q, page %d: malformed header: %w", name, page, err)
		}
		at, err := section.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		left := m.TotalCompressedSize - (at - int64(br.Buffered()))
		if err := checkPage(&h, left); err != nil {
			return fmt.Errorf("column %q, page %d: %w", name, page, err)
		}
		if _, err := br.Discard(int(h.CompressedPageSize)); err != nil {
			return fmt.Errorf("column %q, page %d: %w", name, page, err)
		}
	}
}

func checkPage(h *format.PageHeader, left int64) error {
	if h.CompressedPageSize < 0 || int64(h.CompressedPageSize) > left {
		return fmt.Errorf("it claims %d bytes where %d are left", h.CompressedPageSize, left)
	}
	if h.UncompressedPageSize < 0 || h.UncompressedPageSize > maxPageBytes {
		return fmt.Errorf("it claims to unpack to %d bytes, the limit is %d", h.UncompressedPageSize, maxPageBytes)
	}
	values := int32(0)
	switch {
	case h.DictionaryPageHeader.Valid:
		values = h.DictionaryPageHeader.V.NumValues
		if values > h.UncompressedPageSize {
			return fmt.Errorf("it claims %d dictionary values in %d bytes", values, h.UncompressedPageSize)
		}
	case h.DataPageHeader.Valid:
		values = h.DataPageHeader.V.NumValues
	case h.DataPageHeaderV2.Valid:
		v2 := &h.DataPageHeaderV2.V
		values = v2.NumValues
		if v2.RepetitionLevelsByteLength < 0 || v2.DefinitionLevelsByteLength < 0 ||
			int64(v2.RepetitionLevelsByteLength)+int64(v2.DefinitionLevelsByteLength) > int64(h.CompressedPageSize) {
			return errors.New("its levels claim more bytes than it has")
		}
	}
	if values < 0 || values > maxPageValues {
		return fmt.Errorf("it claims %d values, the limit is %d", values, maxPageValues)
	}
	return nil
}
