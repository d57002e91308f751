package examples_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/examples"
	"mizan/operators/task"
	"mizan/pipeline/config"
)

type record struct {
	RecordID  string    `json:"record_id"`
	RunID     string    `json:"run_id"`
	Model     string    `json:"model"`
	Task      string    `json:"task"`
	Prompt    string    `json:"prompt"`
	Response  *string   `json:"response"`
	EventTime string    `json:"event_time"`
	Language  string    `json:"language"`
	Lang      []string  `json:"lang"`
	IDs       []string  `json:"instruction_id_list"`
	Kwargs    any       `json:"kwargs"`
	LL        []float64 `json:"loglikelihoods"`
}

// sample returns the good records and the broken ones.
func sample(t *testing.T) (good []record, broken [][]byte) {
	t.Helper()
	ids := map[string]bool{}
	for _, line := range examples.Sample() {
		if bytes.Contains(line, []byte(`"record_id": "bad-`)) {
			broken = append(broken, line)
			continue
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%.60s: %v", line, err)
		}
		if ids[r.RecordID] {
			t.Errorf("record %q stands twice", r.RecordID)
		}
		ids[r.RecordID] = true
		good = append(good, r)
	}
	return good, broken
}

// The sample holds what the demo and the documentation promise.
func TestSampleKinds(t *testing.T) {
	good, _ := sample(t)
	if len(good) < 220 {
		t.Errorf("%d good records", len(good))
	}
	count := func(what string, least int, is func(record) bool) {
		t.Helper()
		n := 0
		for _, r := range good {
			if is(r) {
				n++
			}
		}
		if n < least {
			t.Errorf("%s: %d records, want at least %d", what, n, least)
		}
	}
	response := func(r record) string {
		if r.Response == nil {
			return ""
		}
		return *r.Response
	}
	arabic := func(s string) bool {
		return strings.ContainsFunc(s, func(c rune) bool { return c >= 'ء' && c <= 'ي' })
	}
	count("Arabic", 60, func(r record) bool { return arabic(r.Prompt) })
	count("English and others", 150, func(r record) bool { return !arabic(r.Prompt) })
	count("closed thinking", 50, func(r record) bool {
		return strings.HasPrefix(response(r), "<think>") && strings.Contains(response(r), "</think>")
	})
	count("thinking without its opener", 10, func(r record) bool {
		return !strings.HasPrefix(response(r), "<think>") && strings.Contains(response(r), "</think>")
	})
	count("thinking that does not end", 1, func(r record) bool {
		return strings.HasPrefix(response(r), "<think>") && !strings.Contains(response(r), "</think>")
	})
	count("empty after thinking", 3, func(r record) bool {
		_, answer, ok := strings.Cut(response(r), "</think>")
		return ok && strings.TrimSpace(answer) == ""
	})
	count("null response", 3, func(r record) bool { return r.Response == nil && r.LL == nil })
	count("JSON answer", 4, func(r record) bool { return strings.Contains(response(r), "{\"") })
	count("HTML answer", 2, func(r record) bool { return strings.Contains(response(r), "<li>") })
	count("vowelled Arabic", 3, func(r record) bool { return strings.ContainsAny(response(r), "َُِّ") })
	count("Arabic comma in English", 1, func(r record) bool { return !arabic(r.Prompt) && strings.Contains(response(r), "،") })
	count("invisible characters", 1, func(r record) bool { return strings.ContainsAny(response(r), "\u200b\ufeff") })
	count("several instructions", 10, func(r record) bool { return len(r.IDs) > 1 })
	count("kwargs as text", 20, func(r record) bool { _, ok := r.Kwargs.(string); return ok })
	count("no event time", 20, func(r record) bool { return r.EventTime == "" })
	for _, day := range []string{"2026-11-29", "2026-11-30"} {
		count(day, 50, func(r record) bool { return strings.HasPrefix(r.EventTime, day) })
	}
	for _, lang := range []string{"en", "es", "ca", "eu", "gl"} {
		count("TruthfulQA in "+lang, 4, func(r record) bool { return r.Language == lang })
	}
	for _, lang := range []string{"ar", "en"} {
		count("lang "+lang, 4, func(r record) bool { return slices.Contains(r.Lang, lang) })
	}

	table, err := task.NewTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	tasks, models, runs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range good {
		if _, err := table.Find(r.Task); err != nil {
			t.Errorf("record %q: %v", r.RecordID, err)
		}
		tasks[r.Task], models[r.Model], runs[r.RunID] = true, true, true
	}
	if len(models) != 2 || len(runs) != 1 {
		t.Errorf("%d models and %d runs, want 2 and 1", len(models), len(runs))
	}
	for _, name := range []string{
		"ifeval", "ifeval_langcheck", "ifeval_langcheck_v4_1", "ifeval_arabic_inception_hf",
		"ifeval_arabic_inception_hf_langcheck", "ifeval_arabic_inception", "quality",
		"truthfulqa-multi_mc1_en", "truthfulqa-multi_mc2_ca", "truthfulqa-multi_gen_eu",
	} {
		if !tasks[name] {
			t.Errorf("no record of task %q", name)
		}
	}
}

// Exactly five records are broken, each in its own way.
func TestSampleBroken(t *testing.T) {
	_, broken := sample(t)
	if len(broken) != 5 {
		t.Fatalf("%d broken records, want 5", len(broken))
	}
	seen := map[string]int{}
	for _, line := range broken {
		var r map[string]any
		err := json.Unmarshal(line, &r)
		response, has := r["response"]
		_, text := response.(string)
		switch {
		case !utf8.Valid(line):
			seen["invalid UTF-8"]++
		case err != nil:
			seen["not JSON"]++
		case !has:
			seen["missing response"]++
		case !text:
			seen["wrong type"]++
		case r["task"] == "ifeval_langchek":
			seen["unknown task"]++
		}
	}
	for _, kind := range []string{"invalid UTF-8", "not JSON", "missing response", "wrong type", "unknown task"} {
		if seen[kind] != 1 {
			t.Errorf("%s: %d records, want 1", kind, seen[kind])
		}
	}
}

// Every configuration here is good, and so are its plans.
func TestConfigurations(t *testing.T) {
	paths, err := filepath.Glob("*.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d configurations: %v", len(paths), err)
	}
	for _, path := range paths {
		c, err := config.Load(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := task.Compile(task.Config{Extra: c.Tasks.Extra, Gates: c.Gates, Thinking: c.Thinking}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// mizan.yaml says that it writes every default out.
func TestCompleteConfigurationIsTheDefault(t *testing.T) {
	t.Setenv("KAFKA_BROKERS", "localhost:9092")
	t.Setenv("MIZAN_OUT", "out")
	t.Setenv("KAFKA_PASSWORD", "")
	got, err := config.Load("mizan.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.Kafka.Brokers, want.Kafka.Topics = []string{"localhost:9092"}, []string{"generations"}
	want.Output.Dir = "out"
	keep := true
	want.Output.KeepPrompt, want.Output.KeepResponse, want.Output.KeepThinking = &keep, &keep, &keep
	want.Thinking.Styles = []string{"think"}
	want.Thinking.Unclosed, want.Thinking.Opener, want.Thinking.Closer = "all_answer", "text", "last"
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	norm := strings.NewReplacer(`{}`, "null", `[]`, "null")
	if a, b := norm.Replace(string(g)), norm.Replace(string(w)); a != b {
		t.Errorf("mizan.yaml\n%s\ndefault\n%s", a, b)
	}
	data, err := os.ReadFile("mizan.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"rebalance_timeout", "max_open_writers", "insecure_skip_verify", "log_format"} {
		if !bytes.Contains(data, []byte(key+":")) {
			t.Errorf("mizan.yaml leaves out %s", key)
		}
	}
}
