package main

import (
	"context"
	"fmt"
	"regexp"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/operators/primitive"
	"mizan/operators/task"
	"mizan/schemas"
)

// row is a row of the table: a piece of work that both sides know by its key.
type row struct {
	name   string
	key    string // of the primitive or the plan, and of the work in driver.py
	corpus string
	// columns are the results of a plan that are compared; a primitive has none.
	columns []string
	rouge   bool
	// fresh makes the plan anew for each pass, so that nothing is known of the
	// questions.
	fresh bool
}

// work is one pass over the corpus. It returns the results if they are wanted.
type work func(results bool) ([]any, error)

var (
	verdicts = []string{schemas.FollowStrict, schemas.FollowLoose}
	strict   = []string{schemas.FollowStrict, schemas.GatePass}
	pass     = []string{schemas.GatePass}
	bleu     = []string{schemas.BleuMax, schemas.BleuAcc, schemas.BleuDiff}
	rouge    = append(append([]string(nil), bleu...), task.RougeMetrics...)
)

// rows lists what is measured.
var rows = []row{
	{name: "strip_thinking, English", key: "strip_thinking", corpus: "english"},
	{name: "strip_thinking, Arabic", key: "strip_thinking", corpus: "arabic"},
	{name: "clean, English", key: "clean", corpus: "english"},
	{name: "clean, Arabic", key: "clean", corpus: "arabic"},
	{name: "langcheck_preprocess, English", key: "langcheck_preprocess", corpus: "english"},
	{name: "langcheck_preprocess, Arabic", key: "langcheck_preprocess", corpus: "arabic"},
	{name: "repeated_words, English", key: "repeated_words", corpus: "english"},
	{name: "repeated_words, Arabic", key: "repeated_words", corpus: "arabic"},
	{name: "repeated_sentences, English", key: "repeated_sentences", corpus: "english"},
	{name: "repeated_sentences, Arabic", key: "repeated_sentences", corpus: "arabic"},
	{name: "repeated_ngrams, English", key: "repeated_ngrams", corpus: "english"},
	{name: "repeated_ngrams, Arabic", key: "repeated_ngrams", corpus: "arabic"},
	{name: "script check, English", key: "valid_english_v4_1", corpus: "english"},
	{name: "script check, Arabic", key: "valid_arabic", corpus: "arabic"},

	{name: "strip, clean and gate, English", key: "gate_english", corpus: "english", columns: pass},
	{name: "strip, clean and gate, Arabic", key: "gate_arabic", corpus: "arabic", columns: pass},

	{name: "ifeval, strict and loose", key: "ifeval", corpus: "english", columns: verdicts},
	{name: "ifeval_langcheck_v4_1, whole task", key: "ifeval_langcheck_v4_1", corpus: "english", columns: append(pass, verdicts...)},
	{name: "ifeval_arabic_inception_hf, strict and loose", key: "ifeval_arabic_inception_hf", corpus: "arabic_hf", columns: verdicts},
	{name: "ifeval_arabic_inception, whole task", key: "ifeval_arabic_inception", corpus: "arabic", columns: strict},

	{name: "BLEU, questions seen before", key: "bleu", corpus: "questions", columns: bleu},
	{name: "BLEU, each question new", key: "bleu", corpus: "questions", columns: bleu, fresh: true},
	{name: "BLEU and ROUGE, seen before", key: "rouge", corpus: "questions", columns: rouge, rouge: true},
	{name: "BLEU and ROUGE, each question new", key: "rouge", corpus: "questions", columns: rouge, rouge: true, fresh: true},
	{name: "BLEU and ROUGE as written, each question new", key: "rouge_bootstrap", corpus: "few_questions", columns: rouge, rouge: true, fresh: true},
}

// plans names the plans of rows whose key is no task.
var plans = map[string]string{
	"bleu": "truthfulqa-multi_gen_en", "rouge": "truthfulqa-multi_gen_en", "rouge_bootstrap": "truthfulqa-multi_gen_en",
}

// gates are the gates alone, as tasks.
var gates = []task.Task{
	{Name: "gate_english", Prepare: []string{task.StripThinking, task.Clean}, Gate: "english_v4_1"},
	{Name: "gate_arabic", Prepare: []string{task.StripThinking, task.Clean}, Gate: "inception"},
}

// choose returns the rows whose name matches.
func choose(pattern string) ([]row, error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("cannot choose rows: %w", err)
	}
	var chosen []row
	for _, r := range rows {
		if re.MatchString(r.name) {
			chosen = append(chosen, r)
		}
	}
	if chosen == nil {
		return nil, fmt.Errorf("cannot choose rows: none matches %q", pattern)
	}
	return chosen, nil
}

// work makes the row's work on the corpus ready.
func (r *row) work(c *corpus) work {
	if r.columns == nil {
		return r.primitive(c)
	}
	return r.plan(c)
}

func (r *row) primitive(c *corpus) work {
	return func(results bool) (list []any, err error) {
		for _, s := range c.texts {
			result, err := primitive.Run(r.key, s)
			if err != nil {
				return nil, err
			}
			if results {
				list = append(list, result)
			}
		}
		return list, nil
	}
}

func (r *row) plan(c *corpus) work {
	name := r.key
	if p, ok := plans[name]; ok {
		name = p
	}
	compiled, err := task.Compile(task.Config{Extra: gates, Rouge: r.rouge})
	batch := operators.NewBatch()
	return func(results bool) (list []any, _ error) {
		if err != nil {
			return nil, err
		}
		batch.Reset(c.batch)
		if err := compiled.Chain(name).Apply(context.Background(), batch); err != nil || !results {
			return nil, err
		}
		for i := range c.records {
			var values []any
			for _, column := range r.columns {
				values = append(values, value(batch, column, i))
			}
			list = append(list, values)
		}
		return list, nil
	}
}

// value is what the plan put into a column.
func value(b *operators.Batch, column string, row int) any {
	f, _ := schemas.ScoredField(column)
	switch f.Type.ID() {
	case arrow.LIST:
		return b.BoolList(column).At(row)
	case arrow.BOOL:
		return b.Bool(column).At(row)
	case arrow.FLOAT64:
		return b.Float(column).At(row)
	default:
		return b.Int(column).At(row)
	}
}
