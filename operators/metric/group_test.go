package metric

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var (
	yes, no = true, false
	t3, f3  = []bool{true, true, true}, []bool{false, true, false}
)

// rowsOfLists are rows of a gated instruction task.
func rowsOfLists() []Row {
	return []Row{
		{ // passes its gate
			GatePass: &yes, GateReason: "ok", IDs: []string{"a", "b", "a"},
			Strict: f3, Loose: t3, GatedStrict: f3, GatedLoose: t3,
		},
		{ // fails it: the gated verdicts are false
			GatePass: &no, GateReason: "language", IDs: []string{"b"},
			Strict: []bool{true}, Loose: []bool{true}, GatedStrict: []bool{false}, GatedLoose: []bool{false},
			InstructionErrors: 1,
		},
		{ // no instructions: followed, as all of nothing is
			GatePass: &yes, GateReason: "ok", IDs: []string{},
			Strict: []bool{}, Loose: []bool{}, GatedStrict: []bool{}, GatedLoose: []bool{},
		},
		{Failed: true}, // could not be judged: enters no mean
		{ // the task leaves it out
			Excluded: true, GatePass: &no, GateReason: "language", IDs: []string{"a"},
			Strict: []bool{true}, Loose: []bool{true}, GatedStrict: []bool{true}, GatedLoose: []bool{true}, InstructionErrors: 1,
		},
	}
}

func newGroup(t *testing.T, metrics []string, gated bool, rows ...Row) *Group {
	t.Helper()
	g, err := NewGroup(metrics, gated)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Value == nil {
			r.Value = func(int) (float64, bool) { return 0, false }
		}
		g.Add(&r)
	}
	return g
}

func TestVerdictMetrics(t *testing.T) {
	nan := math.NaN()
	third := 0.3333333333333333 // its standard error is 0.33333333333333337, of n = 3
	for _, tt := range []struct {
		metric        string
		gated         bool
		value, stderr float64
		n             int64
	}{
		// Of the three judged records two follow all (strict), three (loose); gated
		// one fails more.
		{"prompt_level_strict_acc", false, 2 * third, 0.33333333333333337, 3},
		{"prompt_level_loose_acc", false, 1, 0, 3},
		{"prompt_level_strict_acc", true, third, 0.33333333333333337, 3},
		{"prompt_level_loose_acc", true, 2 * third, 0.33333333333333337, 3},
		{"prompt_level_strict_langcheck_acc", false, third, 0.33333333333333337, 3},
		{"prompt_level_loose_langcheck_acc", true, 2 * third, 0.33333333333333337, 3},
		// Four instructions; the harness has no standard error at this level.
		{"inst_level_strict_acc", false, 0.5, nan, 4},
		{"inst_level_loose_acc", false, 1, nan, 4},
		{"inst_level_strict_acc", true, 0.25, nan, 4},
		{"inst_level_loose_acc", true, 0.75, nan, 4},
		{"inst_level_strict_langcheck_acc", false, 0.25, nan, 4},
		{"inst_level_loose_langcheck_acc", false, 0.75, nan, 4},
		{"language_check_acc", false, 2 * third, 0.33333333333333337, 3},
		{"acc", false, nan, nan, 0},
	} {
		g := newGroup(t, []string{tt.metric}, tt.gated, rowsOfLists()...)
		r := g.Results()[0]
		if r.Name != tt.metric || !same(r.Value, tt.value) || !same(r.Stderr, tt.stderr) || r.N != tt.n || r.NaN != 0 {
			t.Errorf("%s gated %v: %+v, want %v ± %v of %d", tt.metric, tt.gated, r, tt.value, tt.stderr, tt.n)
		}
		if !same(r.FiniteValue, r.Value) || !same(r.FiniteStderr, r.Stderr) {
			t.Errorf("%s: the finite figures differ: %+v", tt.metric, r)
		}
		if g.Records != 5 || g.Excluded != 1 || g.Failed != 1 || g.WithInstructionErrors != 1 {
			t.Errorf("%s: counts %+v", tt.metric, g)
		}
	}
}

func TestInstructionsAndReasons(t *testing.T) {
	g := newGroup(t, nil, false, rowsOfLists()...)
	want := []Instruction{
		{ID: "a", Strict: Share{0, 2}, Loose: Share{2, 2}, GatedStrict: Share{0, 2}, GatedLoose: Share{2, 2}},
		{ID: "b", Strict: Share{2, 2}, Loose: Share{2, 2}, GatedStrict: Share{1, 2}, GatedLoose: Share{1, 2}},
	}
	if got := g.Instructions(); !reflect.DeepEqual(got, want) {
		t.Errorf("instructions %+v, want %+v", got, want)
	}
	if got := fmt.Sprint(g.Reasons()); got != "[{ok 2} {language 1}]" {
		t.Errorf("reasons %s", got)
	}
	// Strict alone; more ids than verdicts, which the stage does not write.
	g = newGroup(t, nil, false, Row{IDs: []string{"a", "b"}, Strict: []bool{true}})
	if got := fmt.Sprint(g.Instructions()); got != "[{a {1 1} {0 0} {0 0} {0 0}}]" {
		t.Errorf("instructions %s", got)
	}
	if v := (Share{}).Value(); !math.IsNaN(v) {
		t.Errorf("a share of none is %v", v)
	}
}

// Rows are reused by who adds them: a group keeps nothing of them.
func TestGroupKeepsNothing(t *testing.T) {
	g := newGroup(t, []string{"prompt_level_strict_acc"}, false)
	list, pass := []bool{true}, true
	r := Row{IDs: []string{"x"}, Strict: list, GatePass: &pass, GateReason: "ok"}
	g.Add(&r)
	list[0], r.IDs[0], pass, r.GateReason = false, "y", false, "language"
	if got := g.Instructions(); len(got) != 1 || got[0].ID != "x" || got[0].Strict.True != 1 || g.Results()[0].Value != 1 || g.Reasons()[0].Name != "ok" {
		t.Errorf("instructions %+v", got)
	}
}

func TestColumnMetrics(t *testing.T) {
	at := slices.Index(Columns, "bleu_max")
	row := func(v float64) Row {
		return Row{Value: func(i int) (float64, bool) { return v, i == at }}
	}
	g := newGroup(t, []string{"bleu_max", "acc"}, false, row(12.5), row(-3.25), row(math.NaN()), Row{Failed: true}, row(100), row(0.1))
	r := g.Results()
	if r[0].N != 5 || r[0].NaN != 1 || r[0].Finite() != 4 || !math.IsNaN(r[0].Value) || !math.IsNaN(r[0].Stderr) {
		t.Errorf("bleu_max %+v", r[0])
	}
	if r[0].FiniteValue != 27.3375 || r[0].FiniteStderr != 24.45653776770811 {
		t.Errorf("bleu_max without NaN %+v", r[0])
	}
	if r[1].N != 0 || !math.IsNaN(r[1].Value) {
		t.Errorf("acc %+v", r[1])
	}
}

func TestEmptyGroup(t *testing.T) {
	g := newGroup(t, Names(), true)
	if len(g.Results()) != len(Names()) || len(g.Instructions()) != 0 || len(g.Reasons()) != 0 {
		t.Errorf("an empty group has %v", g)
	}
	for _, r := range g.Results() {
		if r.N != 0 || !math.IsNaN(r.Value) || !math.IsNaN(r.Stderr) {
			t.Errorf("%+v", r)
		}
	}
}

func TestUnknownMetric(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"prompt_level_strict", `unknown metric "prompt_level_strict"; did you mean "prompt_level_strict_acc"`},
		{"bleu", `unknown metric "bleu"`},
		{"", `unknown metric ""`},
	} {
		if _, err := NewGroup([]string{"acc", tt.name}, false); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: error %v", tt.name, err)
		}
	}
}
