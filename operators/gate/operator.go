package gate

import (
	"context"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/schemas"
)

// New returns the operator that judges answers by the gate: it adds the columns
// gate, gate_pass, gate_reason and all evidence columns, the latter whether the
// gate passes or not. A record whose lang the gate does not know fails and says
// so in the column error.
func New(spec Spec) (operators.Operator, error) {
	g, err := Compile(spec)
	if err != nil {
		return nil, err
	}
	return &operator{g}, nil
}

type operator struct{ gate *Gate }

var (
	reads = fields(schemas.Answer, schemas.Prompt, schemas.Lang, schemas.InstructionIDList)
	adds  = fields(schemas.Gate, schemas.GatePass, schemas.GateReason,
		schemas.LetterWords, schemas.EnglishWords, schemas.ArabicWords, schemas.MixedWords, schemas.OtherWords,
		schemas.EnglishRatio, schemas.FormatExempt,
		schemas.WordRun, schemas.SentenceRun, schemas.NgramN, schemas.NgramRepeats,
		schemas.Error)
)

func fields(names ...string) []arrow.Field {
	list := make([]arrow.Field, len(names))
	for i, name := range names {
		list[i], _ = schemas.ScoredField(name)
	}
	return list
}

// Name is gate and the gate's name.
func (op *operator) Name() string { return "gate " + op.gate.name }

// Reads lists the columns that the checks of any gate may need.
func (*operator) Reads() []arrow.Field { return reads }

// Adds lists the verdict, the evidence, and error for an unknown lang.
func (*operator) Adds() []arrow.Field { return adds }

// scratch is the memory of one worker.
type scratch struct {
	memory    *memory
	lang, ids []string
}

// Apply judges the selected rows. A row whose answer is null could not be
// prepared and gets no verdict.
func (op *operator) Apply(_ context.Context, b *operators.Batch) error {
	s := b.Scratch(op, func() any { return &scratch{memory: op.gate.newMemory()} }).(*scratch)
	answers, prompts := b.Text(schemas.Answer), b.InText(schemas.Prompt)
	langs, ids := b.InTextList(schemas.Lang), b.InTextList(schemas.InstructionIDList)
	out := outputsOf(b)
	for _, row := range b.Rows() {
		if answers.IsNull(row) {
			continue
		}
		prompt := ""
		if !prompts.IsNull(row) {
			prompt = prompts.Value(row)
		}
		s.lang = texts(s.lang, langs, row)
		s.ids = texts(s.ids, ids, row)
		v := op.gate.judge(s.memory, answers.At(row), prompt, s.lang, s.ids)
		out.set(row, op.gate.name, &v)
	}
	// Nothing of the batch may stay behind.
	clear(s.lang[:cap(s.lang)])
	clear(s.ids[:cap(s.ids)])
	return nil
}

// texts puts the row's list in dst; null elements are left out.
func texts(dst []string, lists operators.TextLists, row int) []string {
	dst = dst[:0]
	for i := range lists.Len(row) {
		if t := lists.At(row, i); t.Valid {
			dst = append(dst, t.Text)
		}
	}
	return dst
}

// outputs are the columns of adds.
type outputs struct {
	gate, reason, err                          *operators.TextColumn
	pass, exempt                               *operators.BoolColumn
	letter, english, arabic, mixed, other      *operators.IntColumn
	wordRun, sentenceRun, ngramN, ngramRepeats *operators.IntColumn
	ratio                                      *operators.FloatColumn
}

func outputsOf(b *operators.Batch) outputs {
	return outputs{
		gate: b.Text(schemas.Gate), reason: b.Text(schemas.GateReason), err: b.Text(schemas.Error),
		pass: b.Bool(schemas.GatePass), exempt: b.Bool(schemas.FormatExempt),
		letter: b.Int(schemas.LetterWords), english: b.Int(schemas.EnglishWords), arabic: b.Int(schemas.ArabicWords),
		mixed: b.Int(schemas.MixedWords), other: b.Int(schemas.OtherWords),
		wordRun: b.Int(schemas.WordRun), sentenceRun: b.Int(schemas.SentenceRun),
		ngramN: b.Int(schemas.NgramN), ngramRepeats: b.Int(schemas.NgramRepeats),
		ratio: b.Float(schemas.EnglishRatio),
	}
}

func (o *outputs) set(row int, name string, v *Verdict) {
	o.gate.Set(row, name)
	o.pass.Set(row, v.Pass)
	o.reason.Set(row, v.Reason)
	if v.Error != "" {
		o.err.Set(row, v.Error)
	}
	o.letter.Set(row, int64(v.Words.Letter))
	o.english.Set(row, int64(v.Words.English))
	o.arabic.Set(row, int64(v.Words.Arabic))
	o.mixed.Set(row, int64(v.Words.Mixed))
	o.other.Set(row, int64(v.Words.Other))
	o.ratio.Set(row, v.EnglishRatio)
	o.exempt.Set(row, v.FormatExempt)
	o.wordRun.Set(row, int64(v.WordRun))
	o.sentenceRun.Set(row, int64(v.SentenceRun))
	o.ngramN.Set(row, int64(v.NgramN))
	o.ngramRepeats.Set(row, int64(v.NgramRepeats))
}
