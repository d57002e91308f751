package clean_test

import (
	"context"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/operators/clean"
	"mizan/schemas"
)

// rows returns a record of that many responses.
func rows(t testing.TB, n int) arrow.Record {
	t.Helper()
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	for range n {
		b.AppendNull()
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: schemas.Response, Type: schemas.Text, Nullable: true}}, nil)
	return array.NewRecord(schema, []arrow.Array{b.NewArray()}, int64(n))
}

func TestOperator(t *testing.T) {
	in := []string{"a\nb", "", "clean", "  \u0634\u0651\u064e  ", "never", strings.Repeat("x\n", 1<<16)}
	want := []string{"ab", "", "clean", "\u0634\u064e\u0651", "never", strings.Repeat("x", 1<<16)}
	b := operators.NewBatch()
	op := clean.New()
	for range 3 {
		b.Reset(rows(t, len(in)+1))
		col := b.Text(schemas.Answer)
		for i, s := range in {
			col.Set(i, s)
		}
		// Two calls for one batch, as two tasks make them, and a row of neither.
		for _, sel := range [][]int{{0, 2, 6}, {1, 3, 5}} {
			b.Select(sel)
			if err := op.Apply(context.Background(), b); err != nil {
				t.Fatal(err)
			}
		}
		for i, s := range want {
			if got := col.At(i); got != s {
				t.Errorf("row %d: %+q, want %+q", i, got[:min(40, len(got))], s[:min(40, len(s))])
			}
		}
		if !col.IsNull(len(in)) {
			t.Error("a null answer has become a text")
		}
	}
}

func TestOperatorDoesNotAllocate(t *testing.T) {
	b := operators.NewBatch()
	op := clean.New()
	rec := rows(t, 100)
	apply := func() {
		b.Reset(rec)
		col := b.Text(schemas.Answer)
		for i := range 100 {
			col.Set(i, "line one\nline two\n\u0634\u0651\u064e\u2026 e\u0301")
		}
		if err := op.Apply(context.Background(), b); err != nil {
			t.Fatal(err)
		}
	}
	apply()
	if n := testing.AllocsPerRun(20, apply); n != 0 {
		t.Errorf("a batch of 100 rows allocates %v times", n)
	}
}
