package task

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators/gate"
	"mizan/operators/thinking"
	"mizan/schemas"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPlansOfBuiltInTasks writes out what each task name means: a change of a
// task shows in testdata/plans.txt.
func TestPlansOfBuiltInTasks(t *testing.T) {
	p := compile(t, Config{Rouge: true, Stops: true})
	var b strings.Builder
	for _, task := range p.Table().Tasks() {
		fmt.Fprintf(&b, "%s (version %q, tags %q)\n", task.Name, task.Version, task.Tags)
		for _, op := range p.Chain(task.Name) {
			fmt.Fprintf(&b, "  %s: %s -> %s\n", op.Name(), columns(op.Reads()), columns(op.Adds()))
		}
		fmt.Fprintf(&b, "  reports %s; gated %v\n", strings.Join(task.Metrics, ", "), task.Gated)
	}
	const path = "testdata/plans.txt"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the plans differ from %s; if they are meant to, run go test with -update\n%s", path, b.String())
	}
}

func columns(fields []arrow.Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}

// A batch holds rows of several tasks and a column that an operator adds hides
// the input's: were it one of the input, the rows of the other tasks would lose
// their values.
func TestOperatorsAddScoredColumnsOnly(t *testing.T) {
	p := compile(t, Config{Rouge: true, Stops: true})
	for _, task := range p.Table().Tasks() {
		for _, op := range p.Chain(task.Name) {
			for _, f := range op.Adds() {
				scored, ok := schemas.ScoredField(f.Name)
				if !ok || !arrow.TypeEqual(scored.Type, f.Type) {
					t.Errorf("%s adds %s %s, the scored schema has %s", op.Name(), f.Name, f.Type, scored.Type)
				}
				if schemas.Generation.HasField(f.Name) {
					t.Errorf("%s adds %s, which is a column of the input", op.Name(), f.Name)
				}
			}
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, tt := range []struct {
		config Config
		want   []string
	}{
		{Config{Extra: []Task{{Name: "x", Gate: "english"}}},
			[]string{`cannot plan task "x"`, `operator "gate`, `column "answer"`, `put one of these before it: "strip_thinking"`}},
		{Config{Extra: []Task{{Name: "x", Scorer: English}}},
			[]string{`cannot plan task "x"`, `column "answer"`, `"strip_thinking"`}},
		{Config{Extra: []Task{{Name: "x", Prepare: []string{"clean", "strip_thinking"}}}},
			[]string{`cannot plan task "x"`, `operator "clean"`, `column "answer"`, `"strip_thinking"`}},
		{Config{Extra: []Task{{Name: "x", Scorer: Gen}}, Stops: true},
			[]string{`cannot plan task "x"`, `column "answer"`}},
		{Config{Extra: []Task{{Name: "x", Prepare: stripped, Gate: "englsh"}}},
			[]string{`cannot plan task "x"`, `unknown gate "englsh"; did you mean "english"`}},
		{Config{Extra: []Task{{Name: "x", Prepare: stripped, Gate: "own"}}, Gates: map[string]gate.Spec{"own": {Checks: []gate.Check{{}}}}},
			[]string{`cannot plan task "x"`, "check"}},
		{Config{Thinking: thinking.Config{Rule: thinking.Rule{Unclosed: "maybe"}}}, []string{`"maybe"`}},
		{Config{Unknown: "qualty"}, []string{`cannot plan records of unknown tasks`, `"qualty"`}},
		{Config{Extra: []Task{{Name: "ifeval"}}}, []string{"a task of that name exists"}},
	} {
		_, err := Compile(tt.config)
		for _, want := range tt.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %v, want %q", tt.config, err, want)
			}
		}
	}
}

func TestHashChangesWithThePlans(t *testing.T) {
	seen := map[string]int{}
	for i, c := range []Config{
		{},
		{Rouge: true},
		{Stops: true},
		{Unknown: "quality"},
		{Thinking: thinking.Config{Rule: thinking.Rule{Unclosed: thinking.Reject}}},
		{Extra: []Task{{Name: "x", Prepare: stripped}}},
		{Extra: []Task{{Name: "x", Prepare: cleaned}}},
		{Gates: map[string]gate.Spec{"own": {About: "a"}}},
	} {
		h := compile(t, c).Hash()
		if len(h) != 16 || h != compile(t, c).Hash() {
			t.Errorf("hash %q of %+v is not stable", h, c)
		}
		if other, ok := seen[h]; ok {
			t.Errorf("configurations %d and %d have one hash", i, other)
		}
		seen[h] = i
	}
}

func TestChainOfNoTask(t *testing.T) {
	if c := compile(t, Config{Unknown: "quality"}).Chain("nothing"); c != nil {
		t.Errorf("Chain of no task is %v", c)
	}
}
