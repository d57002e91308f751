package arabic_test

import (
	"context"
	"testing"

	"mizan/internal/testshared"
	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/instruction/arabichf"
	"mizan/operators/instruction/arabicinception"
	"mizan/schemas"
)

// BenchmarkInstructions judges the golden responses by the instruction
// operator alone; bytes are those of the answers.
func BenchmarkInstructions(b *testing.B) {
	for _, c := range []struct {
		name, task string
		options    instruction.Options
	}{
		{"inception", "ifeval_arabic_inception", instruction.Options{Dialect: arabicinception.Dialect}},
		{"hf strict", "ifeval_arabic_inception_hf", instruction.Options{Dialect: arabichf.Dialect}},
		{"hf strict and loose", "ifeval_arabic_inception_hf", instruction.Options{Dialect: arabichf.Dialect, Loose: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var records []record
			testshared.Lines(b, "goldens/"+c.task+"/responses.jsonl", func(_ int, g golden) {
				records = append(records, g.Record)
			})
			batch := operators.NewBatch()
			batchOf(b, batch, records)
			size := int64(0)
			answers := batch.Text(schemas.Answer)
			for row, r := range records {
				if r.Response != nil {
					answers.Set(row, *r.Response)
					size += int64(len(*r.Response))
				}
			}
			op := instruction.New(c.options)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				if err := op.Apply(context.Background(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(records))*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}
