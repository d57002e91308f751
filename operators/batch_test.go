package operators

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/schemas"
)

// generations makes a record of schema schemas.Generation out of JSON objects;
// source is given to each.
func generations(t testing.TB, rows ...string) arrow.Record {
	t.Helper()
	for i, r := range rows {
		rows[i] = strings.TrimSuffix(r, "}") + fmt.Sprintf(`,"source":"s","source_partition":0,"source_offset":%d}`, i)
		rows[i] = strings.Replace(rows[i], "{,", "{", 1)
	}
	rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, schemas.Generation, strings.NewReader("["+strings.Join(rows, ",")+"]"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Release)
	return rec
}

func batchOf(t testing.TB, rows ...string) *Batch {
	t.Helper()
	b := NewBatch()
	b.Reset(generations(t, rows...))
	return b
}

// scored returns a column of the scored record as JSON.
func scored(t testing.TB, b *Batch, column string) string {
	t.Helper()
	mem := memory.NewCheckedAllocator(memory.DefaultAllocator)
	rec, err := b.Scored(mem)
	if err != nil {
		t.Fatal(err)
	}
	defer mem.AssertSize(t, 0)
	defer rec.Release()
	if !rec.Schema().Equal(schemas.Scored) || rec.NumRows() != int64(b.NumRows()) {
		t.Fatalf("%d rows of %s", rec.NumRows(), rec.Schema())
	}
	data, err := rec.Column(rec.Schema().FieldIndices(column)[0]).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		t.Fatal(err)
	}
	return compact.String()
}

func TestColumnsBecomeArrays(t *testing.T) {
	b := batchOf(t, `{"task":"a"}`, `{"task":"b"}`, `{"task":"c"}`)
	b.Text(schemas.Answer).Set(0, "ميزان")
	b.Text(schemas.Answer).Set(2, "")
	b.Int(schemas.LetterWords).Set(1, -7)      // int32
	b.Int(schemas.ThinkingBytes).Set(1, 1<<40) // int64
	b.Float(schemas.EnglishRatio).Set(0, 0.25)
	b.Bool(schemas.GatePass).Set(0, true)
	b.Bool(schemas.GatePass).Set(1, false)
	b.BoolList(schemas.FollowStrict).Set(2, []bool{true, false})
	b.BoolList(schemas.FollowStrict).Set(0, nil)
	b.TextList(schemas.InstructionErrors).Set(1, []NullText{{}, {"bad", true}, {"", true}})
	b.Text(schemas.Error).Set(1, "taken back")
	b.Text(schemas.Error).SetNull(1)
	for _, tt := range []struct{ column, want string }{
		{schemas.Answer, `["ميزان",null,""]`},
		{schemas.LetterWords, `[null,-7,null]`},
		{schemas.ThinkingBytes, `[null,1099511627776,null]`},
		{schemas.EnglishRatio, `[0.25,null,null]`},
		{schemas.GatePass, `[true,false,null]`},
		{schemas.FollowStrict, `[[],null,[true,false]]`},
		{schemas.InstructionErrors, `[null,[null,"bad",""],null]`},
		{schemas.Error, `[null,null,null]`},
		{schemas.Task, `["a","b","c"]`},           // passed on
		{schemas.SourceOffset, `[0,1,2]`},         // passed on
		{schemas.BleuMax, `[null,null,null]`},     // nobody's
		{schemas.FollowLoose, `[null,null,null]`}, // nobody's
		{schemas.EventTime, `[null,null,null]`},   // null in the input
		{schemas.InstructionIDList, `[null,null,null]`},
	} {
		if got := scored(t, b, tt.column); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.column, got, tt.want)
		}
	}
}

func TestValuesOfColumns(t *testing.T) {
	b := batchOf(t, `{}`, `{}`)
	c := b.Text(schemas.Answer)
	if c != b.Text(schemas.Answer) {
		t.Error("two columns of one name")
	}
	c.Set(0, "x")
	if c.At(0) != "x" || c.IsNull(0) || c.At(1) != "" || !c.IsNull(1) {
		t.Errorf("%q %v %q %v", c.At(0), c.IsNull(0), c.At(1), c.IsNull(1))
	}
	l := b.BoolList(schemas.FollowStrict)
	elems := []bool{true}
	l.Set(1, elems)
	elems[0] = false // the elements were copied
	if !l.IsNull(0) || l.IsNull(1) || len(l.At(0)) != 0 || len(l.At(1)) != 1 || !l.At(1)[0] {
		t.Errorf("%v %v", l.At(0), l.At(1))
	}
	l.Set(1, []bool{false, false}) // the last one stands
	if got := l.At(1); len(got) != 2 || got[0] {
		t.Errorf("%v", got)
	}
}

// A worker's batch is reused: what one record left behind must not show in the
// next, whether that has more rows or fewer.
func TestResetForgets(t *testing.T) {
	b := batchOf(t, `{}`, `{}`)
	fill := func() {
		for row := range b.NumRows() {
			b.Text(schemas.Answer).Set(row, "old")
			b.Int(schemas.LetterWords).Set(row, 1)
			b.Float(schemas.Acc).Set(row, 1)
			b.Bool(schemas.GatePass).Set(row, true)
			b.BoolList(schemas.FollowStrict).Set(row, []bool{true})
			b.TextList(schemas.InstructionErrors).Set(row, []NullText{{"old", true}})
		}
		b.Select([]int{0})
	}
	fill()
	for _, rows := range [][]string{{`{}`, `{}`, `{}`}, {`{}`}, {}, {`{}`, `{}`}} {
		b.Reset(generations(t, rows...))
		if got := b.Rows(); len(got) != len(rows) {
			t.Errorf("%d of %d rows are selected", len(got), len(rows))
		}
		nulls := "[" + strings.TrimSuffix(strings.Repeat("null,", len(rows)), ",") + "]"
		for _, column := range []string{schemas.Answer, schemas.LetterWords, schemas.Acc, schemas.GatePass, schemas.FollowStrict, schemas.InstructionErrors} {
			if got := scored(t, b, column); got != nulls {
				t.Errorf("%d rows: %s = %s", len(rows), column, got)
			}
		}
		if len(rows) > 0 {
			fill()
		}
	}
}

func TestInput(t *testing.T) {
	b := batchOf(t, `{"response":"r","lang":["ar",null,"en"]}`, `{"lang":[]}`, `{}`)
	if got := b.InText(schemas.Response); got.Value(0) != "r" || !got.IsNull(1) {
		t.Errorf("response %v", got)
	}
	if b.In("no_such") != nil {
		t.Error("a column that is not there")
	}
	lang := b.InTextList(schemas.Lang)
	if lang.Len(0) != 3 || lang.IsNull(0) || lang.Len(1) != 0 || lang.IsNull(1) || lang.Len(2) != 0 || !lang.IsNull(2) {
		t.Errorf("lengths %d %d %d", lang.Len(0), lang.Len(1), lang.Len(2))
	}
	if a, n, e := lang.At(0, 0), lang.At(0, 1), lang.At(0, 2); a != (NullText{"ar", true}) || n != (NullText{}) || e != (NullText{"en", true}) {
		t.Errorf("%v %v %v", a, n, e)
	}
	// The rows of a slice of a record have lists of their own.
	whole := generations(t, `{"lang":["x"]}`, `{"lang":["y","z"]}`)
	part := whole.NewSlice(1, 2)
	defer part.Release()
	b.Reset(part)
	if lang := b.InTextList(schemas.Lang); lang.Len(0) != 2 || lang.At(0, 0).Text != "y" {
		t.Errorf("of a slice: %d, %v", lang.Len(0), lang.At(0, 0))
	}
	b.TextList(schemas.InstructionErrors).Set(0, nil)
	if got := scored(t, b, schemas.Lang); got != `[["y","z"]]` {
		t.Errorf("lang of a slice is passed on as %s", got)
	}
}

type resettable struct{ resets int }

func (r *resettable) Reset() { r.resets++ }

func TestScratch(t *testing.T) {
	b := batchOf(t, `{}`)
	type key struct{}
	made := 0
	make := func() any { made++; return new(resettable) }
	first := b.Scratch(key{}, make)
	b.Scratch("other", func() any { return 1 }) // without Reset
	b.Reset(generations(t, `{}`))
	if second := b.Scratch(key{}, make); first != second || made != 1 || second.(*resettable).resets != 1 {
		t.Errorf("made %d times, reset %d times", made, second.(*resettable).resets)
	}
	if other := NewBatch().Scratch(key{}, make); other == first {
		t.Error("two workers share memory")
	}
}

func TestScoredRefuses(t *testing.T) {
	for _, tt := range []struct {
		set  func(b *Batch)
		want string
	}{
		{func(b *Batch) { b.Text(schemas.GatePass).Set(0, "x") }, `cannot build column "gate_pass": texts do not fit into bool`},
		{func(b *Batch) { b.Int(schemas.Answer).Set(0, 1) }, `cannot build column "answer": integers do not fit into utf8`},
		{func(b *Batch) { b.Float(schemas.Answer).Set(0, 1) }, `cannot build column "answer": floats do not fit into utf8`},
		{func(b *Batch) { b.Bool(schemas.Answer).Set(0, true) }, `cannot build column "answer": booleans do not fit into utf8`},
		{func(b *Batch) { b.BoolList(schemas.Answer).Set(0, nil) }, `cannot build column "answer": lists do not fit into utf8`},
		{func(b *Batch) { b.TextList(schemas.FollowStrict).Set(0, nil) }, `cannot build column "follow_strict": texts do not fit into list<item: bool, nullable>`},
		{func(b *Batch) { b.BoolList(schemas.InstructionErrors).Set(0, nil) }, `cannot build column "instruction_errors": booleans do not fit into list<item: utf8, nullable>`},
	} {
		b := batchOf(t, `{}`)
		tt.set(b)
		if _, err := b.Scored(memory.DefaultAllocator); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
	// An input column of another type than the scored schema has.
	wrong, _, err := array.RecordFromJSON(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: schemas.DocID, Type: schemas.Text}}, nil), strings.NewReader(`[{"doc_id":"1"}]`))
	if err != nil {
		t.Fatal(err)
	}
	defer wrong.Release()
	b := NewBatch()
	b.Reset(wrong)
	if _, err := b.Scored(memory.DefaultAllocator); err == nil || !strings.Contains(err.Error(), `cannot pass column "doc_id" on: it is utf8, the scored schema has int64`) {
		t.Errorf("error %v", err)
	}
}
