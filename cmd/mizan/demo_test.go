package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mizan/internal/duck"
	"mizan/operators/task"
	"mizan/pipeline/report"
	"mizan/pipeline/sink"
)

func TestDemo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var out bytes.Buffer
	if err := demo(context.Background(), &out, dir); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"268 scored + 5 rejected",
		"every offset is there exactly once",
		"model cedar-8b, run demo-2026-11",
		"model dune-reasoner-14b, run demo-2026-11",
		"prompt_level_strict_langcheck_acc",
		"truthfulqa-multi_gen (5 languages)",
		"left out of the metrics, as the task has it",
		"an instruction that cannot be judged counts as not followed",
		"the response ends inside its thinking",
		`unknown task "ifeval_langchek"; did you mean "ifeval_langcheck"`,
		"invalid UTF-8",
		"read_parquet('" + dir + "/scored/**/*.parquet'",
		"explain " + dir + "/sample.jsonl " + demoRecord,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the demo does not print %q", want)
		}
	}
	v, err := sink.Verify(dir)
	if err != nil || !v.OK() {
		t.Errorf("verify: %v\n%s", err, v)
	}
	for _, reason := range []string{
		"empty_response", "arabic_punctuation", "non_english_word", "repeated_words", "repeated_sentences", "repeated_ngrams",
		"language", "mixed_script_word", "other_script_word", "english_ratio",
	} {
		if !strings.Contains(text, reason) {
			t.Errorf("no record of the demo fails its gate for %s", reason)
		}
	}
	accuraciesVary(t, dir)

	duck.Exec(t, strings.TrimSpace(sqlOf(t, dir)))
	if n := duck.One(t, "select count(*) from scored"); n != int64(268) {
		t.Errorf("rows in DuckDB: %v", n)
	}
	if n := duck.One(t, "select count(distinct date) from scored"); n != int64(2) {
		t.Errorf("days: %v, want 2", n)
	}
	// The views agree with the report on what both have.
	if n := duck.One(t, "select round(prompt_level_strict_langcheck_acc, 4) from metrics where model = 'cedar-8b' and task = 'ifeval_langcheck_v4_1'"); n != 0.4667 {
		t.Errorf("prompt_level_strict_langcheck_acc: %v", n)
	}

	out.Reset()
	if err := demo(context.Background(), &out, dir); err != nil {
		t.Fatalf("a second demo into the same directory: %v", err)
	}
	if n := duck.One(t, "select count(*) from scored"); n != int64(268) {
		t.Errorf("rows after the second demo: %v", n)
	}
}

// accuraciesVary sees to it that the report is worth reading: no IFEval metric is
// all or nothing.
func accuraciesVary(t *testing.T, dir string) {
	t.Helper()
	table, err := task.NewTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := report.Read(dir, table, report.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 2 {
		t.Fatalf("%d runs, want 2", len(r.Runs))
	}
	for _, run := range r.Runs {
		for _, tr := range run.Tasks {
			if !tr.Task.Scorer.Instructions() {
				continue
			}
			for _, m := range tr.Metrics {
				if m.Value <= 0.1 || m.Value >= 0.95 {
					t.Errorf("%s, %s: %s is %v", run.Model, tr.Task.Name, m.Name, m.Value)
				}
			}
		}
	}
}

func sqlOf(t *testing.T, dir string) string {
	t.Helper()
	return command(t, "", "sql", dir)
}

// command runs mizan inside the test and returns what it prints.
func command(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	out, err := tryCommand(stdin, args...)
	if err != nil {
		t.Fatalf("mizan %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func tryCommand(stdin string, args ...string) (string, error) {
	root := newRoot()
	var out bytes.Buffer
	root.SetArgs(args)
	root.SetIn(strings.NewReader(stdin))
	root.SetOut(&out)
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

// What the demo tells to try works.
func TestDemoNextSteps(t *testing.T) {
	dir := t.TempDir()
	sample, err := writeSample(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := command(t, "", "explain", sample, demoRecord)
	for _, want := range []string{"detectable_format:json_format", "followed   without the first line", "strict false, loose true"} {
		if !strings.Contains(text, want) {
			t.Errorf("explain does not print %q:\n%s", want, text)
		}
	}
	if _, err := tryCommand("", "explain", sample, "no-such-record"); err == nil {
		t.Error("explain finds a record that is not there")
	}
}

func TestDemoKeepsStrangersFiles(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(mine, []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := demo(context.Background(), &bytes.Buffer{}, dir)
	if err == nil || !strings.Contains(err.Error(), "choose another directory") {
		t.Errorf("demo into a directory with other files: %v", err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Errorf("the file is gone: %v", err)
	}
}

// Every run over standard input without a name is an input of its own: nothing
// of a second stream is taken for done.
func TestScoreUnnamedStdinTwice(t *testing.T) {
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	pipe := func(text string, args ...string) {
		t.Helper()
		w := exec.Command(path, append([]string{"score", "-", "-o", dir, "--task", "quality", "-q"}, args...)...)
		line, _ := json.Marshal(map[string]string{"response": text})
		w.Stdin = bytes.NewReader(append(line, '\n'))
		if out, err := w.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	pipe("first stream")
	pipe("second stream")
	pipe("a stream with a name", "--name", "mine")
	pipe("a stream with a name", "--name", "mine")
	v, err := sink.Verify(dir)
	if err != nil || !v.OK() {
		t.Errorf("verify: %v\n%s", err, v)
	}
	got := fmt.Sprint(duck.Texts(t, "select response from read_parquet('"+dir+"/scored/**/*.parquet') order by 1"))
	if want := "[a stream with a name first stream second stream]"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
}
