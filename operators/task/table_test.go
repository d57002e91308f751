package task

import (
	"slices"
	"strings"
	"testing"
)

func names(tasks []Task) (names []string) {
	for _, t := range tasks {
		names = append(names, t.Name)
	}
	return names
}

// truthfulQA lists the tasks of the given modes in all languages.
func truthfulQA(modes ...string) (names []string) {
	for _, mode := range modes {
		for _, lang := range []string{"en", "es", "ca", "eu", "gl"} {
			names = append(names, "truthfulqa-multi_"+mode+"_"+lang)
		}
	}
	return names
}

func newTable(t *testing.T, extra ...Task) *Table {
	t.Helper()
	table, err := NewTable(extra)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTable(t *testing.T) {
	table := newTable(t)
	want := slices.Concat([]string{
		"ifeval", "ifeval_langcheck", "ifeval_langcheck_v4_1",
		"ifeval_arabic_inception_hf", "ifeval_arabic_inception_hf_langcheck", "ifeval_arabic_inception",
	}, truthfulQA("mc1", "mc2", "gen"), []string{"quality"})
	if got := names(table.Tasks()); !slices.Equal(got, want) || len(got) != 22 {
		t.Errorf("%d tasks %q, want %q", len(got), got, want)
	}
}

// The harness tags the multiple-choice tasks and the generation tasks of one
// family differently, by a hyphen and an underscore; its README lists mc2 and
// gen.
func TestTags(t *testing.T) {
	table := newTable(t)
	for _, tt := range []struct {
		tag  string
		want []string
	}{
		{"truthfulqa-multi", truthfulQA("mc1", "mc2")},
		{"truthfulqa_multi", truthfulQA("gen")},
		{"truthfulqa-multi-documented", truthfulQA("mc2", "gen")},
		{"arabic", []string{"ifeval_arabic_inception_hf", "ifeval_arabic_inception_hf_langcheck", "ifeval_arabic_inception"}},
		{"truthfulqa", nil},
		{"", nil},
	} {
		if got := names(table.Tagged(tt.tag)); !slices.Equal(got, tt.want) {
			t.Errorf("tag %q: %q, want %q", tt.tag, got, tt.want)
		}
	}
	if a, b := len(table.Tagged("truthfulqa-multi")), len(table.Tagged("truthfulqa_multi")); a != 10 || b != 5 {
		t.Errorf("%d and %d tasks, want 10 and 5", a, b)
	}
}

func TestFind(t *testing.T) {
	table := newTable(t, Task{Name: "مهمة"})
	for _, name := range []string{"ifeval", "quality", "مهمة"} {
		if got, err := table.Find(name); err != nil || got.Name != name {
			t.Errorf("Find(%q) = %q, %v", name, got.Name, err)
		}
	}
	for _, tt := range []struct{ name, want string }{
		{"ifevl", `unknown task "ifevl"; did you mean "ifeval"?`},
		{"", `unknown task ""; known are "ifeval", `},
		{"مهمه", `unknown task "مهمه"; did you mean "مهمة"?`},
		// A character that turns the order of a line does not reach it.
		{"a\u202eb", `unknown task "a\u202eb"`},
	} {
		if _, err := table.Find(tt.name); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Find(%q): %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestExtraTasks(t *testing.T) {
	for _, tt := range []struct {
		task Task
		want string // "" where it is valid
	}{
		{Task{Name: "stored"}, ""},
		{Task{Name: "own", Prepare: []string{"strip_thinking", "clean"}, Gate: "english", Metrics: []string{LanguageCheck}}, ""},
		{Task{Name: "own", Prepare: []string{"strip_thinking"}, Scorer: English, Metrics: []string{PromptStrict}}, ""},
		{Task{Name: "own", Scorer: MC2, Metrics: []string{Acc}}, ""},
		{Task{Name: "own", Prepare: []string{"strip_thinking"}, Scorer: Gen, Metrics: []string{"bleu_max", "rougeL_diff"}}, ""},
		{Task{}, "cannot add a task without a name"},
		{Task{Name: "ifeval"}, `cannot add task "ifeval": a task of that name exists`},
		{Task{Name: "x", Scorer: "englsh"}, `unknown scorer "englsh"; did you mean "english"`},
		{Task{Name: "x", Prepare: []string{"strip_thinking"}, Scorer: Gen, Loose: true}, "loose verdicts exist for instruction scorers only"},
		{Task{Name: "x", Gated: true}, "gated metrics need a gate"},
		{Task{Name: "x", Scorer: MC1, Prepare: []string{"clean"}}, "there is no answer to prepare or to gate"},
		{Task{Name: "x", Scorer: MC2, Gate: "english"}, "there is no answer to prepare or to gate"},
		{Task{Name: "x", Prepare: []string{"cleen"}}, `unknown preparation "cleen"; did you mean "clean"`},
		{Task{Name: "x", Prepare: []string{"clean", "clean"}}, `preparation "clean" stands twice`},
		{Task{Name: "x", Metrics: []string{"blue_max"}}, `unknown metric "blue_max"; did you mean "bleu_max"`},
		{Task{Name: "x", Metrics: []string{"acc", "acc"}, Scorer: MC1}, `metric "acc" stands twice`},
		{Task{Name: "x", Metrics: []string{"acc"}}, `metric "acc" needs scorer "mc1" or "mc2"`},
		{Task{Name: "x", Metrics: []string{"rouge1_max"}}, `metric "rouge1_max" needs scorer "gen"`},
		{Task{Name: "x", Metrics: []string{PromptStrict}}, `metric "prompt_level_strict_acc" needs an instruction scorer`},
		{Task{Name: "x", Metrics: []string{PromptLoose}, Scorer: English}, `metric "prompt_level_loose_acc" needs loose: true`},
		{Task{Name: "x", Metrics: []string{LanguageCheck}}, `metric "language_check_acc" needs a gate`},
		{Task{Name: "x", Metrics: []string{InstStrictGated}, Scorer: English}, `metric "inst_level_strict_langcheck_acc" needs a gate`},
	} {
		_, err := NewTable([]Task{tt.task})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%+v: %v", tt.task, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%+v: error %v, want %q", tt.task, err, tt.want)
		}
	}
	if _, err := NewTable([]Task{{Name: "twin"}, {Name: "twin"}}); err == nil {
		t.Error("two tasks of one name")
	}
}
