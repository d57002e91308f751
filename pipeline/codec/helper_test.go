package codec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/source"
	"mizan/schemas"
)

// needs stands in for the task table.
func needs(name string) (codec.Need, error) {
	switch {
	case strings.Contains(name, "_mc1_"), strings.Contains(name, "_mc2_"):
		return codec.NeedLogLikelihoods | codec.NeedReferences, nil
	case strings.HasPrefix(name, "ifeval"):
		return codec.NeedResponse | codec.NeedInstructions, nil
	case strings.HasPrefix(name, "truthfulqa"):
		return codec.NeedResponse | codec.NeedReferences, nil
	case name == "quality":
		return codec.NeedResponse, nil
	}
	return 0, errors.New("unknown task \"" + name + "\"; near names: ifeval, quality")
}

// row is one row of a batch, with the columns printed: null, text, list.
type row map[string]string

func rowsOf(rec arrow.Record) []row {
	rows := make([]row, rec.NumRows())
	for i := range rows {
		rows[i] = row{}
		for c, f := range rec.Schema().Fields() {
			if col := rec.Column(c); col.IsNull(i) {
				rows[i][f.Name] = "null"
			} else if s, ok := col.(*array.String); ok {
				rows[i][f.Name] = s.Value(i)
			} else {
				rows[i][f.Name] = col.ValueStr(i)
			}
		}
	}
	return rows
}

// appendOne appends one message to a new builder.
func appendOne(t *testing.T, o codec.Options, src string, value []byte) (row, *reject.Row) {
	t.Helper()
	if o.Task == nil {
		o.Task = needs
	}
	b := codec.NewBuilder(o)
	bad := b.Append(src, 2, source.Message{Offset: 7, Value: value})
	rec := b.NewRecord()
	defer rec.Release()
	if !rec.Schema().Equal(schemas.Generation) {
		t.Fatalf("schema %v", rec.Schema())
	}
	rows := rowsOf(rec)
	switch {
	case bad == nil && len(rows) == 1:
		return rows[0], nil
	case bad != nil && len(rows) == 0:
		if string(bad.Raw) != string(value) || bad.Source != src || bad.Partition != 2 || bad.Offset != 7 {
			t.Errorf("the reject has lost where or what it was: %+v", bad)
		}
		if strings.ContainsFunc(bad.Reason, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e }) || len(bad.Reason) > 1200 || bad.Reason == "" {
			t.Errorf("reason is not one plain line: %q", bad.Reason)
		}
		return nil, bad
	}
	t.Fatalf("%d rows, reject %v", len(rows), bad)
	return nil, nil
}

// record is a canonical record: base fields, then more, which override them.
func record(more string) string {
	s := `{"task":"ifeval","response":"a b"`
	if more != "" {
		s += "," + more
	}
	return s + "}"
}

func mc(more string) string {
	return fmt.Sprintf(`{"task":"truthfulqa-multi_mc2_en",%s}`, more)
}
