package sink

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mizan/pipeline/reject"
	"mizan/schemas"
)

func TestCommitRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		first, last, next int64
		row               int64
		want              string
	}{
		"nothing read":       {4, 3, 4, -1, "abort a slice"},
		"last beyond next":   {4, 9, 9, -1, "must be below next"},
		"row beyond last":    {4, 5, 6, 7, "offset 7"},
		"gap":                {6, 7, 8, -1, "the log ends at 4"},
		"row before first":   {4, 5, 6, 3, "begins at 4"},
		"already committed":  {2, 3, 4, -1, "already committed"},
		"first of the chain": {0, 3, 4, -1, "already committed"},
	} {
		dir := t.TempDir()
		s := mustOpen(t, testOptions(dir))
		if _, err := writeSlice(s, 0, 4, offsetRows(t, 0, 4)); err != nil {
			t.Fatal(err)
		}
		sl := mustBegin(t, s, c.first)
		var err error
		if c.row >= 0 {
			err = sl.WriteScored(scoredRecord(t, row{schemas.SourceOffset: c.row}))
		}
		if err == nil {
			_, err = sl.Commit(c.last, c.next)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", name, err)
		}
		if taken := c.want == "already committed"; errors.Is(err, ErrSliceTaken) != taken {
			t.Errorf("%s: ErrSliceTaken in %v", name, err)
		}
		if err := sl.Abort(); err != nil {
			t.Error(err)
		}
		if r := mustVerify(t, dir); r.Scored != 4 || len(r.Leftovers) > 0 {
			t.Errorf("%s:\n%s", name, r)
		}
	}
}

func TestSchemaMustMatch(t *testing.T) {
	s := mustOpen(t, testOptions(t.TempDir()))
	rec := rejectsRecord([]reject.Row{rejectRow(0)})
	if err := mustBegin(t, s, 0).WriteScored(rec); err == nil || !strings.Contains(err.Error(), "schemas.Scored") {
		t.Errorf("error %v", err)
	}
}

// A slice in which all is rejected has no scored file; one without rows has no
// file at all. Both move next.
func TestSlicesWithoutScoredRows(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	for _, c := range []struct {
		next    int64
		rejects []reject.Row
	}{{2, []reject.Row{rejectRow(0), rejectRow(1)}}, {5, nil}} {
		end, _ := s.end("gen", 0)
		rec, err := writeSlice(s, end.next, c.next, nil, c.rejects...)
		if err != nil || len(rec.Files) != len(c.rejects)/2 {
			t.Fatalf("record %+v, error %v", rec, err)
		}
		if next, found, err := s.Resume("gen", 0); next != c.next || !found || err != nil {
			t.Errorf("Resume = %d, %v, %v", next, found, err)
		}
	}
	if files := parquetFiles(t, filepath.Join(dir, scoredDir)); len(files) > 0 {
		t.Errorf("scored files %q", files)
	}
	if r := mustVerify(t, dir); r.Rejected != 2 || r.Logs[0].Absent != 3 || r.Logs[0].Next != 5 {
		t.Errorf("report:\n%s", r)
	}
}

// The same rows and configuration give the same files, byte for byte, however
// the slice was cut into records.
func TestReplayGivesTheSameBytes(t *testing.T) {
	rec, _ := benchRecord(t, 0, 700)
	content := func(cuts ...int64) map[string][]byte {
		dir := t.TempDir()
		o := testOptions(dir)
		o.PartitionBy, o.MaxOpenWriters, o.RowGroupBytes, o.RowGroupRows = []string{schemas.Model}, 3, 400_000, 150
		s := mustOpen(t, o)
		sl := mustBegin(t, s, 0)
		from := int64(0)
		for _, to := range append(cuts, rec.NumRows()) {
			if err := sl.WriteScored(rec.NewSlice(from, to)); err != nil {
				t.Fatal(err)
			}
			from = to
		}
		if _, err := sl.Commit(699, 700); err != nil {
			t.Fatal(err)
		}
		mustVerify(t, dir)
		files := map[string][]byte{}
		for _, f := range parquetFiles(t, filepath.Join(dir, scoredDir)) {
			b, err := os.ReadFile(filepath.Join(dir, scoredDir, f))
			if err != nil {
				t.Fatal(err)
			}
			files[f] = b
		}
		return files
	}
	want := content()
	if len(want) < 8 {
		t.Fatalf("%d files: closing early is not tested", len(want))
	}
	for _, cuts := range [][]int64{{1}, {100, 101, 350}, {699}} {
		got := content(cuts...)
		if len(got) != len(want) {
			t.Errorf("cut at %v: %d files instead of %d", cuts, len(got), len(want))
		}
		for name := range want {
			if !bytes.Equal(got[name], want[name]) {
				t.Errorf("cut at %v: %s differs", cuts, name)
			}
		}
	}
}

// 5000 partition values in one slice: all rows are visible, few files are open
// at a time.
func TestManyPartitions(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 300
	}
	s, err := openMem(newCountingFS(), "t")
	if err != nil {
		t.Fatal(err)
	}
	s.opts.PartitionBy, s.opts.MaxOpenWriters = []string{schemas.Model, Date}, 64
	var rows []row
	for i := range n {
		rows = append(rows, row{schemas.SourceOffset: int64(i), schemas.Model: fmt.Sprintf("model-%04d", i)})
	}
	sl := mustBegin(t, s, 0)
	if err := sl.WriteScored(scoredRecord(t, rows...)); err != nil {
		t.Fatal(err)
	}
	rec, err := sl.Commit(int64(n-1), int64(n))
	if err != nil || rec.Scored != int64(n) || len(rec.Files) != n {
		t.Fatalf("%d rows in %d files, error %v", rec.Scored, len(rec.Files), err)
	}
	fsys := s.fs.(*countingFS)
	if fsys.maxOpen > 64 || fsys.maxOpen < 60 {
		t.Errorf("%d files were open at a time", fsys.maxOpen)
	}
	if r, err := verify(fsys, memDir); err != nil || !r.OK() || r.Scored != int64(n) {
		t.Errorf("error %v, report:\n%.500s", err, r)
	}
}

// Partitions whose names differ only in case must not overwrite each other on
// a file system that ignores case.
func TestCaseOnlyDifference(t *testing.T) {
	dir := t.TempDir()
	o := testOptions(dir)
	o.PartitionBy = []string{schemas.Model}
	rec := scoredRecord(t, row{schemas.SourceOffset: int64(0), schemas.Model: "GPT"}, row{schemas.SourceOffset: int64(1), schemas.Model: "gpt"})
	if _, err := writeSlice(mustOpen(t, o), 0, 2, rec); err != nil {
		t.Fatal(err)
	}
	files := parquetFiles(t, filepath.Join(dir, scoredDir))
	if len(files) != 2 || strings.EqualFold(files[0], files[1]) {
		t.Errorf("files %q", files)
	}
}

// Slices of several partitions and files are open at once.
func TestSeveralLogs(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	ids := []SliceID{
		{Name: "gen", Source: "gen", Partition: 0}, {Name: "gen", Source: "gen", Partition: 1}, {Name: "gen-1", Source: "gen-1", Partition: 0, First: 7},
		{Name: "../evil/x", Source: "../evil/x"}, {Name: "_schemas", Source: "_schemas"}, {Name: strings.Repeat("n", 249), Source: "long"},
	}
	var open []*Slice
	for _, id := range ids {
		sl, err := s.Begin(id)
		if err != nil {
			t.Fatal(err)
		}
		if err := sl.WriteScored(offsetRows(t, id.First, id.First+10)); err != nil {
			t.Fatal(err)
		}
		open = append(open, sl)
	}
	for i, sl := range open {
		if _, err := sl.Commit(ids[i].First+9, ids[i].First+10); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range ids {
		if next, found, err := mustOpen(t, testOptions(dir)).Resume(id.Name, id.Partition); next != id.First+10 || !found || err != nil {
			t.Errorf("%.20s: Resume = %d, %v, %v", id.Name, next, found, err)
		}
	}
	if r := mustVerify(t, dir); len(r.Logs) != len(ids) || r.Scored != int64(10*len(ids)) {
		t.Errorf("report:\n%s", r)
	}
}

func BenchmarkOneRowSlice(b *testing.B) {
	s, err := openMem(newCountingFS(), "t")
	if err != nil {
		b.Fatal(err)
	}
	rec := offsetRows(b, 0, 1)
	i := 0
	for b.Loop() {
		sl, err := s.Begin(SliceID{Name: fmt.Sprint(i), Source: "gen"})
		if err == nil {
			err = sl.WriteScored(rec)
		}
		if err == nil {
			_, err = sl.Commit(0, 1)
		}
		if err != nil {
			b.Fatal(err)
		}
		i++
	}
}
