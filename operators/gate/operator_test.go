package gate

import (
	"context"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	arrowmemory "github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/schemas"
)

// batchOf makes a batch of answers with a lang each; a nil answer is null.
func batchOf(t testing.TB, answers []any, langs [][]string) *operators.Batch {
	t.Helper()
	bld := array.NewRecordBuilder(arrowmemory.DefaultAllocator, schemas.Generation)
	defer bld.Release()
	for i := range answers {
		for j, f := range schemas.Generation.Fields() {
			switch f.Name {
			case schemas.Source:
				bld.Field(j).(*array.StringBuilder).Append("test")
			case schemas.SourcePartition:
				bld.Field(j).(*array.Int32Builder).Append(0)
			case schemas.SourceOffset:
				bld.Field(j).(*array.Int64Builder).Append(int64(i))
			case schemas.Lang:
				list := bld.Field(j).(*array.ListBuilder)
				list.Append(langs[i] != nil)
				for _, l := range langs[i] {
					list.ValueBuilder().(*array.StringBuilder).Append(l)
				}
			default:
				bld.Field(j).AppendNull()
			}
		}
	}
	rec := bld.NewRecord()
	t.Cleanup(rec.Release)
	b := operators.NewBatch()
	b.Reset(rec)
	fill(b, answers)
	return b
}

func fill(b *operators.Batch, answers []any) {
	for row, a := range answers {
		if s, ok := a.(string); ok {
			b.Text(schemas.Answer).Set(row, s)
		}
	}
}

func TestOperator(t *testing.T) {
	spec, err := Find("inception", nil)
	if err != nil {
		t.Fatal(err)
	}
	op, err := New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := (operators.Chain{op}).Check(arrow.NewSchema(append(schemas.Generation.Fields(), reads[0]), nil), nil); err != nil {
		t.Fatal(err)
	}
	b := batchOf(t,
		[]any{"مرحبا بكم", "Hello there.", nil, "Hello there.", "no no no no no no no", "not selected"},
		[][]string{{"ar"}, nil, {"ar"}, {"fr"}, {"fr"}, {"en"}})
	b.Select([]int{0, 1, 2, 3, 4})
	if err := op.Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	for row, want := range []struct {
		reason string
		pass   bool
		fault  bool
		null   bool
	}{
		{OK, true, false, false},
		{OK, true, false, false},
		{"", false, false, true}, // there is no answer
		{"language", false, true, false},
		{"repeated_words", false, false, false}, // does not get as far as the lang
		{"", false, false, true},
	} {
		reason, pass, fault := b.Text(schemas.GateReason), b.Bool(schemas.GatePass), b.Text(schemas.Error)
		if reason.At(row) != want.reason || pass.At(row) != want.pass || !fault.IsNull(row) != want.fault {
			t.Errorf("row %d: got %q, %v, error %q, want %+v", row, reason.At(row), pass.At(row), fault.At(row), want)
		}
		for _, f := range op.Adds() {
			if f.Name == schemas.Error {
				continue
			}
			null := map[arrow.Type]func(string) bool{
				arrow.STRING:  func(n string) bool { return b.Text(n).IsNull(row) },
				arrow.BOOL:    func(n string) bool { return b.Bool(n).IsNull(row) },
				arrow.INT32:   func(n string) bool { return b.Int(n).IsNull(row) },
				arrow.FLOAT64: func(n string) bool { return b.Float(n).IsNull(row) },
			}[f.Type.ID()](f.Name)
			if null != want.null {
				t.Errorf("row %d, column %s: null is %v", row, f.Name, null)
			}
		}
	}
	if got := b.Int(schemas.WordRun).At(4); got != 7 {
		t.Errorf("word_run: got %d, want 7", got)
	}
	if rec, err := b.Scored(arrowmemory.DefaultAllocator); err != nil {
		t.Error(err)
	} else {
		rec.Release()
	}
}

// A worker judges row after row without allocating.
func TestNoAllocations(t *testing.T) {
	answers := []any{"مرحبا بكم في هذا النص. نعم نعم.", "Hello there, don't worry: it is [fine]. P.P.S. bye", "```json\n{\"a\": 1}\n```", ""}
	for _, name := range Names() {
		spec, err := Find(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		op, err := New(spec)
		if err != nil {
			t.Fatal(err)
		}
		b := batchOf(t, answers, [][]string{{"ar"}, {"ar", "en"}, nil, {"en"}})
		apply := func() {
			if err := op.Apply(context.Background(), b); err != nil {
				t.Fatal(err)
			}
		}
		apply()
		if n := testing.AllocsPerRun(100, apply); n > 0 {
			t.Errorf("gate %s: %v allocations a batch", name, n)
		}
	}
}
