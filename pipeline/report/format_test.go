package report

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	r := read(t, written(t, sample()), ownTask)
	var plain, instructions strings.Builder
	r.Table(&plain, false)
	golden(t, "table.txt", plain.String())
	r.Table(&instructions, true)
	golden(t, "table_instructions.txt", instructions.String())
}

func TestCSV(t *testing.T) {
	r := read(t, written(t, sample()), ownTask)
	var out strings.Builder
	if err := r.CSV(&out, true); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.csv", out.String())
	lines, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := r.CSV(&out, false); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if withInstruction := line[3] != "" && line[3] != "instruction"; withInstruction == strings.Contains(out.String(), strings.Join(line, ",")) {
			t.Errorf("without instructions: line %q", line)
		}
	}
}

func TestJSON(t *testing.T) {
	r := read(t, written(t, sample()), ownTask)
	var out strings.Builder
	if err := r.JSON(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", out.String())
	var list []any
	if err := json.Unmarshal([]byte(out.String()), &list); err != nil || len(list) != 5 {
		t.Errorf("%d runs, %v, want a list of 5", len(list), err)
	}
	// One run is an object, as the harness's files are.
	one := Report{Runs: r.Runs[:1]}
	out.Reset()
	if err := one.JSON(&out); err != nil || !strings.HasPrefix(out.String(), "{") {
		t.Errorf("%v: %.40q", err, out.String())
	}
	var none strings.Builder
	if err := (&Report{}).JSON(&none); err != nil || none.String() != "[]\n" {
		t.Errorf("no runs: %v: %q", err, none.String())
	}
}

// TestHarnessLayout checks what readers of the harness's results files rely on:
// its own table, for one, goes over results, pairs "<metric>,<filter>" with
// "<metric>_stderr,<filter>", formats an error unless it is the text N/A, and
// looks names up in versions, n-shot and higher_is_better.
func TestHarnessLayout(t *testing.T) {
	r := read(t, written(t, sample()), ownTask)
	for i := range r.Runs {
		data, err := json.Marshal(r.Runs[i].Results())
		if err != nil {
			t.Fatal(err)
		}
		var res struct {
			Results, Groups map[string]map[string]any
			GroupSubtasks   map[string][]string `json:"group_subtasks"`
			Configs         map[string]struct{ Task string }
			Versions        map[string]any
			NShot           map[string]int                                  `json:"n-shot"`
			HigherIsBetter  map[string]map[string]bool                      `json:"higher_is_better"`
			NSamples        map[string]struct{ Original, Effective *int64 } `json:"n-samples"`
			Config          struct{ Model *string }
			ModelName       *string `json:"model_name"`
		}
		if err := json.Unmarshal(data, &res); err != nil {
			t.Fatal(err)
		}
		if res.ModelName == nil || *res.ModelName != r.Runs[i].Model || res.Config.Model == nil || len(res.Results) == 0 {
			t.Errorf("model %v, config %v, %d results", res.ModelName, res.Config, len(res.Results))
		}
		for name, part := range res.Results {
			_, isGroup := res.Groups[name]
			_, version := res.Versions[name]
			_, shots := res.NShot[name]
			if !version || !shots || part["alias"] != name {
				t.Errorf("%s: version %v, n-shot %v, alias %v", name, version, shots, part["alias"])
			}
			if n := res.NSamples[name]; !isGroup && (n.Original == nil || n.Effective == nil || res.Configs[name].Task != name) {
				t.Errorf("%s: samples %v, config %v", name, n, res.Configs[name])
			}
			if isGroup && len(res.GroupSubtasks[name]) < 2 {
				t.Errorf("group %s has tasks %q", name, res.GroupSubtasks[name])
			}
			if _, ok := part["sample_len"].(float64); !ok {
				t.Errorf("%s: sample_len %v", name, part["sample_len"])
			}
			for key, value := range part {
				metric, ok := strings.CutSuffix(key, ",none")
				if !ok {
					continue
				}
				if metric, ok := strings.CutSuffix(metric, "_stderr"); ok {
					if _, number := value.(float64); !number && value != "N/A" {
						t.Errorf("%s: %s is %v", name, key, value)
					}
					if _, ok := part[metric+",none"]; !ok {
						t.Errorf("%s: %s without its metric", name, key)
					}
				} else if !res.HigherIsBetter[name][metric] {
					t.Errorf("%s: %s is not in higher_is_better", name, metric)
				}
			}
		}
	}
}

func TestWriteResults(t *testing.T) {
	rows := []row{
		{"model": "org/a:b", "run_id": "1", "task": "truthfulqa-multi_mc1_en", "acc": 1.0},
		{"model": "org__a_b", "run_id": "1", "task": "truthfulqa-multi_mc1_en", "acc": 0.0},
		{"model": "org|a:b", "run_id": "1", "task": "truthfulqa-multi_mc1_en", "acc": 0.0}, // one file name with the first
		{"model": "..", "run_id": "../../x", "task": "truthfulqa-multi_mc1_en", "acc": 0.0},
		{"model": strings.Repeat("نموذج", 60), "task": "truthfulqa-multi_mc1_en", "acc": 0.0},
		{"model": "new\nline\x00", "run_id": "2026-11-30T10:00:00", "task": "truthfulqa-multi_mc1_en", "acc": 0.0},
	}
	r := read(t, written(t, slice{scored: rows}))
	dir := filepath.Join(t.TempDir(), "results")
	paths, err := r.WriteResults(dir)
	if err != nil || len(paths) != len(rows) {
		t.Fatalf("%d paths, %v", len(paths), err)
	}
	for i, path := range paths {
		rel, err := filepath.Rel(dir, path)
		if err != nil || strings.HasPrefix(rel, "..") || strings.Count(rel, "/") != 1 || !strings.HasPrefix(filepath.Base(rel), "results_") {
			t.Errorf("%q is not a results file below the folder", rel)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var res struct {
			ModelName string `json:"model_name"`
		}
		if err := json.Unmarshal(data, &res); err != nil || res.ModelName != r.Runs[i].Model {
			t.Errorf("%q is of model %q, want %q (%v)", rel, res.ModelName, r.Runs[i].Model, err)
		}
	}
	if !slices.Contains(paths, filepath.Join(dir, "org__a__b", "results_1.json")) {
		t.Errorf("no file named as the harness does: %q", paths)
	}
	if _, err := r.WriteResults(paths[0]); err == nil || !strings.Contains(err.Error(), "cannot create the results folder") {
		t.Errorf("below a file: %v", err)
	}
	if again, err := r.WriteResults(dir); err != nil || !slices.Equal(again, paths) {
		t.Errorf("a second time: %q, %v", again, err)
	}
}

// A group's means are weighted by records, its errors pooled; a task without
// ROUGE leaves the others' alone.
func TestGroups(t *testing.T) {
	acc := func(task string, values ...any) (rows []row) {
		for _, v := range values {
			rows = append(rows, row{"model": "m", "task": task, "acc": v})
		}
		return rows
	}
	r := read(t, written(t, slice{scored: slices.Concat(
		acc("truthfulqa-multi_mc1_en", 1, 0, 1, 1, 0), acc("truthfulqa-multi_mc1_es", 1, 0), // 0.6 ± 0.245, 0.5 ± 0.5
		acc("truthfulqa-multi_mc2_en", 0.5, "NaN", 0.7), acc("truthfulqa-multi_mc2_gl", 0.5, 0.7),
		acc("truthfulqa-multi_gen_en"), acc("ifeval"),
	)}))
	g := r.Runs[0].Groups
	if len(g) != 2 || g[0].Name != "truthfulqa-multi_mc1" || !slices.Equal(g[0].Tasks, []string{"truthfulqa-multi_mc1_en", "truthfulqa-multi_mc1_es"}) || g[0].Records != 7 {
		t.Fatalf("groups %+v", g)
	}
	// The figures are the harness's aggregate_subtask_metrics and
	// pooled_sample_stderr.
	if m := g[0].Metrics[0]; m.Value != 0.5714285714285714 || m.Stderr != 0.2203892660077359 || m.N != 7 || m.NaN != 0 {
		t.Errorf("mc1 %+v", m)
	}
	if m := g[1].Metrics[0]; m.Value == m.Value || m.Stderr == m.Stderr || m.N != 5 || m.NaN != 1 || m.FiniteValue != 0.6 {
		t.Errorf("mc2 %+v", m)
	}
}

func TestHTML(t *testing.T) {
	r := read(t, written(t, sample(), slice{scored: []row{
		{"model": "<script>alert(1)</script>", "task": "truthfulqa-multi_mc1_en", "acc": 1.0},
	}}), ownTask)
	var out strings.Builder
	if err := r.HTML(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.html", out.String())
	if strings.Contains(out.String(), "<script>") || strings.Contains(out.String(), "ZgotmplZ") {
		t.Error("a model's name reaches the page as markup")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestBrokenWriter(t *testing.T) {
	r := read(t, written(t, sample()), ownTask)
	for name, err := range map[string]error{
		"CSV": r.CSV(brokenWriter{}, false), "JSON": r.JSON(brokenWriter{}), "HTML": r.HTML(brokenWriter{}),
	} {
		if err == nil || !strings.Contains(err.Error(), "cannot print the "+name+" report") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
