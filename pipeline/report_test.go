package pipeline_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators/metric"
	"mizan/operators/task"
	"mizan/pipeline/report"
)

// reportOf scores the golden files into Parquet and reads the report. Records
// for which leave says so stay out.
func reportOf(t *testing.T, leave func(golden) bool, files ...string) *report.Report {
	t.Helper()
	var records []json.RawMessage
	// The figures for English are per model, the others over the whole file.
	oneModel := !strings.Contains(files[0], "ifeval_en")
	for _, rel := range files {
		testshared.Lines(t, rel, func(_ int, g golden) {
			if leave == nil || !leave(g) {
				records = append(records, asModel(t, g.Record, oneModel))
			}
		})
	}
	dir := scoreToParquet(t, jsonLines(records))
	table, err := task.NewTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := report.Read(dir, table, report.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asModel makes the record one of model and run "all", if so asked.
func asModel(t *testing.T, record json.RawMessage, all bool) json.RawMessage {
	t.Helper()
	if !all {
		return record
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(record, &fields); err != nil {
		t.Fatal(err)
	}
	fields["model"], fields["run_id"] = json.RawMessage(`"all"`), json.RawMessage(`"all"`)
	changed, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func readJSON(t *testing.T, rel string, into any) {
	t.Helper()
	data, err := os.ReadFile(testshared.Path(t, rel))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, r *report.Report, model, name string) *report.TaskReport {
	t.Helper()
	for i := range r.Runs {
		if model != "" && r.Runs[i].Model != model {
			continue
		}
		for j := range r.Runs[i].Tasks {
			if r.Runs[i].Tasks[j].Task.Name == name {
				return &r.Runs[i].Tasks[j]
			}
		}
	}
	t.Fatalf("the report has no task %q of model %q", name, model)
	return nil
}

// equal is exact: figures are met to the last digit. NaN equals null and "NaN".
func equal(got float64, want any) bool {
	switch w := want.(type) {
	case float64:
		return got == w
	case nil:
		return math.IsNaN(got)
	case string:
		v, err := strconv.ParseFloat(w, 64)
		return err == nil && (got == v || math.IsNaN(got) && math.IsNaN(v))
	}
	return false
}

func TestAggregatesOfEnglish(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(testshared.Path(t, "goldens/ifeval_en"), "real_*.jsonl.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no real answers: %v", err)
	}
	files := []string{"goldens/ifeval_en/synthetic.jsonl"}
	for _, p := range paths {
		files = append(files, "goldens/ifeval_en/"+filepath.Base(p))
	}
	r := reportOf(t, nil, files...)
	var want []struct {
		Model, Task   string
		NPrompts      int64          `json:"n_prompts"`
		NExcluded     int64          `json:"n_excluded"`
		NErrorRecords int64          `json:"n_error_records"`
		Metrics       map[string]any `json:"metrics"`
	}
	readJSON(t, "goldens/ifeval_en/aggregates.json", &want)
	for _, w := range want {
		tr := find(t, r, w.Model, w.Task)
		if tr.Records-tr.Excluded != w.NPrompts || tr.Excluded != w.NExcluded {
			t.Errorf("%s %s: %d records, %d excluded, want %d and %d", w.Model, w.Task, tr.Records-tr.Excluded, tr.Excluded, w.NPrompts, w.NExcluded)
		}
		if tr.WithInstructionErrors != w.NErrorRecords {
			t.Errorf("%s %s: %d records with instruction errors, want %d", w.Model, w.Task, tr.WithInstructionErrors, w.NErrorRecords)
		}
		for _, m := range tr.Metrics {
			value, ok := w.Metrics[m.Name]
			if !ok {
				t.Errorf("%s %s: metric %s is not expected", w.Model, w.Task, m.Name)
			}
			if !equal(m.Value, value) || !equal(m.Stderr, w.Metrics[m.Name+"_stderr"]) {
				t.Errorf("%s %s %s: %v ± %v, want %v ± %v", w.Model, w.Task, m.Name, m.Value, m.Stderr, value, w.Metrics[m.Name+"_stderr"])
			}
		}
	}
}

func TestAggregatesOfArabic(t *testing.T) {
	for _, folder := range []string{"ifeval_arabic_inception", "ifeval_arabic_inception_hf", "ifeval_arabic_inception_hf_langcheck"} {
		var want map[string]struct {
			Task    string
			Records int64
			Metrics map[string]any
		}
		readJSON(t, "goldens/"+folder+"/aggregates.json", &want)
		for file, w := range want {
			// The reference's figures leave out the records at which it raises.
			raises := func(g golden) bool {
				if gated := g.Expected["gated_follow_loose"]; gated != nil {
					// A gate that fails comes first: no instruction is asked.
					return raised(gated) || raised(g.Expected["gated_follow_strict"])
				}
				_, lang := g.Expected["gate_pass"].(map[string]any)
				return g.faulty() || lang
			}
			r := reportOf(t, raises, "goldens/"+folder+"/"+file)
			tr := find(t, r, "all", w.Task)
			if tr.Records != w.Records {
				t.Errorf("%s/%s: %d records, want %d", folder, file, tr.Records, w.Records)
			}
			for _, m := range tr.Metrics {
				if value, ok := w.Metrics[m.Name]; ok && !equal(m.Value, value) {
					t.Errorf("%s/%s %s: %v, want %v", folder, file, m.Name, m.Value, value)
				}
			}
		}
	}
}

func TestAggregatesOfTruthfulQA(t *testing.T) {
	type figures struct {
		Mean, Stderr any
		FiniteN      *int64 `json:"finite_n"`
		FiniteMean   any    `json:"finite_mean"`
		FiniteStderr any    `json:"finite_stderr"`
	}
	var want map[string]map[string]struct {
		Records, Errors, N int64
		Metrics            map[string]figures
	}
	readJSON(t, "goldens/truthfulqa_multi/aggregates.json", &want)
	for file, tasks := range want {
		r := reportOf(t, nil, "goldens/truthfulqa_multi/"+file+".jsonl")
		for name, w := range tasks {
			tr := find(t, r, "all", name)
			if tr.Records != w.Records || tr.Failed != w.Errors {
				t.Errorf("%s %s: %d records, %d errors, want %d and %d", file, name, tr.Records, tr.Failed, w.Records, w.Errors)
			}
			metrics := map[string]metric.Result{}
			for _, m := range tr.Metrics {
				metrics[m.Name] = m
			}
			for metricName, f := range w.Metrics {
				m, ok := metrics[metricName]
				if !ok {
					t.Errorf("%s %s: no metric %s", file, name, metricName)
					continue
				}
				exact := strings.HasPrefix(file, "gen_run_") // met to the last digit
				if !within(exact, m.Value, f.Mean) || !within(exact, m.Stderr, f.Stderr) {
					t.Errorf("%s %s %s: %v ± %v, want %v ± %v", file, name, metricName, m.Value, m.Stderr, f.Mean, f.Stderr)
				}
				if f.FiniteN != nil && (m.N-m.NaN != *f.FiniteN || !within(false, m.FiniteValue, f.FiniteMean) || !within(false, m.FiniteStderr, f.FiniteStderr)) {
					t.Errorf("%s %s %s: finite %d %v ± %v, want %d %v ± %v", file, name, metricName, m.N-m.NaN, m.FiniteValue, m.FiniteStderr, *f.FiniteN, f.FiniteMean, f.FiniteStderr)
				}
			}
		}
	}
}

func within(exact bool, got float64, want any) bool {
	if w, ok := want.(float64); ok && !exact {
		return math.Abs(got-w) <= 1e-9
	}
	return equal(got, want)
}
