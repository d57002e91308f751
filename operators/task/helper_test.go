package task

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/schemas"
)

// fields are the values of a generation record by column; what is not there is
// null.
type fields map[string]any

// record makes a batch of generation records, with their offsets counted from 0.
func record(t testing.TB, rows ...fields) arrow.Record {
	t.Helper()
	for i, r := range rows {
		r[schemas.Source], r[schemas.SourcePartition], r[schemas.SourceOffset] = "s", 0, i
	}
	data, err := json.Marshal(append([]fields{}, rows...)) // no rows are [], not null
	if err != nil {
		t.Fatal(err)
	}
	rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, schemas.Generation, strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Release)
	return rec
}

// values are a column's values as JSON has them.
func values(t testing.TB, rec arrow.Record, column string) string {
	t.Helper()
	data, err := rec.Column(rec.Schema().FieldIndices(column)[0]).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func compile(t testing.TB, c Config) *Plans {
	t.Helper()
	p, err := Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
