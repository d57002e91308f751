package english_test

import (
	"context"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/internal/testshared"
	"mizan/operators"
	"mizan/schemas"
)

// realBatch puts the real answers of the task ifeval into one record batch.
func realBatch(tb testing.TB, keep func(g *golden) bool) (rec arrow.Record, answers []string, size int64) {
	ids := array.NewListBuilder(memory.DefaultAllocator, schemas.Text)
	kwargs := array.NewStringBuilder(memory.DefaultAllocator)
	for _, file := range realFiles {
		testshared.Lines(tb, "goldens/ifeval_en/"+file, func(_ int, g golden) {
			if g.Record.Task != "ifeval" || !keep(&g) {
				return
			}
			ids.Append(true)
			for _, id := range g.Record.InstructionIDList {
				ids.ValueBuilder().(*array.StringBuilder).Append(*id)
			}
			kwargs.Append(string(g.Record.Kwargs))
			answer := stripThinking(g.Record.Response)
			answers = append(answers, answer)
			size += int64(len(answer))
		})
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: schemas.InstructionIDList, Type: schemas.TextList, Nullable: true},
		{Name: schemas.Kwargs, Type: schemas.Text, Nullable: true},
	}, nil)
	return array.NewRecord(schema, []arrow.Array{ids.NewArray(), kwargs.NewArray()}, int64(len(answers))), answers, size
}

func runReal(b *testing.B, keep func(g *golden) bool) {
	rec, answers, size := realBatch(b, keep)
	if len(answers) == 0 {
		b.Skip("no such record")
	}
	batch := operators.NewBatch()
	run := func() {
		batch.Reset(rec)
		col := batch.Text(schemas.Answer)
		for i, a := range answers {
			col.Set(i, a)
		}
		if err := plain.Apply(context.Background(), batch); err != nil {
			b.Fatal(err)
		}
	}
	run()
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(answers)), "ns/row")
}

// BenchmarkReal scores all real answers, strict and loose.
func BenchmarkReal(b *testing.B) { runReal(b, func(*golden) bool { return true }) }

// BenchmarkInstruction scores the real answers that carry an instruction, with
// all their instructions.
func BenchmarkInstruction(b *testing.B) {
	for _, id := range instructionIDs() {
		b.Run(id, func(b *testing.B) {
			runReal(b, func(g *golden) bool {
				for _, have := range g.Record.InstructionIDList {
					if *have == id {
						return true
					}
				}
				return false
			})
		})
	}
}
