package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/spf13/cobra"

	"mizan/operators"
	"mizan/operators/instruction"
	"mizan/operators/task"
	"mizan/pipeline/codec"
	"mizan/pipeline/config"
	"mizan/pipeline/reject"
	"mizan/pipeline/source/file"
	"mizan/schemas"
)

func newExplain() *cobra.Command {
	set := config.Default()
	var path string
	cmd := &cobra.Command{
		Use:   "explain FILE RECORD_ID",
		Short: "Explain the verdicts on one record: each check, its argument, what was counted",
		Long: `Explain finds the record in the file and prints how it is judged: what the answer
is, what the gate found, and for each instruction its argument, the counted value,
the verdict, and the loose variant that passed. In place of a record id, #N takes
row N of the file, counted from 0.`,
		Example: `  mizan explain generations.jsonl r-17
  mizan explain archive.parquet r-17 --task ifeval`,
		Args: exactly("FILE", "RECORD_ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := config.Default()
			if path != "" {
				var err error
				if c, err = config.Load(path); err != nil {
					return usage(err)
				}
			}
			overrideConfig(cmd, &c, &set)
			return explain(cmd.Context(), cmd.OutOrStdout(), &c, args[0], args[1])
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&path, "config", "c", "", "a configuration file; flags override it")
	fl.StringVar(&set.Input.DefaultTask, "task", "", "the task of records that name none")
	fl.StringVar(&set.Input.Format, "format", "auto", "auto, canonical or lm_eval")
	fl.StringArrayVar(&set.Input.Prompts, "prompts", nil, "a prompt set that completes records")
	fl.BoolVar(&set.Tasks.Rouge, "rouge", false, "compute ROUGE too")
	return cmd
}

func explain(ctx context.Context, w io.Writer, c *config.Config, path, id string) error {
	p, err := plans(c)
	if err != nil {
		return usage(err)
	}
	co, err := codecOptions(c, p)
	if err != nil {
		return err
	}
	rec, rejected, err := findRecord(path, id, co)
	if err != nil {
		return err
	}
	if rejected != nil {
		fmt.Fprintf(w, "rejected: field %q: %s\n", rejected.Field, rejected.Reason)
		return nil
	}
	defer rec.Release()
	scored, err := p.NewWorker().Score(ctx, rec)
	if err != nil {
		return err
	}
	defer scored.Release()
	e := explanation{w: w, in: rec, row: scored}
	name := e.text(schemas.Task)
	t, err := p.Table().Find(name)
	if err != nil {
		t = task.Task{Name: name}
	}
	e.print(t)
	return nil
}

// findRecord returns the first record of that id, as a batch of one row, or its
// reject where #N names a row that is none.
func findRecord(path, id string, co codec.Options) (arrow.Record, *reject.Row, error) {
	wanted := int64(-1)
	if n, ok := strings.CutPrefix(id, "#"); ok {
		var err error
		if wanted, err = strconv.ParseInt(n, 10, 64); err != nil {
			return nil, nil, usagef("cannot read %q as a row: write #0 for the first", id)
		}
	}
	r, err := file.Open(path, file.Options{Codec: co})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	b := codec.NewBuilder(co)
	for {
		rejects, err := r.Fill(b, 1024, 16<<20)
		for i := range rejects {
			if rejects[i].Offset == wanted {
				return nil, &rejects[i], nil
			}
		}
		rec := b.NewRecord()
		if row := matchingRow(rec, id, wanted); row >= 0 {
			one := rec.NewSlice(int64(row), int64(row+1))
			rec.Release()
			return one, nil, nil
		}
		rec.Release()
		if errors.Is(err, io.EOF) {
			return nil, nil, fmt.Errorf("there is no record %q in %q", id, path)
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

func matchingRow(rec arrow.Record, id string, wanted int64) int {
	ids := rec.Column(rec.Schema().FieldIndices(schemas.RecordID)[0]).(*array.String)
	offsets := rec.Column(rec.Schema().FieldIndices(schemas.SourceOffset)[0]).(*array.Int64)
	for row := range int(rec.NumRows()) {
		if wanted >= 0 && offsets.Value(row) == wanted || wanted < 0 && ids.IsValid(row) && ids.Value(row) == id {
			return row
		}
	}
	return -1
}

// explanation prints one scored row.
type explanation struct {
	w       io.Writer
	in, row arrow.Record
}

func (e *explanation) column(name string) arrow.Array {
	return e.row.Column(e.row.Schema().FieldIndices(name)[0])
}

func (e *explanation) text(name string) string {
	if c := e.column(name); c.IsValid(0) {
		return c.ValueStr(0)
	}
	return ""
}

func (e *explanation) has(name string) bool { return e.column(name).IsValid(0) }

func (e *explanation) line(format string, args ...any) { fmt.Fprintf(e.w, format+"\n", args...) }

func (e *explanation) print(t task.Task) {
	e.line("record %q, task %s, model %q", e.text(schemas.RecordID), t.Name, e.text(schemas.Model))
	if e.has(schemas.Error) {
		e.line("error: %s", e.text(schemas.Error))
	}
	if e.has(schemas.Answer) {
		e.line("thinking: %s, %s bytes", e.text(schemas.ThinkingState), e.text(schemas.ThinkingBytes))
		e.line("answer: %s", preview(e.text(schemas.Answer)))
	}
	if e.has(schemas.Gate) {
		e.gate()
	}
	if d, ok := t.Dialect(); ok && e.has(schemas.InstructionIDList) {
		e.instructions(d, t.Loose)
	}
	for _, name := range []string{
		schemas.Acc, schemas.BleuMax, schemas.BleuAcc, schemas.BleuDiff, schemas.Rouge1Max, schemas.Rouge1Acc, schemas.Rouge1Diff,
		schemas.Rouge2Max, schemas.Rouge2Acc, schemas.Rouge2Diff, schemas.RougeLMax, schemas.RougeLAcc, schemas.RougeLDiff,
	} {
		if e.has(name) {
			e.line("%s: %s", name, e.text(name))
		}
	}
}

func (e *explanation) gate() {
	verdict := "passes"
	if e.text(schemas.GatePass) != "true" {
		verdict = "fails: " + e.text(schemas.GateReason)
	}
	e.line("gate %s %s", e.text(schemas.Gate), verdict)
	for _, name := range []string{
		schemas.LetterWords, schemas.EnglishWords, schemas.ArabicWords, schemas.MixedWords, schemas.OtherWords, schemas.EnglishRatio,
		schemas.FormatExempt, schemas.WordRun, schemas.SentenceRun, schemas.NgramN, schemas.NgramRepeats,
	} {
		e.line("  %-14s %s", name, e.text(name))
	}
}

func (e *explanation) instructions(d instruction.Dialect, loose bool) {
	list := e.column(schemas.InstructionIDList).(*array.List)
	values := list.ListValues().(*array.String)
	from, to := list.ValueOffsets(0)
	var ids []operators.NullText
	for i := from; i < to; i++ {
		id := operators.NullText{Valid: values.IsValid(int(i))}
		if id.Valid {
			id.Text = values.Value(int(i))
		}
		ids = append(ids, id)
	}
	for i, x := range instruction.Explain(d, e.text(schemas.Answer), ids, e.text(schemas.Kwargs), loose) {
		e.line("%d. %s %s", i+1, x.ID, x.Kwargs)
		if x.Wants != "" {
			e.line("   wants %s", x.Wants)
		}
		for _, t := range x.Trials {
			e.line("   %-10s %s%s", verdict(t), t.Variant, found(t))
		}
		if x.Error != "" {
			e.line("   error: %s", x.Error)
		}
		if loose {
			e.line("   strict %t, loose %t", x.Strict, x.Loose)
		} else {
			e.line("   strict %t", x.Strict)
		}
	}
}

func verdict(t instruction.Trial) string {
	switch {
	case t.Error != "":
		return "error"
	case t.Result.Followed:
		return "followed"
	}
	return "not"
}

func found(t instruction.Trial) string {
	switch {
	case t.Result.Counted != instruction.NotCounted:
		return fmt.Sprintf(" (counted %d)", t.Result.Counted)
	case t.Result.Found != "":
		return fmt.Sprintf(" (found %s)", preview(t.Result.Found))
	}
	return ""
}

// preview quotes a text and cuts a long one in its middle. Quoting keeps control
// characters and right-to-left text from changing the lines around it.
func preview(s string) string {
	const most = 240
	r := []rune(s)
	if len(r) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q … %q (%d characters)", string(r[:most/2]), string(r[len(r)-most/2:]), len(r))
}
