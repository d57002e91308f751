package arabic_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/internal/testshared"
	"mizan/operators"
	"mizan/operators/clean"
	"mizan/operators/gate"
	"mizan/operators/instruction"
	"mizan/operators/instruction/arabichf"
	"mizan/operators/instruction/arabicinception"
	"mizan/operators/thinking"
	"mizan/schemas"
)

// record is the part of a generation record that the Arabic tasks look at.
type record struct {
	RecordID          string          `json:"record_id"`
	Task              string          `json:"task"`
	Prompt            string          `json:"prompt"`
	Response          *string         `json:"response"`
	InstructionIDList []string        `json:"instruction_id_list"`
	Kwargs            json.RawMessage `json:"kwargs"`
	Lang              json.RawMessage `json:"lang"`
}

// verdicts of the reference. An element is a boolean or {"error": ...}.
type expected struct {
	FollowStrict      []any   `json:"follow_strict"`
	FollowLoose       []any   `json:"follow_loose"`
	GatePass          any     `json:"gate_pass"`
	GateReason        *string `json:"gate_reason"`
	GatedFollowStrict []any   `json:"gated_follow_strict"`
	GatedFollowLoose  []any   `json:"gated_follow_loose"`
}

type golden struct {
	Record   record   `json:"record"`
	Expected expected `json:"expected"`
}

// plans are the operators of the three tasks, in order.
func plans(t testing.TB) map[string]operators.Chain {
	t.Helper()
	strip, err := thinking.New(thinking.Config{})
	if err != nil {
		t.Fatal(err)
	}
	gateOf := func(name string) operators.Operator {
		spec, err := gate.Find(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		op, err := gate.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		return op
	}
	return map[string]operators.Chain{
		"ifeval_arabic_inception": {strip, clean.New(), gateOf("inception"),
			instruction.New(instruction.Options{Dialect: arabicinception.Dialect, Gated: true})},
		"ifeval_arabic_inception_hf": {strip,
			instruction.New(instruction.Options{Dialect: arabichf.Dialect, Loose: true})},
		"ifeval_arabic_inception_hf_langcheck": {strip, gateOf("arabic_hf"),
			instruction.New(instruction.Options{Dialect: arabichf.Dialect, Loose: true, Gated: true})},
	}
}

// batchOf makes a batch of records; kwargs become JSON text, as the codec
// hands them over.
func batchOf(t testing.TB, b *operators.Batch, records []record) {
	t.Helper()
	bld := array.NewRecordBuilder(memory.DefaultAllocator, schemas.Generation)
	defer bld.Release()
	field := func(name string) array.Builder { return bld.Field(schemas.Generation.FieldIndices(name)[0]) }
	list := func(name string, items []string) {
		lb := field(name).(*array.ListBuilder)
		lb.Append(true)
		lb.ValueBuilder().(*array.StringBuilder).AppendValues(items, nil)
	}
	set := map[string]bool{schemas.Response: true, schemas.Prompt: true, schemas.Kwargs: true, schemas.Lang: true, schemas.InstructionIDList: true}
	for _, r := range records {
		if r.Response == nil {
			field(schemas.Response).AppendNull()
		} else {
			field(schemas.Response).(*array.StringBuilder).Append(*r.Response)
		}
		field(schemas.Prompt).(*array.StringBuilder).Append(r.Prompt)
		field(schemas.Kwargs).(*array.StringBuilder).Append(kwargsText(t, r.Kwargs))
		list(schemas.InstructionIDList, r.InstructionIDList)
		list(schemas.Lang, langs(t, r.Lang))
		for i, f := range schemas.Generation.Fields() {
			if !set[f.Name] {
				bld.Field(i).AppendEmptyValue()
			}
		}
	}
	b.Reset(bld.NewRecord())
}

func kwargsText(t testing.TB, raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return string(raw)
	}
	if !json.Valid([]byte(s)) {
		s = literalToJSON(s)
		if !json.Valid([]byte(s)) {
			t.Fatalf("kwargs %q cannot be read", s)
		}
	}
	return s
}

// literalToJSON rewrites a Python literal of lists, dicts, texts and numbers.
func literalToJSON(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		if c != '\'' && c != '"' {
			b.WriteByte(c)
			i++
			continue
		}
		var text strings.Builder
		for i++; s[i] != c; i++ {
			if s[i] == '\\' {
				i++
				switch s[i] {
				case 'n':
					text.WriteByte('\n')
				case 't':
					text.WriteByte('\t')
				case 'r':
					text.WriteByte('\r')
				default:
					text.WriteByte(s[i])
				}
				continue
			}
			text.WriteByte(s[i])
		}
		i++
		quoted, _ := json.Marshal(text.String())
		b.Write(quoted)
	}
	return strings.NewReplacer("None", "null", "True", "true", "False", "false").Replace(b.String())
}

func langs(t testing.TB, raw json.RawMessage) []string {
	var list []string
	if len(raw) == 0 || json.Unmarshal(raw, &list) == nil {
		return list
	}
	var one string
	if err := json.Unmarshal(raw, &one); err != nil {
		t.Fatalf("lang %s: %v", raw, err)
	}
	if one == "" {
		return nil
	}
	return []string{one}
}

// diffs compares a row with its golden; it returns what differs.
func diffs(b *operators.Batch, row int, g *golden) (out []string) {
	note := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("%s %s: ", g.Record.RecordID, g.Record.InstructionIDList)+fmt.Sprintf(format, args...))
	}
	faults := b.TextList(schemas.InstructionErrors).At(row)
	list := func(column string, want []any) {
		if want == nil {
			return
		}
		got := b.BoolList(column).At(row)
		if len(got) != len(want) {
			note("%s has %d verdicts, want %d", column, len(got), len(want))
			return
		}
		for i, w := range want {
			is, plain := w.(bool)
			if got[i] != is { // an error is no success
				note("%s[%d] is %v, want %v (%v)", column, i, got[i], w, faults[i])
			}
			if !plain {
				kind := w.(map[string]any)["error"].(string)
				if !faults[i].Valid || !strings.HasPrefix(faults[i].Text, kind+": ") {
					note("%s[%d] has the error %q, want %s", column, i, faults[i].Text, kind)
				}
			}
		}
	}
	list(schemas.FollowStrict, g.Expected.FollowStrict)
	list(schemas.FollowLoose, g.Expected.FollowLoose)
	list(schemas.GatedFollowStrict, g.Expected.GatedFollowStrict)
	list(schemas.GatedFollowLoose, g.Expected.GatedFollowLoose)
	for i, f := range faults {
		// An unknown id is an error for us and quietly false for the strict
		// pass of the reference; every other error stands in the goldens.
		_, strict := g.Expected.FollowStrict[i].(bool)
		if f.Valid && strict && !strings.HasPrefix(f.Text, "KeyError: unknown instruction id") {
			note("the error %q, where the reference has none", f.Text)
		}
	}
	if g.Expected.GatePass != nil {
		want, ok := g.Expected.GatePass.(bool)
		if got := b.Bool(schemas.GatePass).At(row); got != want {
			note("gate_pass is %v, want %v", got, g.Expected.GatePass)
		}
		if failed := !b.Text(schemas.Error).IsNull(row); failed == ok {
			note("error is %q, want gate_pass %v", b.Text(schemas.Error).At(row), g.Expected.GatePass)
		}
	}
	if g.Expected.GateReason != nil {
		if got := b.Text(schemas.GateReason).At(row); got != *g.Expected.GateReason {
			note("gate_reason is %q, want %q", got, *g.Expected.GateReason)
		}
	}
	return out
}

func TestGoldens(t *testing.T) {
	b := operators.NewBatch()
	for task, plan := range plans(t) {
		for _, file := range []string{"responses.jsonl", "adversarial.jsonl"} {
			var goldens []golden
			var records []record
			testshared.Lines(t, "goldens/"+task+"/"+file, func(_ int, g golden) {
				goldens = append(goldens, g)
				records = append(records, g.Record)
			})
			batchOf(t, b, records)
			if err := plan.Apply(context.Background(), b); err != nil {
				t.Fatal(err)
			}
			wrong := 0
			for row := range goldens {
				d := diffs(b, row, &goldens[row])
				if len(d) > 0 {
					wrong++
				}
				if wrong <= 10 {
					for _, line := range d {
						t.Errorf("%s/%s: %s", task, file, line)
					}
				}
			}
			t.Logf("%s/%s: %d records, %d differ", task, file, len(goldens), wrong)
			compareMetrics(t, task, file, b, goldens)
		}
	}
}

// compareMetrics adds up the verdicts of a file as the reference does: records
// with an error are left out.
func compareMetrics(t *testing.T, task, file string, b *operators.Batch, goldens []golden) {
	t.Helper()
	raw, err := os.ReadFile(testshared.Path(t, "goldens/"+task+"/aggregates.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]struct {
		Records int                `json:"records"`
		Metrics map[string]float64 `json:"metrics"`
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	gated := strings.HasSuffix(task, "_langcheck")
	columns := map[string]string{"strict_acc": schemas.FollowStrict, "loose_acc": schemas.FollowLoose, "strict_langcheck_acc": schemas.GatedFollowStrict}
	if gated {
		columns["strict_acc"], columns["loose_acc"] = schemas.GatedFollowStrict, schemas.GatedFollowLoose
	}
	for name, want := range all[file].Metrics {
		sum, n, records := 0, 0, 0
		for row := range goldens {
			if leftOut(&goldens[row].Expected, gated) {
				continue
			}
			records++
			if name == "language_check_acc" {
				n++
				if b.Bool(schemas.GatePass).At(row) {
					sum++
				}
				continue
			}
			prompt, suffix := true, strings.TrimPrefix(name, "inst_level_")
			if suffix == name {
				suffix = strings.TrimPrefix(name, "prompt_level_")
			} else {
				prompt = false
			}
			followed := true
			for _, v := range b.BoolList(columns[suffix]).At(row) {
				followed = followed && v
				if !prompt {
					n++
					if v {
						sum++
					}
				}
			}
			if prompt {
				n++
				if followed {
					sum++
				}
			}
		}
		if records != all[file].Records {
			t.Errorf("%s/%s: %s over %d records, want %d", task, file, name, records, all[file].Records)
		}
		if got := float64(sum) / float64(n); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s/%s: %s is %v, want %v", task, file, name, got, want)
		}
	}
}

// leftOut says whether a record has an error in a list that the task's metrics
// use.
func leftOut(e *expected, gated bool) bool {
	lists := [][]any{e.FollowStrict, e.FollowLoose}
	if gated {
		lists = [][]any{e.GatedFollowStrict, e.GatedFollowLoose}
	}
	if _, ok := e.GatePass.(map[string]any); ok {
		return true
	}
	for _, list := range lists {
		for _, v := range list {
			if _, ok := v.(bool); !ok {
				return true
			}
		}
	}
	return false
}

// TestCases runs the cases of the area ifeval_ar: faults that people met.
func TestCases(t *testing.T) {
	b := operators.NewBatch()
	plans := plans(t)
	n := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c struct {
		ID     string          `json:"id"`
		Area   string          `json:"area"`
		Record json.RawMessage `json:"record"`
		Expect json.RawMessage `json:"expect"`
	}) {
		if c.Area != "ifeval_ar" {
			return
		}
		n++
		var g golden
		for raw, into := range map[*json.RawMessage]any{&c.Record: &g.Record, &c.Expect: &g.Expected} {
			if err := json.NewDecoder(bytes.NewReader(*raw)).Decode(into); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
		}
		batchOf(t, b, []record{g.Record})
		if err := plans[g.Record.Task].Apply(context.Background(), b); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		for _, d := range diffs(b, 0, &g) {
			t.Error(d)
		}
	})
	if n == 0 {
		t.Error("no case of the area ifeval_ar")
	}
}
