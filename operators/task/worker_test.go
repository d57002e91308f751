package task

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/schemas"
)

func score(t testing.TB, w *Worker, rec arrow.Record) arrow.Record {
	t.Helper()
	scored, err := w.Score(context.Background(), rec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(scored.Release)
	return scored
}

func noComma(task, response string) fields {
	return fields{
		"task": task, "response": response,
		"instruction_id_list": []string{"punctuation:no_comma"}, "kwargs": `[{}]`,
	}
}

func TestWorkerKeepsTheOrderOfMixedTasks(t *testing.T) {
	w := compile(t, Config{}).NewWorker()
	rec := record(t,
		noComma("ifeval", "one, two"),
		fields{"task": "truthfulqa-multi_mc1_en", "loglikelihoods": []float64{-1, -2}},
		noComma("ifeval_langcheck", "Plain words"),
		fields{"task": "quality", "response": "Plain words", "lang": []string{"en"}},
		noComma("ifeval", "one two"),
		fields{"task": "truthfulqa-multi_mc1_en", "loglikelihoods": []float64{-3, -2}},
	)
	for range 2 { // the second time with memory that was used
		scored := score(t, w, rec)
		for _, tt := range []struct{ column, want string }{
			{schemas.SourceOffset, "[0,1,2,3,4,5]"},
			{schemas.Task, `["ifeval","truthfulqa-multi_mc1_en","ifeval_langcheck","quality","ifeval","truthfulqa-multi_mc1_en"]`},
			{schemas.PromptStrict, "[false,null,true,null,true,null]"},
			{schemas.PromptLoose, "[false,null,true,null,true,null]"},
			{schemas.GatePass, "[null,null,true,true,null,null]"},
			{schemas.Acc, "[null,1,null,null,null,0]"},
			{schemas.Answer, `["one, two",null,"Plain words","Plain words","one two",null]`},
			{schemas.Error, "[null,null,null,null,null,null]"},
		} {
			if got := strings.TrimSpace(values(t, scored, tt.column)); got != tt.want {
				t.Errorf("%s = %s, want %s", tt.column, got, tt.want)
			}
		}
	}
}

func TestUnknownTask(t *testing.T) {
	rec := record(t, noComma("ifeval", "a"), fields{"task": "no_such", "response": "Plain words"}, fields{"response": "Plain words"})
	scored := score(t, compile(t, Config{}).NewWorker(), rec)
	const plan = `"there is no plan for this record's task"`
	if got, want := values(t, scored, schemas.Error), "[null,"+plan+","+plan+"]"; got != want {
		t.Errorf("errors %s, want %s", got, want)
	}
	scored = score(t, compile(t, Config{Unknown: "quality"}).NewWorker(), rec)
	if got := values(t, scored, schemas.GatePass); got != "[null,true,true]" {
		t.Errorf("with the plan of quality: gate_pass %s", got)
	}
	// The row keeps its own task: a report tells them apart.
	if got := values(t, scored, schemas.Task); got != `["ifeval","no_such",null]` {
		t.Errorf("task %s", got)
	}
}

// fragile panics at responses that begin with "!" and fails at those with "?".
type fragile struct{}

var errFragile = errors.New("fault of the program")

func (fragile) Name() string         { return "fragile" }
func (fragile) Reads() []arrow.Field { return nil }
func (fragile) Adds() []arrow.Field {
	f, _ := schemas.ScoredField(schemas.Answer)
	return []arrow.Field{f}
}

func (fragile) Apply(_ context.Context, b *operators.Batch) error {
	for _, row := range b.Rows() {
		r := b.InText(schemas.Response).Value(row)
		switch {
		case strings.HasPrefix(r, "!"):
			panic(errors.New("cannot bear " + r))
		case strings.HasPrefix(r, "?"):
			return errFragile
		}
		b.Text(schemas.Answer).Set(row, r)
	}
	return nil
}

func fragilePlans(t *testing.T) *Plans {
	p := compile(t, Config{})
	p.chains[p.index["ifeval"]] = operators.Chain{fragile{}}
	return p
}

func answers(responses ...string) (rows []fields) {
	for _, r := range responses {
		rows = append(rows, fields{"task": "ifeval", "response": r})
	}
	return rows
}

func TestPanicIsolatesOneRow(t *testing.T) {
	w := fragilePlans(t).NewWorker()
	var told []string
	w.Panicked = func(row int, value any, stack []byte) {
		told = append(told, fmt.Sprint(row, " ", value, " ", strings.Contains(string(stack), "fragile")))
	}
	scored := score(t, w, record(t, append(answers("a", "!b\x80", "c", "!"+strings.Repeat("long ", 1000)), noComma("ifeval_langcheck", "d"))...))
	if got := values(t, scored, schemas.Answer); got != `["a",null,"c",null,"d"]` {
		t.Errorf("answers %s", got)
	}
	if got := values(t, scored, schemas.SourceOffset); got != "[0,1,2,3,4]" {
		t.Errorf("offsets %s", got)
	}
	if got := values(t, scored, schemas.GatePass); got != "[null,null,null,null,true]" {
		t.Errorf("gate_pass %s", got)
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], "1 cannot bear !b") || !strings.HasPrefix(told[1], "3 cannot bear") || !strings.HasSuffix(told[0], "true") {
		t.Errorf("told %q", told)
	}
	errs := values(t, scored, schemas.Error)
	if !strings.Contains(errs, "internal fault while scoring this record: cannot bear !b") || len(errs) > 2*maxFault {
		t.Errorf("errors %s", errs)
	}
	// The worker goes on, also where nobody is told.
	w.Panicked = nil
	if got := values(t, score(t, w, record(t, answers("!", "z")...)), schemas.Answer); got != `[null,"z"]` {
		t.Errorf("afterwards: %s", got)
	}
}

func TestFaultTextIsValid(t *testing.T) {
	for _, v := range []any{"a\xffb", errors.New(strings.Repeat("ميزان", 200)), nil, 7} {
		s := faultText(v)
		if strings.ToValidUTF8(s, "") != s || len(s) > maxFault+3 {
			t.Errorf("faultText(%v) = %q", v, s)
		}
	}
}

func TestWorkerStopsAtAFault(t *testing.T) {
	w := fragilePlans(t).NewWorker()
	_, err := w.Score(context.Background(), record(t, answers("a", "?")...))
	if !errors.Is(err, errFragile) || !strings.Contains(err.Error(), `task "ifeval"`) || !strings.Contains(err.Error(), `operator "fragile"`) {
		t.Errorf("error %v", err)
	}
	// A fault behind a panic stops it, too.
	if _, err := w.Score(context.Background(), record(t, answers("!", "?")...)); !errors.Is(err, errFragile) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := w.Score(ctx, record(t, answers("a")...)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if got := values(t, score(t, w, record(t, answers("a")...)), schemas.Answer); got != `["a"]` {
		t.Errorf("afterwards: %s", got)
	}
}

func TestEmptyBatch(t *testing.T) {
	if got := score(t, compile(t, Config{}).NewWorker(), record(t)); got.NumRows() != 0 || !got.Schema().Equal(schemas.Scored) {
		t.Errorf("%d rows of %s", got.NumRows(), got.Schema())
	}
}

// TestAllocations bounds what scoring allocates once a worker is warm: arrays of
// a batch, not objects of a row.
func TestAllocations(t *testing.T) {
	var rows []fields
	for i := range 1000 {
		rows = append(rows, noComma([]string{"ifeval", "ifeval_langcheck", "quality"}[i%3], "Plain words and no more"))
	}
	rec := record(t, rows...)
	w := compile(t, Config{}).NewWorker()
	perBatch := testing.AllocsPerRun(5, func() {
		scored, err := w.Score(context.Background(), rec)
		if err != nil {
			t.Fatal(err)
		}
		scored.Release()
	})
	if perRow := perBatch / float64(len(rows)); perRow > 1 {
		t.Errorf("%.2f allocations a row", perRow)
	} else {
		t.Logf("%.2f allocations a row", perRow)
	}
}
