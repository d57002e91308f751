package parquetfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"mizan/internal/duck"
)

// all has a column of each type that schemas use.
var all = arrow.NewSchema([]arrow.Field{
	{Name: "offset", Type: arrow.PrimitiveTypes.Int64},
	{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "model", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "ok", Type: arrow.FixedWidthTypes.Boolean, Nullable: true},
	{Name: "n", Type: arrow.PrimitiveTypes.Int32, Nullable: true},
	{Name: "ratio", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
	{Name: "at", Type: arrow.FixedWidthTypes.Timestamp_us, Nullable: true},
	{Name: "raw", Type: arrow.BinaryTypes.Binary, Nullable: true},
	{Name: "ids", Type: arrow.ListOf(arrow.BinaryTypes.String), Nullable: true},
	{Name: "follow", Type: arrow.ListOf(arrow.FixedWidthTypes.Boolean), Nullable: true},
	{Name: "empty", Type: arrow.ListOf(arrow.PrimitiveTypes.Float64), Nullable: true},
	{Name: "labels", Type: arrow.ListOf(arrow.PrimitiveTypes.Int32), Nullable: true},
}, nil)

func fromJSON(t testing.TB, lines ...string) arrow.Record {
	t.Helper()
	rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, all, strings.NewReader("["+strings.Join(lines, ",")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func upTo(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

func newWriter(t testing.TB, o Options) *Writer {
	t.Helper()
	o.Name, o.CreatedBy = "test", "mizan"
	if o.Compression == "" {
		o.Compression = "zstd"
	}
	s, err := NewSchema(all, o)
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(s)
}

// write returns a file of the records' rows, a row group to every 1000.
func write(t testing.TB, w *Writer, recs ...arrow.Record) []byte {
	t.Helper()
	var out bytes.Buffer
	w.Reset(&out)
	for _, rec := range recs {
		for from, rows := 0, upTo(int(rec.NumRows())); from < len(rows); {
			n := min(1000-int(w.Rows())%1000, len(rows)-from)
			if err := w.Write(rec, rows[from:from+n]); err != nil {
				t.Fatal(err)
			}
			if from += n; w.Rows()%1000 == 0 {
				if err := w.FlushRowGroup(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := w.Close([]KeyValue{{"k", "v"}}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func save(t testing.TB, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.parquet")
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTypesInDuckDB(t *testing.T) {
	rec := fromJSON(t,
		`{"offset":0,"text":"é","model":"m","ok":true,"n":-1,"ratio":0.5,"at":"2026-11-30 07:00:00.123456","raw":"/w==","ids":["a",null,""],"follow":[true,null,false],"labels":[1,0]}`,
		`{"offset":1,"ids":[],"follow":[]}`,
		`{"offset":2,"text":"","model":"m","ids":[null],"follow":[null],"ratio":-0.0}`,
	)
	path := save(t, write(t, newWriter(t, Options{Dictionary: map[string]bool{"model": true, "ids": true, "n": true}}), rec))
	types := duck.Texts(t, "select column_type from (describe from '"+path+"')")
	want := []string{
		"BIGINT", "VARCHAR", "VARCHAR", "BOOLEAN", "INTEGER", "DOUBLE", "TIMESTAMP WITH TIME ZONE", "BLOB",
		"VARCHAR[]", "BOOLEAN[]", "DOUBLE[]", "INTEGER[]",
	}
	if !slices.Equal(types, want) {
		t.Errorf("types = %v, want %v", types, want)
	}
	got := duck.Texts(t, "select to_json(t)::varchar from (select * replace (hex(raw) as raw) from '"+path+"') t order by \"offset\"")
	wantRows := []string{
		`{"offset":0,"text":"é","model":"m","ok":true,"n":-1,"ratio":0.5,"at":"2026-11-30 07:00:00.123456+00","raw":"FF","ids":["a",null,""],"follow":[true,null,false],"empty":null,"labels":[1,0]}`,
		`{"offset":1,"text":null,"model":null,"ok":null,"n":null,"ratio":null,"at":null,"raw":null,"ids":[],"follow":[],"empty":null,"labels":null}`,
		`{"offset":2,"text":"","model":"m","ok":null,"n":null,"ratio":-0.0,"at":null,"raw":null,"ids":[null],"follow":[null],"empty":null,"labels":null}`,
	}
	for i := range wantRows {
		if got[i] != wantRows[i] {
			t.Errorf("row %d:\n%s\nwant\n%s", i, got[i], wantRows[i])
		}
	}
	if utc := duck.One(t, "select logical_type from parquet_schema('"+path+"') where name='at'"); !strings.Contains(fmt.Sprint(utc), "isAdjustedToUTC=1") {
		t.Errorf("logical type = %v", utc)
	}
	enc := duck.Texts(t, "select distinct unnest(string_split(encodings, ', ')) from parquet_metadata('"+path+"') order by 1")
	for _, e := range enc {
		if e != "PLAIN" && e != "RLE" && e != "RLE_DICTIONARY" {
			t.Errorf("encoding %s is not for every engine", e)
		}
	}
}

// randomRecord has n rows of all shapes: nulls, empty and long texts, NaN.
func randomRecord(t testing.TB, rng *rand.Rand, n int) arrow.Record {
	t.Helper()
	var lines []string
	for i := range n {
		fields := []string{fmt.Sprintf(`"offset":%d`, i)}
		add := func(name, value string) {
			if rng.IntN(4) > 0 {
				fields = append(fields, fmt.Sprintf("%q:%s", name, value))
			}
		}
		add("text", quote(strings.Repeat(string(rune('a'+rng.IntN(900))), rng.IntN(300))))
		add("model", fmt.Sprintf(`"model-%d"`, rng.IntN(3)))
		add("ok", fmt.Sprint(rng.IntN(2) == 0))
		add("n", fmt.Sprint(rng.IntN(10)))
		add("ratio", fmt.Sprint(rng.Float64()))
		add("ids", `[`+strings.TrimSuffix(strings.Repeat(`"x",null,`, rng.IntN(4)), ",")+`]`)
		add("follow", `[`+strings.TrimSuffix(strings.Repeat(`true,`, rng.IntN(4)), ",")+`]`)
		lines = append(lines, "{"+strings.Join(fields, ",")+"}")
	}
	return fromJSON(t, lines...)
}

// The bytes of a file do not depend on how its rows were cut into records, nor
// on what the writer wrote before.
func TestSameRowsSameBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	o := Options{PageBytes: 4000, PageRows: 100, Dictionary: map[string]bool{"model": true, "ids": true}}
	rec := randomRecord(t, rng, 3000)
	want := write(t, newWriter(t, o), rec)
	reused := newWriter(t, o)
	for i := range 20 {
		var parts []arrow.Record
		for at := int64(0); at < rec.NumRows(); {
			n := min(rng.Int64N(1000)+1, rec.NumRows()-at)
			parts = append(parts, rec.NewSlice(at, at+n))
			at += n
		}
		if got := write(t, reused, parts...); !bytes.Equal(got, want) {
			t.Fatalf("round %d: %d records give other bytes", i, len(parts))
		}
	}
	path := save(t, want)
	sum := duck.Query(t, "select count(*), count(text), sum(len(ids)), count(*) filter (ok), max(\"offset\") from '"+path+"'")[0]
	var texts, ids, oks int64
	for i := range int(rec.NumRows()) {
		if rec.Column(1).IsValid(i) {
			texts++
		}
		if s, e := rec.Column(8).(*array.List).ValueOffsets(i); rec.Column(8).IsValid(i) {
			ids += e - s
		}
		if c := rec.Column(3).(*array.Boolean); c.IsValid(i) && c.Value(i) {
			oks++
		}
	}
	if fmt.Sprint(sum) != fmt.Sprint([]any{3000, texts, ids, oks, 2999}) {
		t.Errorf("DuckDB sees %v, want [3000 %d %d %d 2999]", sum, texts, ids, oks)
	}
}

// boundsOf returns all bounds of a column in statistics and page index.
func boundsOf(t testing.TB, b []byte, column string) (mins, maxs [][]byte) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := f.Schema().Lookup(column)
	for _, g := range f.Metadata().RowGroups {
		s := g.Columns[leaf.ColumnIndex].MetaData.Statistics
		mins, maxs = append(mins, s.MinValue), append(maxs, s.MaxValue)
	}
	for i := leaf.ColumnIndex; i < len(f.ColumnIndexes()); i += len(f.Schema().Columns()) {
		var index format.ColumnIndex = f.ColumnIndexes()[i]
		mins, maxs = append(mins, index.MinValues...), append(maxs, index.MaxValues...)
	}
	return mins, maxs
}

func TestBoundsAreShortAndValid(t *testing.T) {
	long := strings.Repeat("😀é中", 400)
	last := strings.Repeat(string(utf8.MaxRune), 3) + "x" + strings.Repeat("y", 40)
	for _, dictionary := range []bool{false, true} {
		rec := fromJSON(t,
			`{"offset":0,"text":`+quote(long)+`}`, `{"offset":1,"text":`+quote(strings.Repeat("é", 40))+`}`,
			`{"offset":2,"text":`+quote(last)+`}`, `{"offset":3,"text":`+quote(strings.Repeat("\ud7ff", 7))+`}`)
		w := newWriter(t, Options{Dictionary: map[string]bool{"text": dictionary}})
		for row := range int(rec.NumRows()) {
			one := rec.NewSlice(int64(row), int64(row)+1)
			b := write(t, w, one)
			v := one.Column(1).(*array.String).Value(0)
			mins, maxs := boundsOf(t, b, "text")
			if len(mins) != 2 || len(maxs) != 2 {
				t.Fatalf("%d and %d bounds", len(mins), len(maxs))
			}
			for i := range mins {
				lo, hi := string(mins[i]), string(maxs[i])
				if lo > v || hi < v || !utf8.ValidString(lo) || !utf8.ValidString(hi) || len(lo) > 16 || len(hi) > 16 {
					t.Errorf("bounds %q and %q of %.20q", lo, hi, v)
				}
			}
			path := save(t, b)
			for _, filter := range []string{"text = 'x'", "text like '😀%'", "text > 'z'", "text < 'é'"} {
				scan := duck.One(t, "select count(*) from (select * from '"+path+"' offset 0) where "+filter)
				if got := duck.One(t, "select count(*) from '"+path+"' where "+filter); got != scan {
					t.Errorf("%s: %v rows, a full scan gives %v", filter, got, scan)
				}
			}
			if len(b) > 12000 {
				t.Errorf("a file of one row has %d bytes", len(b))
			}
		}
	}
}

func FuzzTextBounds(f *testing.F) {
	for _, s := range []string{"", "short", strings.Repeat("é", 20), strings.Repeat(string(utf8.MaxRune), 9), strings.Repeat("\ud7ff", 9), strings.Repeat("\x7f", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		lo, hi := string(lowerText([]byte(s))), string(upperText([]byte(s)))
		if lo > s || hi < s || !utf8.ValidString(lo) || !utf8.ValidString(hi) {
			t.Fatalf("bounds %q and %q of %q", lo, hi, s)
		}
		if first := strings.TrimLeft(s, string(utf8.MaxRune)); len(lo) > maxBound || len(hi) > maxBound && len(s)-len(first) < maxBound-4 {
			t.Fatalf("long bounds %q and %q of %q", lo, hi, s)
		}
		if b := string(upperBytes([]byte(s))); b < s || string(lowerBytes([]byte(s))) > s {
			t.Fatalf("byte bounds of %q", s)
		}
	})
}

// DuckDB orders NaN above all numbers: a filter must find it in spite of bounds.
func TestNaNIsFound(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, all)
	for i, v := range []float64{1, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 2} {
		for c := range all.NumFields() {
			switch all.Field(c).Name {
			case "offset":
				b.Field(c).(*array.Int64Builder).Append(int64(i))
			case "ratio":
				b.Field(c).(*array.Float64Builder).Append(v)
			default:
				b.Field(c).AppendNull()
			}
		}
	}
	rec := b.NewRecord()
	for rows, filter := range map[string]string{
		"[1 2]": "ratio > 5", "[1]": "isnan(ratio)", "[2]": "ratio = 'inf'", "[4]": "ratio = 0", "[3]": "ratio < -5", "[0 1 2 5]": "ratio > 0",
	} {
		path := save(t, write(t, newWriter(t, Options{}), rec))
		if got := fmt.Sprint(duck.Texts(t, "select \"offset\" from '"+path+"' where "+filter+" order by 1")); got != rows {
			t.Errorf("%s: rows %s, want %s", filter, got, rows)
		}
	}
	path := save(t, write(t, newWriter(t, Options{}), rec.NewSlice(1, 2)))
	if got := duck.One(t, "select count(*) from '"+path+"' where ratio > 5"); got != int64(1) {
		t.Errorf("NaN alone: %v rows", got)
	}
}

func TestRowGroupsKeepTheirBounds(t *testing.T) {
	w := newWriter(t, Options{})
	var out bytes.Buffer
	w.Reset(&out)
	for i := range 3 {
		rec := fromJSON(t, fmt.Sprintf(`{"offset":%d,"text":"text %d"}`, i, i))
		if err := w.Write(rec, []int32{0}); err != nil {
			t.Fatal(err)
		}
		if err := w.FlushRowGroup(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close([]KeyValue{{"k", "v"}}); err != nil {
		t.Fatal(err)
	}
	mins, _ := boundsOf(t, out.Bytes(), "text")
	if got := fmt.Sprintf("%s", mins); got != "[text 0 text 1 text 2 text 0 text 1 text 2]" {
		t.Errorf("bounds = %s", got)
	}
	path := save(t, out.Bytes())
	if got := fmt.Sprint(duck.Texts(t, "select \"offset\" from '"+path+"' where text = 'text 1'")); got != "[1]" {
		t.Errorf("rows = %s", got)
	}
}

func TestBadSchemas(t *testing.T) {
	for name, typ := range map[string]arrow.DataType{"nanoseconds": arrow.FixedWidthTypes.Timestamp_ns, "map": arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.String), "float16": arrow.FixedWidthTypes.Float16} {
		s := arrow.NewSchema([]arrow.Field{{Name: "c", Type: typ}}, nil)
		if _, err := NewSchema(s, Options{Compression: "zstd"}); err == nil || !strings.Contains(err.Error(), `"c"`) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := NewSchema(all, Options{Compression: "lzo"}); err == nil {
		t.Error("no error for an unknown compression")
	}
	w := newWriter(t, Options{})
	var out bytes.Buffer
	w.Reset(&out)
	if err := w.Write(fromJSON(t, `{"offset":null}`), []int32{0}); err == nil || !strings.Contains(err.Error(), `"offset"`) {
		t.Errorf("null in a required column: error %v", err)
	}
}
