package sink

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/pipeline/reject"
	"mizan/schemas"
)

// row is a scored row by column name; what is absent is null.
type row map[string]any

// scoredRecord builds a record of schema schemas.Scored. source and
// source_partition have defaults; times are RFC 3339 texts.
func scoredRecord(t testing.TB, rows ...row) arrow.Record {
	t.Helper()
	b := array.NewRecordBuilder(memory.DefaultAllocator, schemas.Scored)
	defer b.Release()
	for _, r := range rows {
		for i, f := range schemas.Scored.Fields() {
			v, ok := r[f.Name]
			switch {
			case !ok && f.Name == schemas.Source:
				v = "gen"
			case !ok && f.Name == schemas.SourcePartition:
				v = int32(0)
			}
			appendValue(t, b.Field(i), v)
		}
		for name := range r {
			if _, ok := schemas.ScoredField(name); !ok {
				t.Fatalf("no column %q", name)
			}
		}
	}
	return b.NewRecord()
}

func appendValue(t testing.TB, b array.Builder, v any) {
	t.Helper()
	if v == nil {
		b.AppendNull()
		return
	}
	switch b := b.(type) {
	case *array.StringBuilder:
		b.Append(v.(string))
	case *array.BooleanBuilder:
		b.Append(v.(bool))
	case *array.Int32Builder:
		b.Append(v.(int32))
	case *array.Int64Builder:
		b.Append(v.(int64))
	case *array.Float64Builder:
		b.Append(v.(float64))
	case *array.TimestampBuilder:
		at, err := time.Parse(time.RFC3339Nano, v.(string))
		if err != nil {
			t.Fatal(err)
		}
		b.Append(arrow.Timestamp(at.UnixMicro()))
	case *array.ListBuilder:
		b.Append(true)
		for _, e := range v.([]any) {
			appendValue(t, b.ValueBuilder(), e)
		}
	default:
		t.Fatalf("no builder for %T", b)
	}
}

// offsetRows are plain rows for the offsets [first, next).
func offsetRows(t testing.TB, first, next int64) arrow.Record {
	t.Helper()
	var rows []row
	for o := first; o < next; o++ {
		rows = append(rows, row{
			schemas.SourceOffset: o, schemas.RecordID: fmt.Sprintf("r%d", o), schemas.Model: "m",
			schemas.Task: []string{"ifeval", "quality"}[o%2], schemas.EventTime: "2026-11-30T10:00:00Z",
			schemas.Response: strings.Repeat(fmt.Sprintf("word%d ", o), 20),
		})
	}
	return scoredRecord(t, rows...)
}

func rejectRow(offset int64) reject.Row {
	return reject.Row{
		Source: "gen", Offset: offset, Time: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC),
		Reason: "not JSON", Raw: []byte{0xFF, 0xFE, byte(offset)},
	}
}

// testOptions keep all texts.
func testOptions(dir string) Options {
	return Options{Dir: dir, KeepPrompt: true, KeepResponse: true, KeepThinking: true, PlanHash: "plan", ProductVersion: "test"}
}

func mustOpen(t testing.TB, o Options) *Sink {
	t.Helper()
	s, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func mustBegin(t testing.TB, s *Sink, first int64) *Slice {
	t.Helper()
	sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: first})
	if err != nil {
		t.Fatal(err)
	}
	return sl
}

// writeSlice commits plain rows for [first, next), with those in rejected as rejects.
func writeSlice(s *Sink, first, next int64, rec arrow.Record, rejects ...reject.Row) (CommitRecord, error) {
	sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: first})
	if err != nil {
		return CommitRecord{}, err
	}
	if rec != nil {
		if err := sl.WriteScored(rec); err != nil {
			sl.Abort()
			return CommitRecord{}, err
		}
	}
	if err := sl.WriteRejects(rejects); err != nil {
		sl.Abort()
		return CommitRecord{}, err
	}
	return sl.Commit(next-1, next)
}

func mustVerify(t testing.TB, dir string) *VerifyReport {
	t.Helper()
	r, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() {
		t.Fatalf("not whole:\n%s", r)
	}
	return r
}
