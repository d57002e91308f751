// Package thinking is the operator that parts a response into what the model
// thought and what it answered (text-operators specification, section 2).
//
// By default it does what the reference harness does, bit by bit: the answer
// is what follows the closing tag that starts last, an unclosed block is all
// answer. By configuration it knows the tag styles of other models, policies
// for unclosed blocks, and rules by model name; see Config.
package thinking

import (
	"context"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/schemas"
)

// New returns the operator strip_thinking. It reads response, reasoning and
// model. A null response is the empty text. It adds
//   - answer: what is scored;
//   - thinking: the column reasoning if that holds text, else what was cut off
//     the response; null where there is none;
//   - thinking_state: None, Closed, Unclosed or Field;
//   - thinking_bytes: the length of thinking, 0 where that is null;
//   - error, on rows with an unclosed block under the policy Reject; all other
//     columns of these rows are null.
func New(cfg Config) (operators.Operator, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	op := &operator{}
	for _, r := range slices.Concat(cfg.Rules, []Rule{cfg.Rule}) {
		p, err := r.plan()
		if err != nil {
			return nil, err
		}
		op.rules = append(op.rules, rule{r.Model, p})
	}
	return op, nil
}

type operator struct {
	// rules has the general rule as its last one.
	rules []rule
}

type rule struct {
	model string
	plan  plan
}

func (*operator) Name() string { return "strip_thinking" }

func (*operator) Reads() []arrow.Field {
	var fields []arrow.Field
	for _, name := range []string{schemas.Response, schemas.Reasoning, schemas.Model} {
		f, _ := schemas.Generation.FieldsByName(name)
		fields = append(fields, f...)
	}
	return fields
}

func (*operator) Adds() []arrow.Field {
	var fields []arrow.Field
	for _, name := range []string{schemas.Answer, schemas.Thinking, schemas.ThinkingState, schemas.ThinkingBytes, schemas.Error} {
		f, _ := schemas.ScoredField(name)
		fields = append(fields, f)
	}
	return fields
}

func (op *operator) Apply(_ context.Context, b *operators.Batch) error {
	response, reasoning, model := b.InText(schemas.Response), b.InText(schemas.Reasoning), b.InText(schemas.Model)
	answer, thinking := b.Text(schemas.Answer), b.Text(schemas.Thinking)
	states, size := b.Text(schemas.ThinkingState), b.Int(schemas.ThinkingBytes)

	last, p := "", op.planOf("")
	for _, row := range b.Rows() {
		// Neighbours are mostly of one model.
		if name := textAt(model, row); name != last {
			last, p = name, op.planOf(name)
		}
		field := textAt(reasoning, row)
		r := p.cut(textAt(response, row), field != "")
		if r.state == Unclosed && p.unclosed == Reject {
			b.Text(schemas.Error).Set(row, unclosedError(last))
			continue
		}
		if field != "" {
			r.thinking, r.state = field, Field
		}
		answer.Set(row, r.answer)
		states.Set(row, r.state)
		size.Set(row, int64(len(r.thinking)))
		if r.thinking != "" || r.state == Closed {
			thinking.Set(row, r.thinking)
		}
	}
	return nil
}

// planOf returns the plan for a model.
func (op *operator) planOf(model string) *plan {
	last := len(op.rules) - 1
	for i := range op.rules[:last] {
		if matches(op.rules[i].model, model) {
			return &op.rules[i].plan
		}
	}
	return &op.rules[last].plan
}

func unclosedError(model string) string {
	return fmt.Sprintf("cannot score the response of model %q: its thinking is not closed, and the policy for that is %q", model, Reject)
}

// textColumn is what textAt needs of an Arrow text column.
type textColumn interface {
	IsNull(int) bool
	Value(int) string
}

func textAt(c textColumn, row int) string {
	if c.IsNull(row) {
		return ""
	}
	return c.Value(row)
}
