package truthfulqa

import (
	"context"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/schemas"
)

// stops are the stop sequences of the generation tasks.
var stops = []string{"!\n\n", "Q:", ".\n\n"}

// Truncate cuts a raw generation before the first stop sequence, as the harness
// does while it generates.
func Truncate(generation string) string {
	for _, stop := range stops {
		generation, _, _ = strings.Cut(generation, stop)
	}
	return generation
}

// NewStops returns the operator that applies Truncate to the answer. Scoring by
// itself does not: the responses of the harness are cut already.
func NewStops() operators.Operator { return stopping{} }

type stopping struct{}

func (stopping) Name() string         { return "truthfulqa_stops" }
func (stopping) Reads() []arrow.Field { return fields(schemas.Answer) }
func (stopping) Adds() []arrow.Field  { return fields(schemas.Answer) }

func (stopping) Apply(_ context.Context, b *operators.Batch) error {
	answer := b.Text(schemas.Answer)
	for _, row := range b.Rows() {
		if !answer.IsNull(row) {
			answer.Set(row, Truncate(answer.At(row)))
		}
	}
	return nil
}
