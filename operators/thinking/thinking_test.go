package thinking

import (
	"context"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/schemas"
)

// record has the columns that the operator reads; "-" stands for null.
func record(rows [][3]string) arrow.Record {
	var fields []arrow.Field
	var cols []arrow.Array
	for i, name := range []string{schemas.Response, schemas.Reasoning, schemas.Model} {
		b := array.NewStringBuilder(memory.DefaultAllocator)
		for _, r := range rows {
			if r[i] == "-" {
				b.AppendNull()
			} else {
				b.Append(r[i])
			}
		}
		fields = append(fields, arrow.Field{Name: name, Type: schemas.Text, Nullable: true})
		cols = append(cols, b.NewArray())
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), cols, int64(len(rows)))
}

func TestOperator(t *testing.T) {
	op, err := New(Config{Rules: []Rule{
		{Model: "*strict*", Unclosed: Reject},
		{Model: "*gpt*", Styles: []string{"harmony"}, Unclosed: NoAnswer},
	}})
	if err != nil {
		t.Fatal(err)
	}
	in := [][3]string{
		{"<think>hm</think>Yes", "-", "-"},
		{"-", "-", "m"},
		{"Yes", "hm hm", "m"},
		{"<think>hm", "-", "m"},
		{"<think>hm", "-", "a/strict-model"},
		{"<think>hm</think>Yes", "-", "openai/GPT"},
		{"analysisHm", "-", "openai/GPT"},
		{"</think>Yes", "", "m"},
		{"x</think>Yes", "hm", "m"},
	}
	want := []struct {
		answer, thinking, state string
		bytes                   int64
	}{
		{"Yes", "hm", Closed, 2},
		{"", "-", None, 0},
		{"Yes", "hm hm", Field, 5},
		{"<think>hm", "-", Unclosed, 0},
		{"-", "-", "-", 0},
		{"<think>hm</think>Yes", "-", None, 0},
		{"", "Hm", Unclosed, 2},
		{"Yes", "", Closed, 0},
		{"Yes", "hm", Field, 2},
	}
	b := operators.NewBatch()
	b.Reset(record(in))
	if err := op.Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	at := func(column string, row int) string {
		if b.Text(column).IsNull(row) {
			return "-"
		}
		return b.Text(column).At(row)
	}
	for row, w := range want {
		if at(schemas.Answer, row) != w.answer || at(schemas.Thinking, row) != w.thinking || at(schemas.ThinkingState, row) != w.state ||
			b.Int(schemas.ThinkingBytes).At(row) != w.bytes || b.Int(schemas.ThinkingBytes).IsNull(row) != (w.state == "-") {
			t.Errorf("row %d: answer %q, thinking %q, state %q, %d bytes, want %+v", row, at(schemas.Answer, row),
				at(schemas.Thinking, row), at(schemas.ThinkingState, row), b.Int(schemas.ThinkingBytes).At(row), w)
		}
		if got := at(schemas.Error, row); strings.Contains(got, "not closed") != (w.state == "-") {
			t.Errorf("row %d: the error is %q", row, got)
		}
	}
}

func TestOperatorLeavesOtherRowsAlone(t *testing.T) {
	op, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	b := operators.NewBatch()
	b.Reset(record([][3]string{{"a", "-", "-"}, {"b", "-", "-"}}))
	b.Select([]int{1})
	if err := op.Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	if !b.Text(schemas.Answer).IsNull(0) || b.Text(schemas.Answer).At(1) != "b" {
		t.Error("the operator has not worked on row 1 only")
	}
}

func TestOperatorDoesNotAllocate(t *testing.T) {
	op, err := New(Config{Rules: []Rule{{Model: "*q*", Styles: Styles(), Unclosed: NoAnswer}}})
	if err != nil {
		t.Fatal(err)
	}
	rec := record([][3]string{{"<think>hm</think>Yes", "-", "m"}, {"plain", "hm", "q"}, {"<think>hm", "-", "-"}})
	b := operators.NewBatch()
	apply := func() {
		b.Reset(rec)
		if err := op.Apply(context.Background(), b); err != nil {
			t.Fatal(err)
		}
	}
	apply()
	// Finding a column by its name makes a small slice, once a batch.
	if n := testing.AllocsPerRun(100, apply); n > 3 {
		t.Errorf("a batch allocates %v times", n)
	}
}

func BenchmarkStrip(b *testing.B) {
	for name, s := range map[string]string{
		"plain":  strings.Repeat("It is <b>so</b>, they say. ", 1000),
		"closed": strings.Repeat("It is <b>so</b>, they say. ", 1000) + "</think>" + strings.Repeat("Yes. ", 100),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				Strip(s)
			}
		})
		b.Run(name+"/LastIndex", func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				strings.LastIndex(s, "</think>")
			}
		})
	}
}
