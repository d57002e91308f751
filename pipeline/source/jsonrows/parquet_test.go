package jsonrows_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"mizan/pipeline/source/jsonrows"
)

type inner struct {
	A *string  `parquet:"a,optional"`
	B []int32  `parquet:"b,list"`
	C *float64 `parquet:"c,optional"`
}

// pqRow has each shape a column can take.
type pqRow struct {
	Response *string          `parquet:"response,optional"`
	ID       int64            `parquet:"doc_id"`
	Three    []string         `parquet:"three,list"`        // LIST, 3-level
	Two      []string         `parquet:"two"`               // repeated, bare
	Opt      []string         `parquet:"opt,optional,list"` // null or list
	Structs  []inner          `parquet:"structs,list"`      // list<struct>
	Nested   inner            `parquet:"nested"`            // struct
	Float    float64          `parquet:"float"`             //
	Single   float32          `parquet:"single"`            //
	When     time.Time        `parquet:"when,timestamp(nanosecond)"`
	Unsigned uint32           `parquet:"unsigned"`
	Flag     bool             `parquet:"flag"`
	Map      map[string]int64 `parquet:"map"`
}

func text(s string) *string { return &s }

func writeParquet[T any](t *testing.T, rows []T, options ...parquet.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewGenericWriter[T](f, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAll returns the rows' texts and numbers.
func readAll(t testing.TB, path string, o jsonrows.Options) (texts []string, numbers []int64, err error) {
	t.Helper()
	r, err := jsonrows.Open(path, o)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return texts, numbers, nil
		}
		if err != nil {
			return texts, numbers, err
		}
		texts = append(texts, string(row.Text))
		numbers = append(numbers, row.Number)
	}
}

func TestParquetShapes(t *testing.T) {
	half := 0.5
	list, empty := []string{"x", ""}, []string{}
	rows := []pqRow{
		{Response: text("a \"q\" \\ \n\t\x01 é"), ID: math.MinInt64, Three: []string{"p", "q"}, Two: []string{"r"}, Opt: list,
			Structs: []inner{{A: text("s"), B: []int32{1, -2}}, {C: &half}}, Nested: inner{B: []int32{7}}, Float: math.NaN(), Single: 0.1,
			When: time.Date(2026, 11, 30, 10, 0, 0, 123456789, time.UTC), Unsigned: math.MaxUint32, Flag: true, Map: map[string]int64{"k": 1}},
		{ID: math.MaxInt64, Opt: empty, Structs: []inner{{}}, Float: math.Inf(-1), Single: float32(math.Inf(1)), When: time.Unix(-1, 999999999).UTC()},
	}
	texts, _, err := readAll(t, writeParquet(t, rows), jsonrows.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`{"response":"a \"q\" \\ \n\t\u0001 é","doc_id":-9223372036854775808,"three":["p","q"],"two":["r"],"opt":["x",""],` +
			`"structs":[{"a":"s","b":[1,-2],"c":null},{"a":null,"b":[],"c":0.5}],"nested":{"a":null,"b":[7],"c":null},"float":NaN,"single":0.1,` +
			`"when":"2026-11-30T10:00:00.123456789Z","unsigned":4294967295,"flag":true,"map":{"k":1}}`,
		`{"response":null,"doc_id":9223372036854775807,"three":[],"two":[],"opt":[],"structs":[{"a":null,"b":[],"c":null}],` +
			`"nested":{"a":null,"b":[],"c":null},"float":-Infinity,"single":Infinity,"when":"1969-12-31T23:59:59.999999999Z","unsigned":0,"flag":false,"map":{}}`,
	} {
		if texts[i] != want {
			t.Errorf("row %d:\n%s, want\n%s", i, texts[i], want)
		}
	}
}

type simple struct {
	Response string   `parquet:"response"`
	IDs      []string `parquet:"ids,list"`
	Other    string   `parquet:"other"`
}

func simpleRows(n int) []simple {
	rows := make([]simple, n)
	for i := range rows {
		rows[i] = simple{Response: fmt.Sprintf("text %d %s", i, strings.Repeat("x", i%97)), Other: strings.Repeat("y", 100)}
		for k := range i % 4 {
			rows[i].IDs = append(rows[i].IDs, fmt.Sprintf("id-%d-%d", i, k))
		}
	}
	return rows
}

func checkSimple(t *testing.T, i int64, got string) {
	t.Helper()
	var row map[string]any
	if err := json.Unmarshal([]byte(got), &row); err != nil {
		t.Fatal(err)
	}
	want := simpleRows(int(i) + 1)[i]
	ids := fmt.Sprint(row["ids"])
	if row["response"] != want.Response || ids != fmt.Sprint(want.IDs) {
		t.Errorf("row %d is %s", i, got)
	}
	if _, ok := row["other"]; ok {
		t.Errorf("row %d has a column that was not asked for", i)
	}
}

// TestParquetStreaming: many row groups and pages, codecs, page versions, rows
// whose lists go over page ends; and resuming at any row.
func TestParquetStreaming(t *testing.T) {
	const n = 1000
	for name, options := range map[string][]parquet.WriterOption{
		"v1 snappy":  {parquet.DataPageVersion(1), parquet.PageBufferSize(512), parquet.MaxRowsPerRowGroup(300), parquet.Compression(&parquet.Snappy)},
		"v2 zstd":    {parquet.DataPageVersion(2), parquet.PageBufferSize(700), parquet.MaxRowsPerRowGroup(1000), parquet.Compression(&parquet.Zstd)},
		"dictionary": {parquet.PageBufferSize(300), parquet.MaxRowsPerRowGroup(150), parquet.Compression(&parquet.Gzip), parquet.DefaultEncoding(&parquet.RLEDictionary)},
		"delta":      {parquet.PageBufferSize(4096), parquet.DefaultEncodingFor(parquet.ByteArray, &parquet.DeltaLengthByteArray)},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeParquet(t, simpleRows(n), options...)
			o := jsonrows.Options{Columns: []string{"response", "ids", "absent"}, Content: []string{"response"}}
			texts, numbers, err := readAll(t, path, o)
			if err != nil || len(texts) != n {
				t.Fatalf("%d rows, %v", len(texts), err)
			}
			for i := 0; i < n; i += 37 {
				checkSimple(t, numbers[i], texts[i])
			}
			for _, skip := range []int64{0, 1, 149, 150, 299, 300, 301, 777, 999} {
				r, err := jsonrows.Open(path, o)
				if err != nil {
					t.Fatal(err)
				}
				first, err := r.Next()
				if err != nil || first.Number != 0 {
					t.Fatal(first.Number, err)
				}
				if err := r.Skip(skip); err != nil || r.Position() != skip+1 {
					t.Fatalf("skip %d: position %d, %v", skip, r.Position(), err)
				}
				row, err := r.Next()
				if skip == 999 {
					if !errors.Is(err, io.EOF) {
						t.Errorf("after the last row: %v", err)
					}
				} else if err != nil || row.Number != skip+1 {
					t.Errorf("skip %d: row %d, %v", skip, row.Number, err)
				} else {
					checkSimple(t, row.Number, string(row.Text))
				}
				if err := r.Skip(n); err == nil || !strings.Contains(err.Error(), "it has only 1000") {
					t.Errorf("skip beyond the end: %v", err)
				}
				r.Close()
			}
		})
	}
}

func TestParquetWithoutContent(t *testing.T) {
	path := writeParquet(t, simpleRows(1))
	_, _, err := readAll(t, path, jsonrows.Options{Content: []string{"answer"}})
	if !errors.Is(err, jsonrows.ErrNoContent) || !strings.Contains(err.Error(), `no column "answer"; its columns are "response", "ids", "other"`) {
		t.Error(err)
	}
}

// TestLZ4 locks that LZ4 is refused: the library would read texts of zeros.
func TestLZ4(t *testing.T) {
	_, _, err := readAll(t, writeParquet(t, simpleRows(10), parquet.Compression(&parquet.Lz4Raw)), jsonrows.Options{})
	if !errors.Is(err, jsonrows.ErrNotParquet) || !strings.Contains(err.Error(), `"response" is compressed with LZ4_RAW`) {
		t.Error(err)
	}
}

// TestBrokenParquet damages a good file in every way that is quick to try: no
// panic, no hang, and each error names the file.
func TestBrokenParquet(t *testing.T) {
	good, err := os.ReadFile(writeParquet(t, simpleRows(40), parquet.PageBufferSize(512), parquet.DataPageVersion(2)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "broken.parquet")
	try := func(data []byte) error {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := readAll(t, path, jsonrows.Options{})
		if err != nil && !strings.Contains(err.Error(), "broken.parquet") {
			t.Errorf("error does not name the file: %v", err)
		}
		return err
	}
	if err := try(good); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(good); n += 1 + len(good)/60 {
		if err := try(good[:n]); err == nil {
			t.Errorf("cut at %d of %d: no error", n, len(good))
		}
	}
	bad := 0
	for n := 4; n < len(good); n += 1 + len(good)/400 {
		for _, v := range []byte{0x00, 0xff} {
			damaged := bytes.Clone(good)
			damaged[n] = v
			if try(damaged) != nil {
				bad++
			}
		}
	}
	if bad == 0 {
		t.Error("no damage was noticed")
	}
}

// TestClaimedLengths: lengths that a file only claims are not allocated. Each
// of these would take gigabytes.
func TestClaimedLengths(t *testing.T) {
	file := func(body, footer []byte, claimed uint32) []byte {
		out := append([]byte("PAR1"), body...)
		out = append(out, footer...)
		out = binary.LittleEndian.AppendUint32(out, claimed)
		return append(out, "PAR1"...)
	}
	huge := binary.AppendUvarint(nil, 1<<30)
	path := filepath.Join(t.TempDir(), "claims.parquet")
	for name, data := range map[string][]byte{
		"footer":      file(nil, []byte{0}, 1<<31),
		"schema list": file(nil, append([]byte{0x15, 0x02, 0x19, 0xfc}, huge...), uint32(4+len(huge))),
		"name":        file(nil, append([]byte{0x15, 0x02, 0x19, 0x1c, 0x48}, huge...), uint32(5+len(huge))),
		"map":         file(nil, append([]byte{0x1b}, huge...), uint32(1+len(huge))),
		"deep":        file(nil, bytes.Repeat([]byte{0x1c}, 5000), 5000),
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readAll(t, path, jsonrows.Options{}); !errors.Is(err, jsonrows.ErrNotParquet) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzParquet: whatever the bytes, reading ends with rows or an error that
// names the file, soon and without a panic.
func FuzzParquet(f *testing.F) {
	for _, options := range [][]parquet.WriterOption{
		{parquet.DataPageVersion(1), parquet.Compression(&parquet.Snappy)},
		{parquet.DataPageVersion(2), parquet.Compression(&parquet.Zstd), parquet.PageBufferSize(256)},
		{parquet.DefaultEncoding(&parquet.RLEDictionary), parquet.Compression(&parquet.Gzip)},
	} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[simple](&b, options...)
		if _, err := w.Write(simpleRows(6)); err != nil {
			f.Fatal(err)
		}
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(dir, fmt.Sprintf("%d.parquet", os.Getpid()))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readAll(t, path, jsonrows.Options{}); err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("error does not name the file: %v", err)
		}
	})
}
