package truthfulqa

import (
	"context"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/schemas"
)

func TestTruncate(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"Yes.\n\nQ: more", "Yes"},
		{"Yes!\n\nNo.\n\n", "Yes"},
		{"A: it is.Q: what", "A: it is."},
		{"Yes.\nNo!\n", "Yes.\nNo!\n"},
		{"Q:", ""},
		{"no stop", "no stop"},
		{"", ""},
	} {
		if got := Truncate(tt.in); got != tt.want {
			t.Errorf("Truncate(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestStops(t *testing.T) {
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: schemas.DocID, Type: schemas.Int64}}, nil))
	b.Field(0).(*array.Int64Builder).AppendValues([]int64{0, 1, 2}, nil)
	batch := operators.NewBatch()
	batch.Reset(b.NewRecord())
	answer := batch.Text(schemas.Answer)
	answer.Set(0, "Cut.\n\nThis")
	answer.Set(1, "Not selected.\n\nThis")
	batch.Select([]int{0, 2})
	if err := NewStops().Apply(context.Background(), batch); err != nil {
		t.Fatal(err)
	}
	if got := answer.At(0); got != "Cut" {
		t.Errorf("selected row: %q", got)
	}
	if got := answer.At(1); got != "Not selected.\n\nThis" {
		t.Errorf("row that is not selected: %q", got)
	}
	if !answer.IsNull(2) {
		t.Errorf("a null answer became %q", answer.At(2))
	}
}
