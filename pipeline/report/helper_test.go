package report

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators/task"
	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
	"mizan/schemas"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// row is a scored row by column; what is not there is null.
type row map[string]any

// with returns the row with more columns.
func (r row) with(more row) row {
	all := row{}
	for _, m := range []row{r, more} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

func record(t testing.TB, first int, rows []row) arrow.Record {
	t.Helper()
	numbered := []row{}
	for i, r := range rows {
		numbered = append(numbered, row{"source": "s", "source_partition": 0, "source_offset": first + i}.with(r))
	}
	data, err := json.Marshal(numbered)
	if err != nil {
		t.Fatal(err)
	}
	rec, _, err := array.RecordFromJSON(memory.DefaultAllocator, schemas.Scored, strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// slice is what one slice of a log holds.
type slice struct {
	scored  []row
	rejects []reject.Row
}

// write commits the slices one behind the other into the directory.
func write(t testing.TB, o sink.Options, slices ...slice) {
	t.Helper()
	s, err := sink.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	first, _, err := s.Resume("log", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range slices {
		sl, err := s.Begin(sink.SliceID{Name: "log", Source: "s", First: first})
		if err != nil {
			t.Fatal(err)
		}
		rec := record(t, int(first), content.scored)
		if err := sl.WriteScored(rec); err != nil {
			t.Fatal(err)
		}
		next := first + rec.NumRows()
		rec.Release()
		for i := range content.rejects {
			content.rejects[i].Offset = next
			next++
		}
		if err := sl.WriteRejects(content.rejects); err != nil {
			t.Fatal(err)
		}
		if _, err := sl.Commit(next-1, next); err != nil {
			t.Fatal(err)
		}
		first = next
	}
}

// written returns a new directory with the slices.
func written(t testing.TB, slices ...slice) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	write(t, sink.Options{Dir: dir}, slices...)
	return dir
}

func tasks(t testing.TB, extra ...task.Task) *task.Table {
	t.Helper()
	tt, err := task.NewTable(extra)
	if err != nil {
		t.Fatal(err)
	}
	return tt
}

func read(t testing.TB, dir string, extra ...task.Task) *Report {
	t.Helper()
	r, err := Read(dir, tasks(t, extra...), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// golden compares with a file of testdata, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the output differs from %s; if it is meant to, run go test with -update\n%s", path, got)
	}
}

// ownTask is a task of a configuration.
var ownTask = task.Task{Name: "فحص_الجودة", Prepare: []string{"strip_thinking"}, Gate: "english", Metrics: []string{"language_check_acc"}}

// sample is rows of four models with everything a report has to explain.
func sample() slice {
	instructions := func(model, task string, ids []string, strict, loose []bool) row {
		return row{
			"model": model, "run_id": "2026-11-30-a", "task": task, "thinking_state": "none",
			"instruction_id_list": ids, "follow_strict": strict, "follow_loose": loose,
		}
	}
	gated := func(r row, pass bool, reason string) row {
		r = r.with(row{"gate_pass": pass, "gate_reason": reason, "gated_follow_strict": r["follow_strict"], "gated_follow_loose": r["follow_loose"]})
		if !pass {
			none := make([]bool, len(r["follow_strict"].([]bool)))
			r = r.with(row{"gated_follow_strict": none, "gated_follow_loose": none})
		}
		return r
	}
	const comma, sections, lang = "punctuation:no_comma", "detectable_format:number_highlighted_sections", "language:response_language"
	score := func(task string, acc any) row {
		return row{"model": "org/cedar-8b", "run_id": "2026-11-30-a", "task": task, "acc": acc}
	}
	gen := row{
		"model": "نموذج-الأرز", "task": "truthfulqa-multi_gen_es", "thinking_state": "closed",
		"bleu_max": 45.5, "bleu_acc": 1, "bleu_diff": 12.25,
		"rouge1_max": 50.0, "rouge1_acc": 1, "rouge1_diff": 10.0, "rouge2_max": 0.0, "rouge2_acc": 0, "rouge2_diff": 0.0,
		"rougeL_max": 33.0, "rougeL_acc": 0, "rougeL_diff": -3.5,
	}
	quality := row{"model": "נייר-14b", "run_id": "ריצה 1", "task": ownTask.Name, "thinking_state": "none", "gate_pass": true, "gate_reason": "ok"}
	return slice{
		scored: []row{
			instructions("org/cedar-8b", "ifeval", []string{comma, sections}, []bool{true, false}, []bool{true, true}),
			instructions("org/cedar-8b", "ifeval", []string{comma}, []bool{true}, []bool{true}).with(row{"thinking_state": "unclosed"}),
			instructions("org/cedar-8b", "ifeval", []string{comma, "nope:nothing"}, []bool{false, false}, []bool{false, false}).
				with(row{"instruction_errors": []any{nil, "unknown instruction"}}),
			row{"model": "org/cedar-8b", "run_id": "2026-11-30-a", "task": "ifeval", "error": "no instruction_id_list", "thinking_state": "none"},
			gated(instructions("org/cedar-8b", "ifeval_langcheck_v4_1", []string{comma, lang}, []bool{true, true}, []bool{true, true}), true, "ok"),
			gated(instructions("org/cedar-8b", "ifeval_langcheck_v4_1", []string{comma}, []bool{true}, []bool{true}), false, "non_english_word"),
			gated(instructions("org/cedar-8b", "ifeval_langcheck_v4_1", []string{lang}, []bool{false}, []bool{false}), false, "non_english_word").
				with(row{"excluded": true}),
			score("truthfulqa-multi_mc2_en", 0.25), score("truthfulqa-multi_mc2_en", "NaN"), score("truthfulqa-multi_mc2_en", 0.75),
			score("truthfulqa-multi_mc2_es", 0.5), score("truthfulqa-multi_mc2_es", 1.0),
			row{"model": "org/cedar-8b", "run_id": "2026-12-01-b", "task": "truthfulqa-multi_mc1_eu", "acc": 1.0},
			gen, gen.with(row{"bleu_max": 0.0, "bleu_acc": 0, "bleu_diff": -2.5}),
			quality, quality.with(row{"gate_pass": false, "gate_reason": "language"}),
			row{"task": "no_such_task", "gate_pass": true, "gate_reason": "ok"},
		},
		rejects: []reject.Row{
			{Source: "بيانات/التقييم.jsonl", Reason: "not JSON: the text is not closed at byte 134", Raw: []byte("{")},
			{Source: "s", Field: "task", Reason: `unknown task "ifeval_langchek"; did you mean "ifeval_langcheck", "ifeval"?`, Raw: []byte("{}")},
			{Source: "s", Field: "task", Reason: `unknown task "مهمة غير معروفة"; known are "ifeval", "ifeval_langcheck", "ifeval_langcheck_v4_1", "quality"`, Raw: []byte("{}")},
			{Source: "s", Field: "kwargs", Reason: "expected objects", Raw: []byte("{}")},
			{Source: "s", Field: "kwargs", Reason: "expected objects", Raw: []byte("{}")},
		},
	}
}
