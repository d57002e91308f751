package pipeline_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mizan/operators/task"
	"mizan/pipeline"
	"mizan/pipeline/codec"
	"mizan/pipeline/sink"
	"mizan/pipeline/source/file"
)

// row is a scored row as `mizan score --to jsonl` prints it.
type row map[string]any

// rejected is a reject as it is printed.
type rejected struct {
	Offset int64   `json:"source_offset"`
	Field  *string `json:"field"`
	Reason string  `json:"reason"`
}

// compile returns the built-in plans, with ROUGE.
func compile(t testing.TB) *task.Plans {
	t.Helper()
	p, err := task.Compile(task.Config{Rouge: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func codecOptions(p *task.Plans) codec.Options {
	return codec.Options{Task: func(name string) (codec.Need, error) {
		tk, err := p.Table().Find(name)
		if err != nil {
			return 0, err
		}
		if tk.Scorer.MultipleChoice() {
			return codec.NeedLogLikelihoods, nil
		}
		return codec.NeedResponse, nil
	}}
}

// newStage returns a stage with small batches, so that slices hold several.
func newStage(t testing.TB, out pipeline.Output, change ...func(*pipeline.Options)) *pipeline.Stage {
	t.Helper()
	p := compile(t)
	o := pipeline.Options{
		Plans: p, Codec: codecOptions(p), Output: out,
		MaxBatchRows: 100, MaxBatchBytes: 1 << 20,
		MaxSliceRows: 1000, MaxSliceBytes: 64 << 20, MaxSliceAge: 1e9,
		Grace: 20e9,
	}
	for _, c := range change {
		c(&o)
	}
	return pipeline.New(o)
}

// scoreText scores JSON Lines as mizan score - --to jsonl does.
func scoreText(t testing.TB, input []byte) ([]row, []rejected) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(path, input, 0o666); err != nil {
		t.Fatal(err)
	}
	return scorePath(t, path)
}

func scorePath(t testing.TB, path string) ([]row, []rejected) {
	t.Helper()
	var rows, rejects bytes.Buffer
	stage := newStage(t, pipeline.JSONLines(&rows, &rejects))
	scoreInto(t, stage, path)
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
	return decodeLines[row](t, rows.Bytes()), decodeLines[rejected](t, rejects.Bytes())
}

// scoreInto scores a file with the stage.
func scoreInto(t testing.TB, stage *pipeline.Stage, path string) {
	t.Helper()
	r, err := file.Open(path, file.Options{Codec: codecOptions(compile(t))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stage.ScoreFile(context.Background(), filepath.Base(path), path, r); err != nil {
		t.Fatal(err)
	}
}

// scoreToParquet scores JSON Lines into a new output directory and returns it.
func scoreToParquet(t testing.TB, input []byte, change ...func(*sink.Options)) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(path, input, 0o666); err != nil {
		t.Fatal(err)
	}
	stage := newStage(t, pipeline.Parquet(openSink(t, dir, change...)))
	scoreInto(t, stage, path)
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func openSink(t testing.TB, dir string, change ...func(*sink.Options)) *sink.Sink {
	t.Helper()
	o := sink.Options{Dir: dir, KeepPrompt: true, KeepResponse: true, KeepThinking: true}
	for _, c := range change {
		c(&o)
	}
	s, err := sink.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decodeLines[T any](t testing.TB, data []byte) []T {
	t.Helper()
	var out []T
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<30)
	for sc.Scan() {
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatalf("%v in %.200q", err, sc.Bytes())
		}
		out = append(out, v)
	}
	return out
}

// jsonLines puts raw records behind each other.
func jsonLines(records []json.RawMessage) []byte {
	var b bytes.Buffer
	for _, r := range records {
		if err := json.Compact(&b, r); err != nil {
			panic(err) // it was decoded from JSON
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// differences compares what a golden or a case expects of a row.
func (r row) differences(expect map[string]any) []string {
	var diffs []string
	for key, want := range expect {
		if d := r.difference(key, want); d != "" {
			diffs = append(diffs, d)
		}
	}
	return diffs
}

func (r row) difference(key string, want any) string {
	got := r[key]
	switch key {
	case "stable_acc", "same_verdict_in_runs", "accepted", "rejected", "reason_contains", "rows", "rejects":
		return "" // not of a single row
	case "error":
		if _, judged := r["follow_strict"].([]any); judged {
			return "" // what the reference raises for an instruction: see errors
		}
		if got == nil {
			return "error is null"
		}
		return ""
	case "errors":
		return r.errorsAt(errorIndexes(want))
	case "instruction_error_at":
		at := map[int]bool{}
		for _, i := range want.([]any) {
			at[int(i.(float64))] = true
		}
		return r.errorsAt(at)
	case "doc_id":
		return "" // compared as text by its own test: a float64 cannot hold it
	case "response_length":
		if n := len([]rune(r["response"].(string))); float64(n) != want {
			return fmt.Sprintf("response has %d characters, want %v", n, want)
		}
		return ""
	}
	// In the goldens {"error": ...} stands in the place of a verdict that the
	// reference raises for: false here.
	if _, ok := want.(map[string]any); ok {
		want = false
	}
	if list, ok := want.([]any); ok {
		for i, v := range list {
			if _, ok := v.(map[string]any); ok {
				list[i] = false
			}
		}
	}
	if !same(got, want) {
		return fmt.Sprintf("%s = %v, want %v", key, got, want)
	}
	return ""
}

func errorIndexes(want any) map[int]bool {
	at := map[int]bool{}
	for _, e := range want.([]any) {
		at[int(e.(map[string]any)["index"].(float64))] = true
	}
	return at
}

// errorsAt compares which instructions carry an error.
func (r row) errorsAt(want map[int]bool) string {
	list, _ := r["instruction_errors"].([]any)
	for i := range max(len(list), 1) {
		has := i < len(list) && list[i] != nil
		if has != want[i] {
			return fmt.Sprintf("instruction_errors = %v, want errors at %v", list, want)
		}
	}
	return ""
}

// same compares JSON values; numbers agree within 1e-9.
func same(got, want any) bool {
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		return ok && (g == w || g-w <= 1e-9 && w-g <= 1e-9)
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !same(g[i], w[i]) {
				return false
			}
		}
		return true
	}
	return got == want
}

// contains is strings.Contains without regard to case.
func contains(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}
