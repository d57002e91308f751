package gate

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators/clean"
	"mizan/operators/thinking"
	"mizan/operators/token"
)

// langs reads a record's lang: null, a list of texts, or a bare text, which is a
// list of it unless it is empty.
type langs []string

func (l *langs) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*l = nil
		if one != "" {
			*l = langs{one}
		}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// record is a line of the golden files of the gated tasks.
type record struct {
	Record struct {
		ID       string   `json:"record_id"`
		Task     string   `json:"task"`
		Prompt   string   `json:"prompt"`
		Response *string  `json:"response"`
		Lang     langs    `json:"lang"`
		IDs      []string `json:"instruction_id_list"`
	} `json:"record"`
	Expected struct {
		Pass   json.RawMessage `json:"gate_pass"`
		Reason string          `json:"gate_reason"`
	} `json:"expected"`
}

// tasks are the gated tasks: the gate and whether the answer is cleaned.
var tasks = map[string]struct {
	gate  string
	clean bool
}{
	"ifeval_langcheck":                     {"english", false},
	"ifeval_langcheck_v4_1":                {"english_v4_1", true},
	"ifeval_arabic_inception":              {"inception", true},
	"ifeval_arabic_inception_hf_langcheck": {"arabic_hf", false},
}

func (r *record) answer() string {
	if r.Record.Response == nil {
		return ""
	}
	answer, _ := thinking.Strip(*r.Record.Response)
	if tasks[r.Record.Task].clean {
		answer = clean.String(answer)
	}
	return answer
}

func goldenFiles(t testing.TB) []string {
	root := testshared.Path(t, "goldens")
	paths, err := filepath.Glob(filepath.Join(root, "ifeval_*", "*.jsonl*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files in %s: %v", root, err)
	}
	var files []string
	for _, p := range paths {
		if !strings.Contains(p, "seed_sensitive") {
			files = append(files, strings.TrimPrefix(p, filepath.Dir(root)+string(filepath.Separator)))
		}
	}
	return files
}

func mustFind(t testing.TB, name string) *Gate {
	t.Helper()
	spec, err := Find(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Compile(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTaskGoldens(t *testing.T) {
	seen := map[string]int{}
	for _, file := range goldenFiles(t) {
		testshared.Lines(t, file, func(line int, r record) {
			task, ok := tasks[r.Record.Task]
			if !ok {
				return
			}
			seen[r.Record.Task]++
			v := mustFind(t, task.gate).Judge(r.answer(), r.Record.Prompt, r.Record.Lang, r.Record.IDs)
			pass := string(r.Expected.Pass)
			if strings.Contains(pass, "error") {
				// The reference raises where the record's lang is unknown.
				if v.Pass || v.Reason != "language" || v.Error == "" {
					t.Errorf("%s line %d (%s): lang %q: got pass %v, reason %q, error %q", file, line, r.Record.ID, r.Record.Lang, v.Pass, v.Reason, v.Error)
				}
				return
			}
			if got := map[bool]string{true: "true", false: "false"}[v.Pass]; got != pass {
				t.Errorf("%s line %d (%s): got pass %s (%s), want %s", file, line, r.Record.ID, got, v.Reason, pass)
			}
			if r.Expected.Reason != "" && v.Reason != r.Expected.Reason {
				t.Errorf("%s line %d (%s): got reason %q, want %q", file, line, r.Record.ID, v.Reason, r.Expected.Reason)
			}
			if v.Error != "" {
				t.Errorf("%s line %d (%s): got error %q", file, line, r.Record.ID, v.Error)
			}
		})
	}
	for task := range tasks {
		if seen[task] == 0 {
			t.Errorf("no golden record of task %s", task)
		}
	}
	t.Logf("records judged: %v", seen)
}

func TestDocumentedGateGoldens(t *testing.T) {
	type line struct {
		Text     string `json:"text"`
		Expected struct {
			Letter  int     `json:"letter_words"`
			Arabic  int     `json:"arabic_words"`
			English int     `json:"english_words"`
			Mixed   int     `json:"mixed_words"`
			Other   int     `json:"other_words"`
			Ratio   float64 `json:"english_ratio"`
			Exempt  bool    `json:"format_exempt"`
			Reason  string  `json:"gate_reason"`
			Pass    bool    `json:"gate_pass"`
		} `json:"expected"`
	}
	g := mustFind(t, "arabic_hf")
	testshared.Lines(t, "goldens/operators/documented_gate.jsonl", func(n int, l line) {
		v, want := g.Judge(l.Text, "", nil, nil), l.Expected
		words := token.Words{Letter: want.Letter, English: want.English, Arabic: want.Arabic, Mixed: want.Mixed, Other: want.Other}
		if v.Words != words || v.EnglishRatio != want.Ratio || v.FormatExempt != want.Exempt || v.Reason != want.Reason || v.Pass != want.Pass {
			t.Errorf("line %d: %q: got %+v, want %+v", n, l.Text, v, want)
		}
	})
}

// The cases of areas repetition, unicode and ifeval_ar that expect something of
// a gate.
func TestCases(t *testing.T) {
	type line struct {
		ID     string `json:"id"`
		record        // for the shape of its record
		Expect struct {
			Pass   *bool  `json:"gate_pass"`
			Reason string `json:"gate_reason"`
		} `json:"expect"`
	}
	checked := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, l line) {
		task, ok := tasks[l.Record.Task]
		if !ok || l.Expect.Pass == nil {
			return
		}
		checked++
		v := mustFind(t, task.gate).Judge(l.answer(), l.Record.Prompt, l.Record.Lang, l.Record.IDs)
		if v.Pass != *l.Expect.Pass || l.Expect.Reason != "" && v.Reason != l.Expect.Reason {
			t.Errorf("%s: got pass %v, reason %q, want %v, %q", l.ID, v.Pass, v.Reason, *l.Expect.Pass, l.Expect.Reason)
		}
	})
	if checked == 0 {
		t.Error("no case expects anything of a gate")
	}
	t.Logf("cases judged: %d", checked)
}
