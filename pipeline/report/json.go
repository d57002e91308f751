package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"

	"mizan/operators/metric"
)

// Results is one run in the results layout of lm-evaluation-harness 0.4.13, so
// that tools which read its results files read this too. What mizan adds stands
// under "mizan".
type Results struct {
	Results        map[string]map[string]any   `json:"results"`
	Groups         map[string]map[string]any   `json:"groups,omitempty"`
	GroupSubtasks  map[string][]string         `json:"group_subtasks"`
	Configs        map[string]map[string]any   `json:"configs"`
	Versions       map[string]string           `json:"versions"`
	NShot          map[string]int              `json:"n-shot"`
	HigherIsBetter map[string]map[string]bool  `json:"higher_is_better"`
	NSamples       map[string]map[string]int64 `json:"n-samples"`
	Config         map[string]any              `json:"config"`
	ModelName      string                      `json:"model_name"`
	Mizan          mizanPart                   `json:"mizan"`
}

type mizanPart struct {
	RunID string              `json:"run_id,omitempty"`
	Tasks map[string]taskPart `json:"tasks"`
}

type taskPart struct {
	Records               int64                     `json:"records"`
	Excluded              int64                     `json:"excluded"`
	Errors                int64                     `json:"errors"`
	WithInstructionErrors int64                     `json:"with_instruction_errors"`
	GateReasons           map[string]int64          `json:"gate_reasons,omitempty"`
	ThinkingStates        map[string]int64          `json:"thinking_states,omitempty"`
	NaN                   map[string]nanPart        `json:"nan,omitempty"`
	Instructions          map[string]map[string]any `json:"instructions,omitempty"`
}

// nanPart says how many values of a metric were not a number, and what it is
// without them.
type nanPart struct {
	Records      int64 `json:"records"`
	FiniteMean   any   `json:"finite_mean"`
	FiniteStderr any   `json:"finite_stderr"`
}

// Results returns the run in the results layout.
func (r *Run) Results() Results {
	res := Results{
		Results: map[string]map[string]any{}, GroupSubtasks: map[string][]string{}, Configs: map[string]map[string]any{},
		Versions: map[string]string{}, NShot: map[string]int{}, HigherIsBetter: map[string]map[string]bool{},
		NSamples: map[string]map[string]int64{}, Config: map[string]any{"model": r.Model}, ModelName: r.Model,
		Mizan: mizanPart{RunID: r.RunID, Tasks: map[string]taskPart{}},
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		name := t.Task.Name
		res.Results[name] = metricsPart(name, t.Records-t.Excluded, t.Metrics)
		res.Configs[name] = map[string]any{"task": name, "metadata": map[string]any{"version": t.Task.Version}}
		res.Versions[name] = t.Task.Version
		res.NShot[name] = 0
		res.HigherIsBetter[name] = map[string]bool{}
		for _, m := range t.Metrics {
			res.HigherIsBetter[name][m.Name] = true
		}
		res.NSamples[name] = map[string]int64{"original": t.Records, "effective": t.Records - t.Excluded}
		res.Mizan.Tasks[name] = ownPart(t)
	}
	for _, g := range r.Groups {
		if res.Groups == nil {
			res.Groups = map[string]map[string]any{}
		}
		res.Groups[g.Name] = metricsPart(g.Name, g.Records, g.Metrics)
		res.GroupSubtasks[g.Name] = g.Tasks
	}
	return res
}

func metricsPart(alias string, samples int64, metrics []metric.Result) map[string]any {
	part := map[string]any{"alias": alias, "sample_len": samples}
	for _, m := range metrics {
		part[m.Name+",none"] = number(m.Value)
		part[m.Name+"_stderr,none"] = number(m.Stderr)
		if m.NaN > 0 {
			part[m.Name+",none"], part[m.Name+"_stderr,none"] = "NaN", "NaN"
		}
	}
	return part
}

func ownPart(t *TaskReport) taskPart {
	p := taskPart{
		Records: t.Records, Excluded: t.Excluded, Errors: t.Failed, WithInstructionErrors: t.WithInstructionErrors,
		GateReasons: map[string]int64{}, ThinkingStates: t.Thinking, NaN: map[string]nanPart{}, Instructions: map[string]map[string]any{},
	}
	for _, reason := range t.Reasons {
		p.GateReasons[reason.Name] = reason.N
	}
	for _, m := range t.Metrics {
		if m.NaN > 0 {
			p.NaN[m.Name] = nanPart{m.NaN, number(m.FiniteValue), number(m.FiniteStderr)}
		}
	}
	for _, in := range t.Instructions {
		part := map[string]any{"n": in.N}
		for _, m := range instructionResults(in) {
			part[m.Name] = number(m.Value)
		}
		p.Instructions[in.ID] = part
	}
	return p
}

// number is the value, or "N/A" as the harness writes what is not defined. JSON
// has no NaN; the harness's own files hold it bare, which most readers refuse.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "N/A"
	}
	return v
}

// JSON prints the results: one object for one run, else a list of them.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if len(r.Runs) == 1 {
		return enc.Encode(r.Runs[0].Results())
	}
	all := make([]Results, len(r.Runs))
	for i := range r.Runs {
		all[i] = r.Runs[i].Results()
	}
	return enc.Encode(all)
}

// unsafeName is what the harness replaces in a model's name to make a file name.
var unsafeName = regexp.MustCompile(`["<>:/\\|?*\[\]]+`)

// WriteResults writes each run to DIR/<model>/results_<run id>.json, named as
// the harness names them, and returns the paths.
func (r *Report) WriteResults(dir string) ([]string, error) {
	var paths []string
	for i := range r.Runs {
		run := &r.Runs[i]
		model := filepath.Join(dir, unsafeName.ReplaceAllString(orNone(run.Model), "__"))
		if err := os.MkdirAll(model, 0o777); err != nil {
			return nil, fmt.Errorf("cannot create the results folder: %w", err)
		}
		data, err := json.MarshalIndent(run.Results(), "", "  ")
		if err != nil {
			return nil, err
		}
		path := filepath.Join(model, "results_"+unsafeName.ReplaceAllString(orNone(run.RunID), "__")+".json")
		if err := os.WriteFile(path, append(data, '\n'), 0o666); err != nil {
			return nil, fmt.Errorf("cannot write the results: %w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}
