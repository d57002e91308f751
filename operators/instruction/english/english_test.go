package english_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/internal/testshared"
	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/instruction/english"
	"mizan/schemas"
)

// golden is a line of the golden files: a record and its verdicts.
type golden struct {
	Record struct {
		RecordID          string          `json:"record_id"`
		Task              string          `json:"task"`
		Response          string          `json:"response"`
		InstructionIDList []*string       `json:"instruction_id_list"`
		Kwargs            json.RawMessage `json:"kwargs"`
	} `json:"record"`
	Expected struct {
		FollowStrict      []bool `json:"follow_strict"`
		FollowLoose       []bool `json:"follow_loose"`
		GatePass          bool   `json:"gate_pass"`
		GatedFollowStrict []bool `json:"gated_follow_strict"`
		GatedFollowLoose  []bool `json:"gated_follow_loose"`
		Excluded          bool   `json:"excluded"`
		Errors            []struct {
			Index int `json:"index"`
		} `json:"errors"`
	} `json:"expected"`
	Note string `json:"note"`
}

var (
	plain = instruction.New(instruction.Options{Dialect: english.Standard, Loose: true})
	gated = instruction.New(instruction.Options{Dialect: english.Standard, Loose: true, Gated: true})
	v41   = instruction.New(instruction.Options{Dialect: english.V41, Loose: true, Gated: true, Exclude: english.Excluded})
)

// realFiles hold the answers of one model each.
var realFiles = []string{
	"real_CohereForAI__aya-23-8B.jsonl.gz",
	"real_Qwen__Qwen2.5-0.5B-Instruct-GPTQ-Int4.jsonl.gz",
	"real_claude-3-haiku-20240307.jsonl.gz",
	"real_gpt-4o-2024-08-06.jsonl.gz",
	"real_hugging-quants__Meta-Llama-3.1-8B-Instruct-AWQ-INT4.jsonl.gz",
	"real_o1-mini-2024-09-12.jsonl.gz",
}

func instructionIDs() []string { return slices.Sorted(maps.Keys(english.Standard.Makers)) }

// judge runs an operator on one record. The answer is what the operators
// before it would have made of the response.
func judge(t testing.TB, b *operators.Batch, op operators.Operator, g *golden, answer string) {
	t.Helper()
	ids := array.NewListBuilder(memory.DefaultAllocator, schemas.Text)
	ids.Append(true)
	for _, id := range g.Record.InstructionIDList {
		if id == nil {
			ids.ValueBuilder().AppendNull()
		} else {
			ids.ValueBuilder().(*array.StringBuilder).Append(*id)
		}
	}
	kwargs := array.NewStringBuilder(memory.DefaultAllocator)
	if len(g.Record.Kwargs) == 0 {
		kwargs.AppendNull()
	} else {
		kwargs.Append(string(g.Record.Kwargs))
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: schemas.InstructionIDList, Type: schemas.TextList, Nullable: true},
		{Name: schemas.Kwargs, Type: schemas.Text, Nullable: true},
	}, nil)
	b.Reset(array.NewRecord(schema, []arrow.Array{ids.NewArray(), kwargs.NewArray()}, 1))
	b.Text(schemas.Answer).Set(0, answer)
	b.Bool(schemas.GatePass).Set(0, g.Expected.GatePass)
	if err := op.Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
}

// compare reports where the columns differ from what is expected.
func compare(b *operators.Batch, g *golden, isGated bool) (diffs []string) {
	diff := func(what string, got, want any) {
		diffs = append(diffs, fmt.Sprintf("%s %s: %s is %v, want %v", g.Record.RecordID, g.Note, what, got, want))
	}
	list := func(column string, want []bool) {
		if got := b.BoolList(column).At(0); !slices.Equal(got, want) {
			diff(column, got, want)
		}
	}
	list(schemas.FollowStrict, g.Expected.FollowStrict)
	list(schemas.FollowLoose, g.Expected.FollowLoose)
	if isGated {
		list(schemas.GatedFollowStrict, g.Expected.GatedFollowStrict)
		list(schemas.GatedFollowLoose, g.Expected.GatedFollowLoose)
	}
	want := make([]bool, len(g.Record.InstructionIDList))
	for _, e := range g.Expected.Errors {
		want[e.Index] = true
	}
	got := make([]bool, len(want))
	for i, e := range b.TextList(schemas.InstructionErrors).At(0) {
		got[i] = e.Valid
	}
	if !slices.Equal(got, want) {
		diff(schemas.InstructionErrors, b.TextList(schemas.InstructionErrors).At(0), want)
	}
	if got := b.Bool(schemas.Excluded).At(0); got != g.Expected.Excluded {
		diff(schemas.Excluded, got, g.Expected.Excluded)
	}
	return diffs
}

func TestGoldens(t *testing.T) {
	files := append([]string{"synthetic.jsonl"}, realFiles...)
	b := operators.NewBatch()
	for _, file := range files {
		records, wrong := 0, 0
		testshared.Lines(t, "goldens/ifeval_en/"+file, func(_ int, g golden) {
			op, isGated := plain, false
			answer := stripThinking(g.Record.Response)
			switch g.Record.Task {
			case "ifeval_langcheck":
				op, isGated = gated, true
			case "ifeval_langcheck_v4_1":
				op, isGated = v41, true
				answer = cleaned(answer)
			}
			records++
			judge(t, b, op, &g, answer)
			for _, d := range compare(b, &g, isGated) {
				if wrong++; wrong <= 10 {
					t.Error(d)
				}
			}
		})
		t.Logf("%s: %d records, %d differences", file, records, wrong)
	}
}
