package sink

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/internal/duck"
	"mizan/internal/testshared"
	"mizan/schemas"
)

// testCase is what the tests here need of a case.
type testCase struct {
	ID      string
	Record  *caseRecord
	Records []json.RawMessage
	Expect  struct {
		PartitionBy   string   `json:"partition_by"`
		Directories   int      `json:"directories"`
		Dir           string   `json:"dir"`
		DirAny        []string `json:"dir_any"`
		DirNot        any      `json:"dir_not"`
		ReadsBack     *string  `json:"reads_back"`
		ReadsBackNull bool     `json:"reads_back_null"`
		FiltersOK     []string `json:"filters_ok"`
		BoundBytesMax int      `json:"bound_bytes_max"`
		FooterMax     int      `json:"footer_bytes_max"`
	}
}

type caseRecord struct {
	Model    *string `json:"model"`
	RunID    *string `json:"run_id"`
	Task     *string `json:"task"`
	Response *string `json:"response"`
}

func (c caseRecord) row(offset int64) row {
	r := row{schemas.SourceOffset: offset}
	for name, v := range map[string]*string{schemas.Model: c.Model, schemas.RunID: c.RunID, schemas.Task: c.Task, schemas.Response: c.Response} {
		if v != nil {
			r[name] = *v
		}
	}
	return r
}

// parquetFiles lists the files below a directory, relative to it.
func parquetFiles(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			files = append(files, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The cases about partition values: directory names, and what a
// Hive-partitioned read gives back.
func TestPartitionCases(t *testing.T) {
	n := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c testCase) {
		if c.Expect.PartitionBy == "" || c.Record == nil {
			return
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			o := testOptions(dir)
			o.PartitionBy = []string{c.Expect.PartitionBy}
			if _, err := writeSlice(mustOpen(t, o), 0, 1, scoredRecord(t, c.Record.row(0))); err != nil {
				t.Fatal(err)
			}
			files := parquetFiles(t, filepath.Join(dir, scoredDir))
			if len(files) != 1 {
				t.Fatalf("files %q", files)
			}
			segments := strings.Split(files[0], "/")
			if c.Expect.Directories != 0 && len(segments)-1 != c.Expect.Directories {
				t.Errorf("directories of %q", files[0])
			}
			if d := segments[0]; c.Expect.Dir != "" && d != c.Expect.Dir || c.Expect.DirAny != nil && !slices.Contains(c.Expect.DirAny, d) ||
				strings.Contains(fmt.Sprint(c.Expect.DirNot), d) {
				t.Errorf("directory %q", d)
			}
			got := duck.One(t, fmt.Sprintf("select %q from read_parquet('%s/scored/**/*.parquet', hive_partitioning=true, hive_types_autocast=false)", c.Expect.PartitionBy, dir))
			if c.Expect.ReadsBackNull && got != nil {
				t.Errorf("reads back %q, want null", got)
			}
			if c.Expect.ReadsBack != nil && got != *c.Expect.ReadsBack {
				t.Errorf("reads back %q, want %q", got, *c.Expect.ReadsBack)
			}
		})
	})
	if n == 0 {
		t.Error("no case about partition values")
	}
}

// The cases about bounds: filters give the rows that a full scan gives.
func TestFilterCases(t *testing.T) {
	n := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c testCase) {
		if c.Expect.FiltersOK == nil {
			return
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			var rows []row
			for i, raw := range c.Records {
				var r caseRecord
				if err := json.Unmarshal(raw, &r); err != nil {
					t.Fatal(err)
				}
				rows = append(rows, r.row(int64(i)))
			}
			if _, err := writeSlice(mustOpen(t, testOptions(dir)), 0, int64(len(rows)), scoredRecord(t, rows...)); err != nil {
				t.Fatal(err)
			}
			duck.Exec(t, schemas.Views(dir))
			duck.Exec(t, "create or replace table copy as select * from scored")
			for _, filter := range c.Expect.FiltersOK {
				want := fmt.Sprint(duck.Texts(t, "select source_offset from copy where "+filter+" order by 1"))
				if got := fmt.Sprint(duck.Texts(t, "select source_offset from scored where "+filter+" order by 1")); got != want {
					t.Errorf("%s gives rows %s, a full scan %s", filter, got, want)
				}
			}
			for _, f := range parquetFiles(t, filepath.Join(dir, scoredDir)) {
				checkBounds(t, filepath.Join(dir, scoredDir, f), c.Expect.BoundBytesMax, c.Expect.FooterMax)
			}
		})
	})
	if n == 0 {
		t.Error("no case about filters")
	}
}

func TestPartitionValues(t *testing.T) {
	values := []any{
		"a", "", nil, DefaultPartitionLiteral, ".", "..", "GPT", "gpt", "2026-11-30", "007", "true", "null", "NULL", "a\x00b", "\x7f\x01\n",
		"x#y^z[1]{2}", "tail ", " head", "%", "100%", "%zz", "a&b;c|d<e>~`!@$(),", "😀", "e\u0301", "é", strings.Repeat("l", 249),
	}
	dir := t.TempDir()
	o := testOptions(dir)
	o.PartitionBy = []string{schemas.Model, Date}
	var rows []row
	for i, v := range values {
		r := row{schemas.SourceOffset: int64(i)}
		if v != nil {
			r[schemas.Model], r[schemas.RecordID] = v, v
		}
		rows = append(rows, r)
	}
	if _, err := writeSlice(mustOpen(t, o), 0, int64(len(rows)), scoredRecord(t, rows...)); err != nil {
		t.Fatal(err)
	}
	duck.Exec(t, schemas.Views(dir))
	for _, r := range duck.Query(t, "select source_offset, model, date from scored where model is distinct from nullif(record_id, '') or date is not null") {
		t.Errorf("row %v reads back model %q, date %v, want %q", r[0], r[1], r[2], values[r[0].(int64)])
	}
	if typ := viewTypes(t, "scored"); !slices.Contains(typ, "model VARCHAR") || !slices.Contains(typ, "date VARCHAR") {
		t.Errorf("types = %v", typ)
	}
	mustVerify(t, dir)
}

// DefaultPartitionLiteral is a model that is called like the null partition.
const DefaultPartitionLiteral = "__HIVE_DEFAULT_PARTITION__"

func TestDates(t *testing.T) {
	for _, c := range []struct{ at, want string }{
		{"2026-12-01T01:30:00+03:00", "date=2026-11-30"},
		{"2026-11-30T23:59:59.999999Z", "date=2026-11-30"},
		{"1969-12-31T23:59:59Z", "date=1969-12-31"},
		{"0001-01-01T00:00:00Z", "date=0001-01-01"},
		{"9999-12-31T23:59:59Z", "date=9999-12-31"},
	} {
		dir := t.TempDir()
		rec := scoredRecord(t, row{schemas.SourceOffset: int64(0), schemas.EventTime: c.at})
		o := testOptions(dir)
		o.PartitionBy = []string{Date}
		if _, err := writeSlice(mustOpen(t, o), 0, 1, rec); err != nil {
			t.Fatal(err)
		}
		if files := parquetFiles(t, filepath.Join(dir, scoredDir)); !strings.HasPrefix(files[0], c.want+"/") {
			t.Errorf("%s goes to %s, want %s", c.at, files[0], c.want)
		}
	}
	for _, micros := range []int64{-1 << 63, 1<<63 - 1, -62135596800000001} {
		if got := formatDay(day(micros)); got != "" {
			t.Errorf("day of %d = %q, want none", micros, got)
		}
	}
}

// Five rows, only the fourth has a value (ka and pq cases about optional columns).
func TestFewValuesInOptionalColumn(t *testing.T) {
	dir := t.TempDir()
	var rows []row
	for i := range int64(5) {
		rows = append(rows, row{schemas.SourceOffset: i})
	}
	rows[3][schemas.Acc] = 0.5
	if _, err := writeSlice(mustOpen(t, testOptions(dir)), 0, 5, scoredRecord(t, rows...)); err != nil {
		t.Fatal(err)
	}
	got := duck.Texts(t, "select acc from read_parquet('"+dir+"/scored/**/*.parquet') order by source_offset")
	if fmt.Sprint(got) != "[<nil> <nil> <nil> 0.5 <nil>]" {
		t.Errorf("acc = %v", got)
	}
}

// Types are the same in every file, whatever the rows hold; microseconds and
// instants survive.
func TestTypesAcrossFiles(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	recs := []arrow.Record{
		scoredRecord(t, row{schemas.SourceOffset: int64(0), schemas.Task: "quality"}),
		scoredRecord(t, row{schemas.SourceOffset: int64(1), schemas.Task: "ifeval", schemas.Response: "café", schemas.FollowStrict: []any{true},
			schemas.EventTime: "2026-11-30T10:00:00.123456789+03:00", schemas.InstructionIDList: []any{"a"}, schemas.BleuMax: 0.5, schemas.GatePass: true}),
	}
	for i, rec := range recs {
		if _, err := writeSlice(s, int64(i), int64(i)+1, rec); err != nil {
			t.Fatal(err)
		}
	}
	describe := func(f string) []string {
		return duck.Texts(t, "select column_name||' '||column_type from (describe from read_parquet('"+f+"', hive_partitioning=false))")
	}
	files := parquetFiles(t, filepath.Join(dir, scoredDir))
	one, other := describe(filepath.Join(dir, scoredDir, files[0])), describe(filepath.Join(dir, scoredDir, files[1]))
	if len(files) != 2 || !slices.Equal(one, other) {
		t.Errorf("types of %q differ:\n%v\n%v", files, one, other)
	}
	if n := schemas.Scored.NumFields(); len(one) != n {
		t.Errorf("%d columns, want %d", len(one), n)
	}
	for i, f := range schemas.Scored.Fields() {
		if name, _, _ := strings.Cut(one[i], " "); name != f.Name {
			t.Errorf("column %d is %s, want %s", i, name, f.Name)
		}
	}
	at := duck.One(t, "select event_time::varchar from read_parquet('"+dir+"/scored/task=ifeval/**/*.parquet')")
	if at != "2026-11-30 07:00:00.123456+00" {
		t.Errorf("event_time = %v", at)
	}
	for _, f := range parquetFiles(t, dir) {
		if strings.HasPrefix(f, scoredDir) && !strings.HasSuffix(f, ".parquet") || strings.HasPrefix(f, stateDir) && strings.HasSuffix(f, ".parquet") {
			t.Errorf("%s does not belong there", f)
		}
	}
	duck.Query(t, "select * from read_parquet('"+dir+"/**/*.parquet', union_by_name=true)")
}

// Texts that are not kept are null; the schema stays.
func TestKeepTexts(t *testing.T) {
	dir := t.TempDir()
	o := testOptions(dir)
	o.KeepPrompt, o.KeepThinking = false, false
	rec := scoredRecord(t, row{schemas.SourceOffset: int64(0), schemas.Prompt: "p", schemas.Response: "r", schemas.Thinking: "t", schemas.Answer: "a"})
	if _, err := writeSlice(mustOpen(t, o), 0, 1, rec); err != nil {
		t.Fatal(err)
	}
	got := duck.Query(t, "select prompt, response, thinking, answer from read_parquet('"+dir+"/scored/**/*.parquet')")
	if fmt.Sprint(got) != "[[<nil> r <nil> a]]" {
		t.Errorf("texts = %v", got)
	}
}
