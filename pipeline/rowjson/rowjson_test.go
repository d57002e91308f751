package rowjson

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/pipeline/reject"
	"mizan/schemas"
)

// column builds an array of one type.
func column(build func(array.Builder), t arrow.DataType) arrow.Array {
	b := array.NewBuilder(memory.DefaultAllocator, t)
	defer b.Release()
	build(b)
	return b.NewArray()
}

// print prints a value of a column named v.
func print(t *testing.T, typ arrow.DataType, build func(array.Builder)) string {
	t.Helper()
	col := column(build, typ)
	defer col.Release()
	rec := array.NewRecord(arrow.NewSchema([]arrow.Field{{Name: "v", Type: typ, Nullable: true}}, nil), []arrow.Array{col}, int64(col.Len()))
	defer rec.Release()
	return string(New(rec).Append(nil, int(rec.NumRows())-1))
}

func TestTypes(t *testing.T) {
	text := func(s string) func(array.Builder) {
		return func(b array.Builder) { b.(*array.StringBuilder).Append(s) }
	}
	float := func(v float64) func(array.Builder) {
		return func(b array.Builder) { b.(*array.Float64Builder).Append(v) }
	}
	micros := func(v int64) func(array.Builder) {
		return func(b array.Builder) { b.(*array.TimestampBuilder).Append(arrow.Timestamp(v)) }
	}
	for _, tt := range []struct {
		name  string
		typ   arrow.DataType
		build func(array.Builder)
		want  string
	}{
		{"text", schemas.Text, text("blue"), `"blue"`},
		{"no text", schemas.Text, text(""), `""`},
		{"quotes", schemas.Text, text(`a "b" \ /`), `"a \"b\" \\ /"`},
		{"control characters", schemas.Text, text("\x00\t\n\r\x1b\x7f"), "\"\\u0000\\t\\n\\r\\u001b\x7f\""},
		{"line separators", schemas.Text, text("a\u2028b\u2029"), "\"a\u2028b\u2029\""},
		{"Arabic", schemas.Text, text("ميزان"), `"ميزان"`},
		{"HTML", schemas.Text, text("<b>&"), `"<b>&"`},
		{"invalid UTF-8", schemas.Text, text("a\xffb\xc3"), "\"a\uFFFDb\uFFFD\""},
		{"true", schemas.Bool, func(b array.Builder) { b.(*array.BooleanBuilder).Append(true) }, "true"},
		{"false", schemas.Bool, func(b array.Builder) { b.(*array.BooleanBuilder).Append(false) }, "false"},
		{"int32", schemas.Int32, func(b array.Builder) { b.(*array.Int32Builder).Append(math.MinInt32) }, "-2147483648"},
		{"int64", schemas.Int64, func(b array.Builder) { b.(*array.Int64Builder).Append(math.MaxInt64) }, "9223372036854775807"},
		{"a third", schemas.Float64, float(1.0 / 3), "0.3333333333333333"},
		{"whole number", schemas.Float64, float(45), "45"},
		{"large", schemas.Float64, float(1e300), "1e+300"},
		{"smallest", schemas.Float64, float(5e-324), "5e-324"},
		{"NaN", schemas.Float64, float(math.NaN()), `"NaN"`},
		{"infinity", schemas.Float64, float(math.Inf(1)), `"Infinity"`},
		{"minus infinity", schemas.Float64, float(math.Inf(-1)), `"-Infinity"`},
		{"minus zero", schemas.Float64, float(math.Copysign(0, -1)), "-0"},
		{"time", schemas.Timestamp, micros(1796032800000001), `"2026-11-30T10:00:00.000001Z"`},
		{"time before the epoch", schemas.Timestamp, micros(-1), `"1969-12-31T23:59:59.999999Z"`},
		{"null", schemas.Text, func(b array.Builder) { b.AppendNull() }, "null"},
		{"null time", schemas.Timestamp, func(b array.Builder) { b.AppendNull() }, "null"},
		{"null list", schemas.TextList, func(b array.Builder) { b.AppendNull() }, "null"},
		{"empty list", schemas.TextList, func(b array.Builder) { b.(*array.ListBuilder).Append(true) }, "[]"},
		{"list of texts", schemas.TextList, func(b array.Builder) {
			l := b.(*array.ListBuilder)
			l.Append(true)
			l.ValueBuilder().(*array.StringBuilder).Append("before") // another row's
			l.Append(true)
			v := l.ValueBuilder().(*array.StringBuilder)
			v.Append("a")
			v.AppendNull()
			v.Append(`"`)
		}, `["a",null,"\""]`},
		{"list of booleans", schemas.BoolList, func(b array.Builder) {
			l := b.(*array.ListBuilder)
			l.Append(true)
			l.ValueBuilder().(*array.BooleanBuilder).AppendValues([]bool{true, false}, nil)
		}, "[true,false]"},
		{"list of floats", schemas.F64List, func(b array.Builder) {
			l := b.(*array.ListBuilder)
			l.Append(true)
			l.ValueBuilder().(*array.Float64Builder).AppendValues([]float64{-1.5, math.Inf(-1)}, nil)
		}, `[-1.5,"-Infinity"]`},
		{"list of int32", schemas.Int32List, func(b array.Builder) {
			l := b.(*array.ListBuilder)
			l.Append(true)
			l.ValueBuilder().(*array.Int32Builder).AppendValues([]int32{1, 0}, nil)
		}, "[1,0]"},
	} {
		got := print(t, tt.typ, tt.build)
		if want := `{"v":` + tt.want + `}`; got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON: %q", tt.name, got)
		}
	}
}

// The row of a slice of a record is not the row of the record.
func TestSliceOfRecord(t *testing.T) {
	rec, _, err := array.RecordFromJSON(memory.DefaultAllocator,
		arrow.NewSchema([]arrow.Field{{Name: "a", Type: schemas.Text, Nullable: true}, {Name: "b", Type: schemas.BoolList, Nullable: true}}, nil),
		strings.NewReader(`[{"a":"x","b":[true]},{"a":"y","b":[false,true]},{}]`))
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Release()
	s := rec.NewSlice(1, 3)
	defer s.Release()
	w := New(s)
	if got := string(w.Append([]byte("> "), 0)); got != `> {"a":"y","b":[false,true]}` {
		t.Error(got)
	}
	if got := string(w.Append(nil, 1)); got != `{"a":null,"b":null}` {
		t.Error(got)
	}
}

func TestReject(t *testing.T) {
	for _, tt := range []struct {
		row  reject.Row
		want string
	}{
		{reject.Row{Source: "t", Partition: 3, Offset: 7, Time: time.Date(2026, 11, 30, 12, 0, 0, 1500, time.FixedZone("", 7200)), Field: "kwargs", Reason: "missing", Raw: []byte(`{"a":1}`)},
			`{"source":"t","source_partition":3,"source_offset":7,"event_time":"2026-11-30T10:00:00.000001Z","field":"kwargs","reason":"missing","raw":"{\"a\":1}"}`},
		{reject.Row{Source: "بيانات.jsonl", Reason: "not JSON", Raw: []byte{}},
			`{"source":"بيانات.jsonl","source_partition":0,"source_offset":0,"field":null,"reason":"not JSON","raw":""}`},
		{reject.Row{Source: "t", Reason: "a tombstone"},
			`{"source":"t","source_partition":0,"source_offset":0,"field":null,"reason":"a tombstone","raw":null}`},
		{reject.Row{Source: "t\xff", Reason: "byte \xff", Raw: []byte("\xff\xfe")},
			`{"source":"t` + "\uFFFD" + `","source_partition":0,"source_offset":0,"field":null,"reason":"byte ` + "\uFFFD" + `","raw_base64":"//4="}`},
	} {
		if got := string(AppendReject(nil, &tt.row)); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
	// Behind other output.
	if got := string(AppendReject([]byte("["), &reject.Row{})); !strings.HasPrefix(got, `[{"source"`) {
		t.Error(got)
	}
}

func FuzzRow(f *testing.F) {
	f.Add("text", 1.5, int64(0), []byte("raw"), true)
	f.Add("\x00\u2028\xff\"\\", math.NaN(), int64(math.MaxInt64), []byte("\xc3"), false)
	f.Add("ميزان\u202e", math.Inf(-1), int64(math.MinInt64), []byte(nil), true)
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "text", Type: schemas.Text}, {Name: "float", Type: schemas.Float64}, {Name: "int", Type: schemas.Int64},
		{Name: "time", Type: schemas.Timestamp}, {Name: "texts", Type: schemas.TextList, Nullable: true},
	}, nil)
	f.Fuzz(func(t *testing.T, text string, float float64, n int64, raw []byte, valid bool) {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		defer b.Release()
		b.Field(0).(*array.StringBuilder).Append(text)
		b.Field(1).(*array.Float64Builder).Append(float)
		b.Field(2).(*array.Int64Builder).Append(n)
		b.Field(3).(*array.TimestampBuilder).Append(arrow.Timestamp(n))
		l := b.Field(4).(*array.ListBuilder)
		l.Append(valid)
		if valid {
			l.ValueBuilder().(*array.StringBuilder).AppendValues([]string{text, string(raw)}, []bool{true, n&1 == 0})
		}
		rec := b.NewRecord()
		defer rec.Release()
		row := New(rec).Append(nil, 0)
		var back struct {
			Text string `json:"text"`
			Int  int64  `json:"int"`
		}
		if err := json.Unmarshal(row, &back); err != nil {
			t.Fatalf("%v: %q", err, row)
		}
		if want := strings.ToValidUTF8(text, ""); strings.ToValidUTF8(strings.ReplaceAll(back.Text, "\uFFFD", ""), "") != strings.ReplaceAll(want, "\uFFFD", "") || back.Int != n {
			t.Errorf("%q and %d come back as %q and %d", text, n, back.Text, back.Int)
		}
		if r := AppendReject(nil, &reject.Row{Source: text, Offset: n, Field: text, Reason: text, Raw: raw}); !json.Valid(r) {
			t.Errorf("reject %q", r)
		}
	})
}
