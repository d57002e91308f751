package jsonrows_test

import (
	"bytes"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"mizan/pipeline/source/jsonrows"
)

// writeColumn writes one column "v" of a node's type.
func writeColumn(t *testing.T, n parquet.Node, values ...parquet.Value) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("rows", parquet.Group{"v": n}))
	for _, v := range values {
		if _, err := w.WriteRows([]parquet.Row{{v.Level(0, 0, 0)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, "column.parquet", b.Bytes())
}

// TestParquetLogicalTypes: what a column's logical type makes of the stored
// form. Warehouses export integers as decimals, and ids as UUIDs.
func TestParquetLogicalTypes(t *testing.T) {
	fixed := func(b ...byte) parquet.Value { return parquet.FixedLenByteArrayValue(b) }
	ones := bytes.Repeat([]byte{0xff}, 16)
	for name, c := range map[string]struct {
		node   parquet.Node
		values []parquet.Value
		want   []string
	}{
		"decimal(9,2) in int32": {parquet.Decimal(2, 9, parquet.Int32Type),
			[]parquet.Value{parquet.Int32Value(1250), parquet.Int32Value(-5), parquet.Int32Value(0), parquet.Int32Value(math.MinInt32), parquet.Int32Value(700)},
			[]string{"12.5", "-0.05", "0", "-21474836.48", "7"}},
		"decimal(18,0) in int64": {parquet.Decimal(0, 18, parquet.Int64Type),
			[]parquet.Value{parquet.Int64Value(42), parquet.Int64Value(math.MinInt64)}, []string{"42", "-9223372036854775808"}},
		"decimal(38,0) in 16 bytes": {parquet.Decimal(0, 38, parquet.FixedLenByteArrayType(16)),
			[]parquet.Value{fixed(append(make([]byte, 15), 7)...), fixed(ones...), fixed(append([]byte{0x7f}, ones[1:]...)...)},
			[]string{"7", "-1", "170141183460469231731687303715884105727"}},
		"decimal(38,3) in 16 bytes": {parquet.Decimal(3, 38, parquet.FixedLenByteArrayType(16)),
			[]parquet.Value{fixed(append(make([]byte, 14), 0x04, 0xd2)...), fixed(append(bytes.Clone(ones[:15]), 0xfe)...)}, []string{"1.234", "-0.002"}},
		"date": {parquet.Date(), []parquet.Value{parquet.Int32Value(20787), parquet.Int32Value(-1)}, []string{`"2026-11-30"`, `"1969-12-31"`}},
		"uuid": {parquet.UUID(), []parquet.Value{fixed(0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef)},
			[]string{`"01234567-89ab-cdef-0123-456789abcdef"`}},
	} {
		texts, _, err := readAll(t, writeColumn(t, c.node, c.values...), jsonrows.Options{})
		for i := range c.want {
			c.want[i] = `{"v":` + c.want[i] + `}`
		}
		if err != nil || !slices.Equal(texts, c.want) {
			t.Errorf("%s: %q, %v, want %q", name, texts, err, c.want)
		}
	}
}

// TestEmptyRowGroups reads files of Arrow's C++ writer (pyarrow 26), which gives
// the chunks of a row group without rows no data page offset: groups of 0, 2, 0, 0,
// 2 and 0 rows, and a file of no rows at all.
func TestEmptyRowGroups(t *testing.T) {
	path := filepath.Join("testdata", "empty_groups.parquet")
	texts, numbers, err := readAll(t, path, jsonrows.Options{})
	if err != nil || len(texts) != 4 || !slices.Equal(numbers, []int64{0, 1, 2, 3}) || texts[3] != `{"response":"second","task":"quality"}` {
		t.Fatalf("%q, %v, %v", texts, numbers, err)
	}
	for skip := range int64(5) {
		r, err := jsonrows.Open(path, jsonrows.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Skip(skip); err != nil {
			t.Fatalf("skip %d: %v", skip, err)
		}
		row, err := r.Next()
		if skip < 4 && (err != nil || string(row.Text) != texts[skip]) || skip == 4 && err == nil {
			t.Errorf("after %d rows comes %q, %v", skip, row.Text, err)
		}
		r.Close()
	}
	if texts, _, err := readAll(t, filepath.Join("testdata", "no_rows.parquet"), jsonrows.Options{}); err != nil || len(texts) > 0 {
		t.Errorf("a file without rows: %q, %v", texts, err)
	}
}
