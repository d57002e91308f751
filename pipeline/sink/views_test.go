package sink

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mizan/internal/duck"
	"mizan/schemas"
)

// viewTypes returns name and type of a view's columns.
func viewTypes(t *testing.T, view string) []string {
	t.Helper()
	var out []string
	for _, c := range duck.Query(t, "select column_name, column_type from (describe "+view+")") {
		out = append(out, fmt.Sprintf("%s %s", c[0], c[1]))
	}
	return out
}

// An output has the same views whether or not a table has files yet, and under
// names that mean something in SQL strings and file patterns.
func TestViewsOfEmptyAndFullTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's [a] dir")
	s := mustOpen(t, testOptions(dir))
	duck.Exec(t, schemas.Views(dir))
	empty := [][]string{viewTypes(t, "scored"), viewTypes(t, "rejects"), viewTypes(t, "instructions"), viewTypes(t, "metrics")}
	if n := duck.One(t, "select (select count(*) from scored)+(select count(*) from rejects)+(select count(*) from metrics)"); n != int64(0) {
		t.Errorf("rows in empty views: %v", n)
	}
	if _, err := writeSlice(s, 0, 5, offsetRows(t, 0, 4), rejectRow(4)); err != nil {
		t.Fatal(err)
	}
	duck.Exec(t, schemas.Views(dir))
	full := [][]string{viewTypes(t, "scored"), viewTypes(t, "rejects"), viewTypes(t, "instructions"), viewTypes(t, "metrics")}
	for i := range full {
		if !slices.Equal(empty[i], full[i]) {
			t.Errorf("view %d of empty output:\n%s\nof full output:\n%s", i, strings.Join(empty[i], "\n"), strings.Join(full[i], "\n"))
		}
	}
	if n := duck.One(t, "select count(*) from scored where date='2026-11-30' and event_date=DATE '2026-11-30'"); n != int64(4) {
		t.Errorf("scored rows = %v", n)
	}
	if n := duck.One(t, "select count(*) from rejects where typeof(raw)='BLOB'"); n != int64(1) {
		t.Errorf("rejects = %v", n)
	}
}

func TestViewsOfInstructionsAndMetrics(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	rec := scoredRecord(t,
		row{schemas.SourceOffset: int64(0), schemas.Task: "ifeval", schemas.Model: "m",
			schemas.InstructionIDList: []any{"a:b", "a:b"}, schemas.FollowStrict: []any{true, false}, schemas.FollowLoose: []any{true, true},
			schemas.InstructionErrors: []any{nil, "bad argument"}, schemas.PromptStrict: false, schemas.PromptLoose: true},
		row{schemas.SourceOffset: int64(1), schemas.Task: "ifeval", schemas.Model: "m",
			schemas.InstructionIDList: []any{"c:d"}, schemas.FollowStrict: []any{true}, schemas.FollowLoose: []any{true},
			schemas.PromptStrict: true, schemas.PromptLoose: true},
		row{schemas.SourceOffset: int64(2), schemas.Task: "ifeval", schemas.Model: "m",
			schemas.InstructionIDList: []any{"c:d"}, schemas.FollowStrict: []any{false}, schemas.FollowLoose: []any{false},
			schemas.PromptStrict: false, schemas.PromptLoose: false, schemas.Excluded: true},
		row{schemas.SourceOffset: int64(3), schemas.Task: "quality", schemas.Model: "m", schemas.GatePass: true},
	)
	if _, err := writeSlice(s, 0, 4, rec); err != nil {
		t.Fatal(err)
	}
	duck.Exec(t, schemas.Views(dir))
	got := fmt.Sprint(duck.Query(t, "select source_offset, position, instruction_id, follow_strict, gated_follow_strict, instruction_error from instructions order by 1, 2"))
	want := "[[0 0 a:b true <nil> <nil>] [0 1 a:b false <nil> bad argument] [1 0 c:d true <nil> <nil>] [2 0 c:d false <nil> <nil>]]"
	if got != want {
		t.Errorf("instructions:\n%s\nwant\n%s", got, want)
	}
	got = fmt.Sprint(duck.Query(t, `select task, records, excluded, prompt_level_strict_acc, round(inst_level_strict_acc, 4),
		inst_level_loose_acc, inst_level_strict_langcheck_acc, language_check_acc from metrics`))
	want = "[[ifeval 3 1 0.5 0.6667 1 <nil> <nil>] [quality 1 0 <nil> <nil> <nil> <nil> 1]]"
	if got != want {
		t.Errorf("metrics:\n%s\nwant\n%s", got, want)
	}
}
