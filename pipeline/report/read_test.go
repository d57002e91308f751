package report

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
)

func scores(n int, more row) (rows []row) {
	for i := range n {
		rows = append(rows, row{"model": "m", "run_id": "r", "task": "truthfulqa-multi_mc1_en", "acc": float64(i % 2)}.with(more))
	}
	return rows
}

func dataFiles(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := parquetFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestReadRefuses(t *testing.T) {
	empty := t.TempDir()
	noted := filepath.Join(empty, "file.txt")
	if err := os.WriteFile(noted, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	full := written(t, slice{scored: slices.Concat(scores(2, nil), scores(1, row{"model": "n", "run_id": "q"}))})
	for _, tt := range []struct {
		dir    string
		filter Filter
		want   string
	}{
		{filepath.Join(empty, "nowhere"), Filter{}, "cannot read the output directory"},
		{noted, Filter{}, "is a file; give the directory"},
		{empty, Filter{}, fmt.Sprintf("there are no scored files below %q; is it a mizan output directory?", empty)},
		{full, Filter{Model: "mm"}, `there are no rows of model "mm" in`},
		{full, Filter{Task: "truthfulqa-multi_mc1_em"}, `did you mean "truthfulqa-multi_mc1_en"?`},
		{full, Filter{RunID: "x"}, `there are no rows of run id "x" in`},
		{full, Filter{Model: "m", RunID: "q"}, `there are no rows of model "m", task "" and run id "q" together`},
	} {
		if _, err := Read(tt.dir, tasks(t), tt.filter); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.filter, err, tt.want)
		}
	}
}

func TestFilter(t *testing.T) {
	dir := written(t, slice{
		scored:  slices.Concat(scores(2, nil), scores(3, row{"model": "n"}), scores(4, row{"run_id": "q"}), scores(5, row{"task": "truthfulqa-multi_mc1_es"})),
		rejects: []reject.Row{{Source: "s", Reason: "bad"}},
	})
	for _, tt := range []struct {
		filter Filter
		want   int64
	}{
		{Filter{}, 14}, {Filter{Model: "m"}, 11}, {Filter{Model: "n"}, 3}, {Filter{RunID: "q"}, 4},
		{Filter{Task: "truthfulqa-multi_mc1_es"}, 5}, {Filter{Model: "m", RunID: "r", Task: "truthfulqa-multi_mc1_en"}, 2},
	} {
		r, err := Read(dir, tasks(t), tt.filter)
		if err != nil {
			t.Fatal(err)
		}
		var n int64
		for _, run := range r.Runs {
			for _, task := range run.Tasks {
				n += task.Records
			}
		}
		if n != tt.want || len(r.Rejects) != 1 {
			t.Errorf("%+v: %d records and %d rejects, want %d and 1", tt.filter, n, len(r.Rejects), tt.want)
		}
	}
}

// records reads the directory and counts.
func records(t *testing.T, dir string) (n int64, notes string) {
	t.Helper()
	r := read(t, dir)
	for _, run := range r.Runs {
		for _, task := range run.Tasks {
			n += task.Records
		}
	}
	return n, strings.Join(r.Notes, "\n")
}

func TestOnlyCommittedAndVisibleRowsCount(t *testing.T) {
	dir := written(t, slice{scored: scores(3, nil)}, slice{scored: scores(4, nil)})
	files := dataFiles(t, filepath.Join(dir, "scored"))
	if len(files) != 2 {
		t.Fatalf("%d files", len(files))
	}
	if n, notes := records(t, dir); n != 7 || notes != "" {
		t.Errorf("%d records, notes %q", n, notes)
	}
	copied := func(from, to string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// A staged file, finished or not, is another slice's business.
	copied(files[0], filepath.Join(dir, "_mizan", "staging", "log", "0", "00000000000000000007-x-0.parquet.tmp"))
	if n, notes := records(t, dir); n != 7 || notes != "" {
		t.Errorf("with a staged file: %d records, notes %q", n, notes)
	}
	// A file that somebody put among the others.
	stranger := filepath.Join(filepath.Dir(files[0]), "stranger.parquet")
	copied(files[0], stranger)
	if n, notes := records(t, dir); n != 7 || !strings.Contains(notes, "not counted: 1 file that no commit record lists") {
		t.Errorf("with a stranger: %d records, notes %q", n, notes)
	}
	// A committed file that is not yet renamed.
	if err := os.Rename(files[1], filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	if n, notes := records(t, dir); n != 3 || !strings.Contains(notes, "not counted: 4 rows in 1 file that are committed and not visible") {
		t.Errorf("before a rename: %d records, notes %q", n, notes)
	}
	// A copy of the scored files alone has no log to ask.
	if err := os.RemoveAll(filepath.Join(dir, "_mizan")); err != nil {
		t.Fatal(err)
	}
	if n, notes := records(t, dir); n != 6 || notes != "" {
		t.Errorf("without a log: %d records, notes %q", n, notes)
	}
}

// Notes stand in each format that has a place for them.
func TestNotesArePrinted(t *testing.T) {
	r := &Report{Runs: []Run{{Model: "m"}}, Notes: []string{"not counted: x"}}
	var table, html, js strings.Builder
	r.Table(&table, false)
	if err := r.HTML(&html); err != nil {
		t.Fatal(err)
	}
	if err := r.JSON(&js); err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{"table": table.String(), "HTML": html.String(), "JSON": js.String()} {
		if !strings.Contains(out, "not counted: x") {
			t.Errorf("the %s has no note: %s", name, out)
		}
	}
}

func TestDamagedFiles(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(data []byte) []byte
		log    bool // keep the commit records
		want   string
	}{
		{"cut", func(d []byte) []byte { return d[:len(d)/2] }, false, "the file is damaged"},
		{"cut, with its commit record", func(d []byte) []byte { return d[:len(d)/2] }, true, "bytes, "},
		{"emptied", func([]byte) []byte { return nil }, false, "the file is damaged"},
		{"text", func([]byte) []byte { return []byte("not Parquet, but long enough to look at") }, false, "the file is damaged"},
		{"footer overwritten", func(d []byte) []byte {
			for i := len(d) - 200; i < len(d)-8; i++ {
				d[i] = 0xEE
			}
			return d
		}, true, ""},
		{"pages overwritten", func(d []byte) []byte {
			for i := 4; i < len(d)/3; i++ {
				d[i] = 0xEE
			}
			return d
		}, true, ""},
	} {
		dir := written(t, slice{scored: scores(500, row{"gate_reason": "ok"}), rejects: []reject.Row{{Source: "s", Reason: "bad"}}})
		if !tt.log {
			if err := os.RemoveAll(filepath.Join(dir, "_mizan")); err != nil {
				t.Fatal(err)
			}
		}
		for _, folder := range []string{"scored", "rejects"} {
			path := dataFiles(t, filepath.Join(dir, folder))[0]
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, tt.damage(slices.Clone(whole)), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err = Read(dir, tasks(t), Filter{})
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("cannot read %q", path)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: %s: error %v", folder, tt.name, err)
			}
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Bytes that are wrong may go unnoticed, but never crash or hang the report.
func TestFlippedBytesNeverPanic(t *testing.T) {
	dir := written(t, slice{scored: sample().scored})
	path := dataFiles(t, filepath.Join(dir, "scored"))[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for at := 0; at < len(whole); at += 1 + len(whole)/400 {
		data := slices.Clone(whole)
		data[at] ^= 0xFF
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir, tasks(t, ownTask), Filter{}); err != nil {
			faults++
		}
	}
	if faults == 0 {
		t.Error("no flipped byte was noticed")
	}
}

func TestDamagedCommitRecord(t *testing.T) {
	dir := written(t, slice{scored: scores(2, nil)})
	records, err := filepath.Glob(filepath.Join(dir, "_mizan", "commits", "*", "*", "*.json"))
	if err != nil || len(records) != 1 {
		t.Fatalf("records %q, %v", records, err)
	}
	if err := os.WriteFile(records[0], []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir, tasks(t), Filter{}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("cannot read the commit records: %q", records[0])) {
		t.Errorf("error %v", err)
	}
}

// Floating-point sums depend on the order of the rows: slices come in the order
// of their offsets, a slice's files in the order they were begun in, also the
// tenth behind the second.
func TestOrderOfFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var all []slice
	var values []float64
	for s := range 12 {
		var rows []row
		for i := range 30 {
			v := math.Sqrt(float64(s*31+i)) * math.Pow(10, float64((s*7+i*5)%9))
			values = append(values, v)
			// Partitions in turn and one open file make many files of each.
			rows = append(rows, row{"model": "m", "task": "truthfulqa-multi_mc2_en", "acc": v, "lang": []string{"x"}, "gate": fmt.Sprint(i % 3)})
		}
		all = append(all, slice{scored: rows})
	}
	write(t, sink.Options{Dir: dir, RowGroupRows: 1, RowGroupBytes: 1, PartitionBy: []string{"task"}}, all...)
	var sum float64
	for _, v := range values {
		sum += v
	}
	m := read(t, dir).Runs[0].Tasks[0].Metrics[0]
	if m.N != int64(len(values)) || m.Value != sum/float64(len(values)) {
		t.Errorf("mean of %d is %v, want %v of %d", m.N, m.Value, sum/float64(len(values)), len(values))
	}
	slices.Reverse(values)
	var other float64
	for _, v := range values {
		other += v
	}
	if other == sum {
		t.Fatal("the order of these values does not matter: the test shows nothing")
	}
	// Copies named like the later files of a slice are read behind the first.
	dirs := filepath.Join(t.TempDir(), "copies", "scored")
	if err := os.MkdirAll(dirs, 0o777); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(dataFiles(t, dir)[0])
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, suffix := range []string{"", ".1", ".2", ".9", ".10", ".11", ".100"} {
		path := filepath.Join(dirs, "log-0-0-29"+suffix+".parquet")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		want = append(want, path)
	}
	files, err := visible(filepath.Dir(dirs))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files.scored {
		got = append(got, f.path)
	}
	if !slices.Equal(got, want) {
		t.Errorf("order %q", got)
	}
}

// Other reasons than the first 200 are counted together.
func TestManyReasons(t *testing.T) {
	var rejects []reject.Row
	for i := range 300 {
		rejects = append(rejects, reject.Row{Source: "s", Reason: fmt.Sprintf("reason %03d", i)})
	}
	r := read(t, written(t, slice{rejects: rejects}))
	if len(r.Rejects) != maxReasons+1 || r.Rejects[0].Reason != otherReasons || r.Rejects[0].N != 100 {
		t.Errorf("%d reasons, the first %+v", len(r.Rejects), r.Rejects[0])
	}
	if len(r.Runs) != 0 {
		t.Errorf("runs %v", r.Runs)
	}
}

// Lists that are null, empty or hold nulls are told apart as in JSON.
func TestLists(t *testing.T) {
	rows := []row{
		{"follow_strict": nil},
		{"follow_strict": []bool{}, "instruction_id_list": []string{}},
		{"follow_strict": []any{true, nil, false}, "instruction_id_list": []any{"a", nil, "b"}, "instruction_errors": []any{nil, "x", nil}},
		{"follow_strict": []bool{true}, "instruction_id_list": []string{"a"}, "instruction_errors": []any{nil}},
	}
	for i := range rows {
		rows[i] = rows[i].with(row{"task": "ifeval", "model": "m"})
	}
	tr := read(t, written(t, slice{scored: rows})).Runs[0].Tasks[0]
	got := fmt.Sprint(tr.Metrics[0].N, tr.Metrics[0].Value == 2.0/3, tr.Metrics[1].N, tr.Metrics[1].Value, tr.WithInstructionErrors)
	if got != "3 true 4 0.5 1" {
		t.Errorf("%s", got)
	}
	data, err := json.Marshal(tr.Instructions)
	if err != nil || !strings.Contains(string(data), `"ID":"a","Strict":{"True":2,"N":2}`) {
		t.Errorf("instructions %s, %v", data, err)
	}
}
