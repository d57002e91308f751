package sink

import (
	"os"
	"path/filepath"
	"testing"

	"mizan/internal/duck"
)

func TestSliceIsReadByDuckDB(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	rec, err := writeSlice(s, 0, 10, offsetRows(t, 0, 8), rejectRow(8), rejectRow(9))
	if err != nil {
		t.Fatal(err)
	}
	if rec.Scored != 8 || rec.Rejected != 2 || rec.Next != 10 {
		t.Errorf("record = %+v", rec)
	}
	if got := duck.One(t, "select count(*) from read_parquet('"+dir+"/scored/**/*.parquet', hive_partitioning=true) where task='ifeval' and date='2026-11-30'"); got != int64(4) {
		t.Errorf("rows of task ifeval = %v", got)
	}
	if got := duck.One(t, "select hex(raw) from read_parquet('"+dir+"/rejects/**/*.parquet') where source_offset=9"); got != "FFFE09" {
		t.Errorf("raw = %v", got)
	}
	want := "scored/task=ifeval/date=2026-11-30/gen-0-0-9.parquet"
	if _, err := os.Stat(filepath.Join(dir, want)); err != nil {
		t.Error(err)
	}
	r := mustVerify(t, dir)
	if r.Scored != 8 || r.Rejected != 2 || len(r.Leftovers) != 0 {
		t.Errorf("report:\n%s", r)
	}
	next, found, err := s.Resume("gen", 0)
	if next != 10 || !found || err != nil {
		t.Errorf("Resume = %d, %v, %v", next, found, err)
	}
}
