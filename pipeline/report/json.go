package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"mizan/operators/metric"
	"mizan/operators/task"
)

// Results is one run in the results layout of lm-evaluation-harness 0.4.13, so
// that tools which read its results files read this too. What mizan adds stands
// under "mizan".
type Results struct {
	Results        map[string]map[string]any   `json:"results"`
	Groups         map[string]map[string]any   `json:"groups,omitempty"`
	GroupSubtasks  map[string][]string         `json:"group_subtasks"`
	Configs        map[string]map[string]any   `json:"configs"`
	Versions       map[string]any              `json:"versions"`
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
	// Notes say what is in the output directory and is not counted.
	Notes []string `json:"notes,omitempty"`
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
		Versions: map[string]any{}, NShot: map[string]int{}, HigherIsBetter: map[string]map[string]bool{},
		NSamples: map[string]map[string]int64{}, Config: map[string]any{"model": r.Model}, ModelName: r.Model,
		Mizan: mizanPart{RunID: r.RunID, Tasks: map[string]taskPart{}},
	}
	add := func(name string, version any, samples int64, metrics []metric.Result) map[string]any {
		part := metricsPart(name, samples, metrics)
		res.Results[name] = part
		res.Versions[name] = version
		res.NShot[name] = 0
		res.HigherIsBetter[name] = map[string]bool{}
		for _, m := range metrics {
			res.HigherIsBetter[name][m.Name] = true
		}
		return part
	}
	for i := range r.Tasks {
		t := &r.Tasks[i]
		name, effective := t.Task.Name, t.Records-t.Excluded
		version := versionOf(t.Task)
		add(name, version, effective, t.Metrics)
		res.Configs[name] = map[string]any{"task": name, "metadata": map[string]any{"version": version}}
		res.NSamples[name] = map[string]int64{"original": t.Records, "effective": effective}
		res.Mizan.Tasks[name] = ownPart(t)
	}
	// The harness lists a group that has figures among the results too.
	for _, g := range r.Groups {
		if res.Groups == nil {
			res.Groups = map[string]map[string]any{}
		}
		res.Groups[g.Name] = add(g.Name, "N/A", g.Records, g.Metrics)
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
			// The harness's readers print a text as it is; the one text they know
			// for an error is N/A.
			part[m.Name+",none"] = "NaN"
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
		part := map[string]any{"n": in.Strict.N}
		for _, v := range verdictColumns([]metric.Instruction{in}) {
			part[v.name] = number(v.of(in).Value())
		}
		p.Instructions[in.ID] = part
	}
	return p
}

// number is the value, or "N/A" as the harness writes what is not defined. JSON
// has no NaN; the harness's own files hold it bare, which most readers refuse.
// Whole numbers keep a fraction, as in Python: its readers ask for the type.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "N/A"
	}
	return withFraction(strconv.FormatFloat(v, 'g', -1, 64))
}

func withFraction(digits string) json.Number {
	if !strings.ContainsAny(digits, ".e") {
		digits += ".0"
	}
	return json.Number(digits)
}

// versionOf is the version as the number that it is in the harness's files.
func versionOf(t task.Task) any {
	if _, err := strconv.ParseFloat(t.Version, 64); err != nil {
		return cmp.Or(t.Version, "N/A")
	}
	return withFraction(t.Version)
}

// JSON prints the results: one object for one run, else a list of them.
func (r *Report) JSON(w io.Writer) error {
	all := make([]Results, len(r.Runs))
	for i := range r.Runs {
		all[i] = r.results(i)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	var err error
	if len(all) == 1 {
		err = enc.Encode(all[0])
	} else {
		err = enc.Encode(all)
	}
	if err != nil {
		return fmt.Errorf("cannot print the JSON report: %w", err)
	}
	return nil
}

func (r *Report) results(run int) Results {
	res := r.Runs[run].Results()
	res.Mizan.Notes = r.Notes
	return res
}
