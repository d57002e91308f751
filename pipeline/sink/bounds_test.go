package sink

import (
	"encoding/binary"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// checkBounds checks that all text bounds of a file are valid UTF-8 and, like
// the footer, no longer than allowed (0: 16 bytes, 64 KiB).
func checkBounds(t *testing.T, path string, boundMax, footerMax int) {
	t.Helper()
	if boundMax == 0 {
		boundMax = 16
	}
	if footerMax == 0 {
		footerMax = 64 << 10
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(in, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var tail [8]byte
	if _, err := in.ReadAt(tail[:], info.Size()-8); err != nil {
		t.Fatal(err)
	}
	if n := int(binary.LittleEndian.Uint32(tail[:])); n > footerMax {
		t.Errorf("footer of %d bytes", n)
	}
	texts := 0
	check := func(bounds ...[]byte) {
		for _, b := range bounds {
			texts++
			if len(b) > boundMax || !utf8.Valid(b) {
				t.Errorf("bound %q", b)
			}
		}
	}
	columns := f.Schema().Columns()
	for _, g := range f.Metadata().RowGroups {
		for i, c := range g.Columns {
			if leaf, _ := f.Schema().Lookup(columns[i]...); leaf.Node.Type().Kind() == parquet.ByteArray {
				check(c.MetaData.Statistics.MinValue, c.MetaData.Statistics.MaxValue, c.MetaData.Statistics.Min, c.MetaData.Statistics.Max)
			}
		}
	}
	for i, index := range f.ColumnIndexes() {
		if leaf, _ := f.Schema().Lookup(columns[i%len(columns)]...); leaf.Node.Type().Kind() == parquet.ByteArray {
			check(index.MinValues...)
			check(index.MaxValues...)
		}
	}
	if texts == 0 {
		t.Error("no bounds")
	}
}
