// Package truthfulqa scores TruthfulQA-Multi (Figueras et al., arXiv:2502.09387):
// mc1 and mc2 from log-likelihoods, generated answers by BLEU and, on request,
// ROUGE against true and false references. Rules: the truthfulqa-multi
// specification, whose section numbers the comments give.
//
// BLEURT needs a learned model and is not offered.
package truthfulqa

import (
	"context"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/operators"
	"mizan/schemas"
)

// Mode says what is scored.
type Mode string

// The modes.
const (
	ModeMC1 Mode = "mc1"
	ModeMC2 Mode = "mc2"
	ModeGen Mode = "gen"
)

// Options say how New scores.
type Options struct {
	Mode Mode
	// Language is that of records which name none.
	Language string
	// Rouge adds the ROUGE columns in mode gen.
	Rouge bool
}

// New returns the operator of a mode. A record that cannot be scored gets an
// error text and no scores, where the reference would stop. An acc that is not a
// number stays NaN, as the reference's does.
func New(o Options) (operators.Operator, error) {
	switch o.Mode {
	case ModeMC1, ModeMC2:
		return &choice{o}, nil
	case ModeGen:
		return &generation{Options: o, cache: newCache()}, nil
	}
	return nil, fmt.Errorf("unknown mode %q of truthfulqa", o.Mode)
}

// choice scores log-likelihoods into the column acc.
type choice struct{ Options }

func (c *choice) Name() string { return "truthfulqa_" + string(c.Mode) }

func (c *choice) Reads() []arrow.Field {
	return []arrow.Field{
		{Name: schemas.Labels, Type: schemas.Int32List},
		{Name: schemas.LogLikelihoods, Type: schemas.F64List},
	}
}

func (c *choice) Adds() []arrow.Field { return fields(schemas.Acc, schemas.Error) }

func (c *choice) Apply(_ context.Context, b *operators.Batch) error {
	labels := b.In(schemas.Labels).(*array.List)
	lls := b.In(schemas.LogLikelihoods).(*array.List)
	label, ll := labels.ListValues().(*array.Int32), lls.ListValues().(*array.Float64)
	acc, errs := b.Float(schemas.Acc), b.Text(schemas.Error)
	for _, row := range b.Rows() {
		from, to := lls.ValueOffsets(row)
		values := ll.Float64Values()[from:to]
		var v float64
		var err error
		if c.Mode == ModeMC1 {
			v, err = MC1(values)
		} else {
			from, to := labels.ValueOffsets(row)
			v, err = MC2(label.Int32Values()[from:to], values)
		}
		if err != nil {
			errs.Set(row, fmt.Sprintf("cannot score %s: %v", c.Mode, err))
			continue
		}
		acc.Set(row, v)
	}
	return nil
}

// generation scores the answer against the references.
type generation struct {
	Options
	cache *cache
}

func (g *generation) Name() string {
	if g.Rouge {
		return "truthfulqa_gen_rouge"
	}
	return "truthfulqa_gen"
}

func (g *generation) Reads() []arrow.Field {
	return append(fields(schemas.Answer),
		arrow.Field{Name: schemas.CorrectAnswers, Type: schemas.TextList},
		arrow.Field{Name: schemas.IncorrectAnswers, Type: schemas.TextList},
		arrow.Field{Name: schemas.Language, Type: schemas.Text},
	)
}

// metricColumns are the columns of one metric.
type metricColumns struct{ max, acc, diff string }

var (
	bleuColumns  = metricColumns{schemas.BleuMax, schemas.BleuAcc, schemas.BleuDiff}
	rougeColumns = [3]metricColumns{
		{schemas.Rouge1Max, schemas.Rouge1Acc, schemas.Rouge1Diff},
		{schemas.Rouge2Max, schemas.Rouge2Acc, schemas.Rouge2Diff},
		{schemas.RougeLMax, schemas.RougeLAcc, schemas.RougeLDiff},
	}
)

func (g *generation) Adds() []arrow.Field {
	names := []string{schemas.Error, bleuColumns.max, bleuColumns.acc, bleuColumns.diff}
	if g.Rouge {
		for _, c := range rougeColumns {
			names = append(names, c.max, c.acc, c.diff)
		}
	}
	return fields(names...)
}

// worker is the memory of one worker. All languages share it.
type worker struct {
	scorer Scorer
	key    []byte
}

// workerKey is the key of the worker's memory.
type workerKey struct{}

// Reset gives the memory for a huge answer back: Batch.Reset calls it.
func (w *worker) Reset() {
	if w.scorer.bytes() > keptBytes {
		w.scorer = Scorer{}
	}
}

func (g *generation) Apply(_ context.Context, b *operators.Batch) error {
	w := b.Scratch(workerKey{}, func() any { return new(worker) }).(*worker)
	correct, incorrect := b.InTextList(schemas.CorrectAnswers), b.InTextList(schemas.IncorrectAnswers)
	languages, answer, errs := b.InText(schemas.Language), b.Text(schemas.Answer), b.Text(schemas.Error)
	for _, row := range b.Rows() {
		if correct.IsNull(row) || incorrect.IsNull(row) {
			errs.Set(row, "cannot score gen: the record has no correct_answers and incorrect_answers; give them, or name the prompt set that has them")
			continue
		}
		language := g.Language
		if !languages.IsNull(row) {
			language = languages.Value(row)
		}
		q, err := g.cache.get(&w.key, answers{correct, row}, answers{incorrect, row}, language, g.Rouge)
		if err != nil {
			errs.Set(row, fmt.Sprintf("cannot score gen: %v", err))
			continue
		}
		bleuColumns.set(b, row, w.scorer.Bleu(q, answer.At(row)))
		if g.Rouge {
			r1, r2, rl := w.scorer.Rouge(q, answer.At(row))
			for i, s := range [3]Score{r1, r2, rl} {
				rougeColumns[i].set(b, row, s)
			}
		}
	}
	return nil
}

func (c metricColumns) set(b *operators.Batch, row int, s Score) {
	b.Float(c.max).Set(row, s.Max)
	b.Float(c.diff).Set(row, s.Diff)
	acc := int64(0)
	if s.Acc {
		acc = 1
	}
	b.Int(c.acc).Set(row, acc)
}

func fields(names ...string) []arrow.Field {
	out := make([]arrow.Field, len(names))
	for i, name := range names {
		out[i], _ = schemas.ScoredField(name)
	}
	return out
}
