package instruction

import (
	"context"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/operators"
	"mizan/schemas"
)

// Options say how New judges.
type Options struct {
	// Dialect is the registry of instructions.
	Dialect Dialect
	// Loose asks for the loose verdicts too.
	Loose bool
	// Gated asks for the gated lists: the plain ones where the column gate_pass
	// is true, all false where it is not.
	Gated bool
	// Exclude says whether an instruction makes the task leave its prompt out of
	// the aggregates. kwargs is the instruction's entry as it was decoded,
	// usually a map[string]any. nil: the task excludes nothing.
	Exclude func(id string, kwargs any) bool
}

// operator judges the column answer by instruction_id_list and kwargs.
type operator struct {
	Options
	reads, adds []arrow.Field
}

// New returns the operator that judges answers by their instruction lists.
//
// It sets follow_strict and follow_loose (one boolean an instruction),
// instruction_errors (null where an instruction is fine), prompt_strict and
// prompt_loose (all followed; true for an empty list), with Gated the four
// gated_ columns, and with Exclude the column excluded; for a task that
// excludes nothing that column is null, so readers filter
// "excluded is not true".
//
// A record without instruction_id_list gets a text in the column error. A null
// answer is the empty text.
func New(o Options) operators.Operator {
	op := &operator{Options: o}
	op.reads = fields(schemas.Answer, schemas.InstructionIDList, schemas.Kwargs)
	op.adds = fields(schemas.FollowStrict, schemas.PromptStrict, schemas.InstructionErrors, schemas.Error)
	if o.Loose {
		op.adds = append(op.adds, fields(schemas.FollowLoose, schemas.PromptLoose)...)
	}
	if o.Gated {
		op.reads = append(op.reads, fields(schemas.GatePass)...)
		op.adds = append(op.adds, fields(schemas.GatedFollowStrict, schemas.GatedPromptStrict)...)
		if o.Loose {
			op.adds = append(op.adds, fields(schemas.GatedFollowLoose, schemas.GatedPromptLoose)...)
		}
	}
	if o.Exclude != nil {
		op.adds = append(op.adds, fields(schemas.Excluded)...)
	}
	return op
}

func fields(names ...string) []arrow.Field {
	out := make([]arrow.Field, len(names))
	for i, name := range names {
		out[i], _ = schemas.ScoredField(name)
	}
	return out
}

func (op *operator) Name() string         { return "instruction_" + op.Dialect.Name }
func (op *operator) Reads() []arrow.Field { return op.reads }
func (op *operator) Adds() []arrow.Field  { return op.adds }

// worker is the memory of one worker.
type worker struct {
	cache         cache
	response      response
	ids           []operators.NullText
	strict, loose []bool
	none          []bool // all false
	faults        []operators.NullText
}

func (op *operator) Apply(ctx context.Context, b *operators.Batch) error {
	w := b.Scratch(op, func() any { return new(worker) }).(*worker)
	answers := b.Text(schemas.Answer)
	ids := b.InTextList(schemas.InstructionIDList)
	kwargs := b.InText(schemas.Kwargs)
	cols := op.columns(b)
	defer w.release()
	for n, row := range b.Rows() {
		if n&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if ids.IsNull(row) {
			b.Text(schemas.Error).Set(row, "cannot judge the answer: the record has no instruction_id_list")
			continue
		}
		w.ids = w.ids[:0]
		for i := range ids.Len(row) {
			w.ids = append(w.ids, ids.At(row, i))
		}
		l := op.list(w, textAt(kwargs, row))
		w.judge(l, answers.At(row), op.Loose)
		cols.set(row, w, l)
	}
	return nil
}

// release drops all references to the batch, and memory that only an unusually
// long answer needed.
func (w *worker) release() {
	const keep = 1 << 20
	starless := w.response.starless
	if cap(starless) > keep {
		starless = nil
	}
	w.response = response{starless: starless}
	clear(w.ids[:cap(w.ids)])
}

// list returns the bound instruction list of w.ids and kwargs.
func (op *operator) list(w *worker, kwargs string) *list {
	return w.cache.get(w.ids, kwargs, func() *list {
		return op.Dialect.bindList(w.ids, kwargs, op.Exclude)
	})
}

func textAt(col *array.String, row int) string {
	if col.IsNull(row) {
		return ""
	}
	return col.Value(row)
}

// judge fills the verdicts of one record.
func (w *worker) judge(l *list, answer string, loose bool) {
	w.response.reset(answer)
	w.strict, w.loose, w.faults = w.strict[:0], w.loose[:0], w.faults[:0]
	for i := range l.instructions {
		j := l.instructions[i].judge(&w.response, loose)
		w.strict = append(w.strict, j.strict)
		w.loose = append(w.loose, j.loose)
		w.faults = append(w.faults, operators.NullText{Text: j.fault, Valid: j.fault != ""})
	}
}

// columns are the added columns; nil where the operator does not add them.
type columns struct {
	op                        *operator
	strict, loose             *operators.BoolListColumn
	gatedStrict, gatedLoose   *operators.BoolListColumn
	promptStrict, promptLoose *operators.BoolColumn
	gatedPromptStrict         *operators.BoolColumn
	gatedPromptLoose          *operators.BoolColumn
	gatePass, excluded        *operators.BoolColumn
	faults                    *operators.TextListColumn
}

func (op *operator) columns(b *operators.Batch) columns {
	c := columns{
		op:           op,
		strict:       b.BoolList(schemas.FollowStrict),
		promptStrict: b.Bool(schemas.PromptStrict),
		faults:       b.TextList(schemas.InstructionErrors),
	}
	if op.Loose {
		c.loose, c.promptLoose = b.BoolList(schemas.FollowLoose), b.Bool(schemas.PromptLoose)
	}
	if op.Gated {
		c.gatePass = b.Bool(schemas.GatePass)
		c.gatedStrict, c.gatedPromptStrict = b.BoolList(schemas.GatedFollowStrict), b.Bool(schemas.GatedPromptStrict)
		if op.Loose {
			c.gatedLoose, c.gatedPromptLoose = b.BoolList(schemas.GatedFollowLoose), b.Bool(schemas.GatedPromptLoose)
		}
	}
	if op.Exclude != nil {
		c.excluded = b.Bool(schemas.Excluded)
	}
	return c
}

// set writes the worker's verdicts into a row.
func (c *columns) set(row int, w *worker, l *list) {
	setVerdicts(c.strict, c.promptStrict, row, w.strict)
	c.faults.Set(row, w.faults)
	if c.loose != nil {
		setVerdicts(c.loose, c.promptLoose, row, w.loose)
	}
	if c.excluded != nil {
		c.excluded.Set(row, l.excluded)
	}
	if c.gatePass == nil {
		return
	}
	strict, loose := w.strict, w.loose
	if !c.gatePass.At(row) {
		for len(w.none) < len(strict) {
			w.none = append(w.none, false)
		}
		strict, loose = w.none[:len(strict)], w.none[:len(loose)]
	}
	setVerdicts(c.gatedStrict, c.gatedPromptStrict, row, strict)
	if c.gatedLoose != nil {
		setVerdicts(c.gatedLoose, c.gatedPromptLoose, row, loose)
	}
}

func setVerdicts(list *operators.BoolListColumn, all *operators.BoolColumn, row int, verdicts []bool) {
	list.Set(row, verdicts)
	followed := true
	for _, v := range verdicts {
		followed = followed && v
	}
	all.Set(row, followed)
}
