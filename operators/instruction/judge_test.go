package instruction

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/operators"
	"mizan/schemas"
)

// testDialect has instructions whose verdicts are plain to see.
var testDialect = Dialect{
	Name:      "test",
	DropFalsy: true,
	Makers: map[string]Maker{
		"contains": func(k Kwargs) (Checker, error) {
			word, err := k.Text("word")
			return Checker{
				Check: func(a *Answer) (Result, error) { return Bool(strings.Contains(a.Text, word)) },
				Wants: "contains " + word,
			}, err
		},
		"equals": func(k Kwargs) (Checker, error) {
			want, err := k.Text("text")
			return Checker{Check: func(a *Answer) (Result, error) { return Find(a.Text, a.Text == want) }}, err
		},
		"raises": func(k Kwargs) (Checker, error) {
			return Checker{Check: func(a *Answer) (Result, error) { return Fail(errors.New("raised")) }}, nil
		},
		"raises_without_stars": func(k Kwargs) (Checker, error) {
			return Checker{Check: func(a *Answer) (Result, error) {
				if strings.Contains(a.Text, "*") {
					return Bool(false)
				}
				return Fail(errors.New("raised"))
			}}, nil
		},
	},
}

// record makes a record of one row; a nil list is null, as is the text "null".
func record(ids []string, kwargs string) arrow.Record {
	list := array.NewListBuilder(memory.DefaultAllocator, schemas.Text)
	list.Append(ids != nil)
	for _, id := range ids {
		if id == "null" {
			list.ValueBuilder().AppendNull()
		} else {
			list.ValueBuilder().(*array.StringBuilder).Append(id)
		}
	}
	text := array.NewStringBuilder(memory.DefaultAllocator)
	if kwargs == "null" {
		text.AppendNull()
	} else {
		text.Append(kwargs)
	}
	schema := arrow.NewSchema([]arrow.Field{
		{Name: schemas.InstructionIDList, Type: schemas.TextList, Nullable: true},
		{Name: schemas.Kwargs, Type: schemas.Text, Nullable: true},
	}, nil)
	return array.NewRecord(schema, []arrow.Array{list.NewArray(), text.NewArray()}, 1)
}

func TestJudge(t *testing.T) {
	const contains = `{"word": "x"}`
	for _, c := range []struct {
		what          string
		answer        string
		ids           []string
		kwargs        string
		strict, loose []bool
		errs          string // a letter per instruction: e error, - none
	}{
		{"empty list", "x", []string{}, `[]`, nil, nil, ""},
		{"order and repetition", "x y", []string{"contains", "contains"}, `[{"word": "z"}, {"word": "y"}]`, []bool{false, true}, []bool{false, true}, "--"},
		{"unknown id", "x", []string{"Contains", "contains"}, `[{}, ` + contains + `]`, []bool{false, true}, []bool{false, true}, "e-"},
		{"null id", "x", []string{"null", "contains"}, `[{}, ` + contains + `]`, []bool{false, true}, []bool{false, true}, "e-"},
		{"fewer kwargs", "x", []string{"contains", "contains"}, `[` + contains + `]`, []bool{true, false}, []bool{true, false}, "-e"},
		{"surplus kwargs", "x", []string{"contains"}, `[` + contains + `, 3, null]`, []bool{true}, []bool{true}, "-"},
		{"null kwargs", "x", []string{"contains", "contains"}, `[null, ` + contains + `]`, []bool{false, true}, []bool{false, true}, "e-"},
		{"a list as kwargs", "x", []string{"contains"}, `[[]]`, []bool{false}, []bool{false}, "e"},
		{"no kwargs at all", "x", []string{"contains"}, `null`, []bool{false}, []bool{false}, "e"},
		{"broken kwargs", "x", []string{"contains", "contains"}, `[{`, []bool{false, false}, []bool{false, false}, "ee"},
		{"missing kwarg", "x", []string{"contains"}, `[{"word": ""}]`, []bool{false}, []bool{false}, "e"},
		{"bad kwargs of a blank answer", " \n", []string{"contains", "contains"}, `[{}, ` + contains + `]`, []bool{false, false}, []bool{false, false}, "e-"},
		{"blank answer", " \u00a0", []string{"raises"}, `[{}]`, []bool{false}, []bool{false}, "-"},
		{"error at check", "x", []string{"raises", "contains"}, `[{}, ` + contains + `]`, []bool{false, true}, []bool{false, true}, "e-"},
		{"error in a variant", "*x*", []string{"raises_without_stars"}, `[{}]`, []bool{false}, []bool{false}, "e"},
		{"without stars", "*x*", []string{"equals"}, `[{"text": "x"}]`, []bool{false}, []bool{true}, "-"},
		{"stars stay inside the strip", "a\n * x* ", []string{"equals"}, `[{"text": " x"}]`, []bool{false}, []bool{true}, "-"},
		{"without the first line", "Sure:\n x ", []string{"equals"}, `[{"text": "x"}]`, []bool{false}, []bool{true}, "-"},
		{"without the last line", "x\nBye", []string{"equals"}, `[{"text": "x"}]`, []bool{false}, []bool{true}, "-"},
		{"without both", "Sure:\n\nx\n\nBye", []string{"equals"}, `[{"text": "x"}]`, []bool{false}, []bool{true}, "-"},
		{"one line has no shorter variant", "x y", []string{"equals"}, `[{"text": "x"}]`, []bool{false}, []bool{false}, "-"},
		{"CR stays", "Sure:\r\nx\r\ny\r\nBye", []string{"equals"}, `[{"text": "x\ny"}]`, []bool{false}, []bool{false}, "-"},
	} {
		b := operators.NewBatch()
		b.Reset(record(c.ids, c.kwargs))
		b.Text(schemas.Answer).Set(0, c.answer)
		if err := New(Options{Dialect: testDialect, Loose: true}).Apply(context.Background(), b); err != nil {
			t.Fatal(err)
		}
		strict, loose := b.BoolList(schemas.FollowStrict).At(0), b.BoolList(schemas.FollowLoose).At(0)
		if !slices.Equal(strict, c.strict) || !slices.Equal(loose, c.loose) {
			t.Errorf("%s: strict %v loose %v, want %v and %v", c.what, strict, loose, c.strict, c.loose)
		}
		if all := !slices.Contains(c.strict, false); b.Bool(schemas.PromptStrict).At(0) != all {
			t.Errorf("%s: prompt_strict is %v", c.what, !all)
		}
		if all := !slices.Contains(c.loose, false); b.Bool(schemas.PromptLoose).At(0) != all {
			t.Errorf("%s: prompt_loose is %v", c.what, !all)
		}
		var errs strings.Builder
		for _, e := range b.TextList(schemas.InstructionErrors).At(0) {
			errs.WriteByte("-e"[map[bool]int{false: 0, true: 1}[e.Valid]])
			if e.Valid != (e.Text != "") {
				t.Errorf("%s: error %+v", c.what, e)
			}
		}
		if errs.String() != c.errs {
			t.Errorf("%s: errors %s, want %s", c.what, errs.String(), c.errs)
		}
		if !b.Bool(schemas.Excluded).IsNull(0) || !b.BoolList(schemas.GatedFollowStrict).IsNull(0) {
			t.Errorf("%s: columns are set that nobody asked for", c.what)
		}
	}
}

func TestGatedAndExcluded(t *testing.T) {
	op := New(Options{Dialect: testDialect, Loose: true, Gated: true,
		Exclude: func(id string, kwargs any) bool { return kwargs.(map[string]any)["word"] == "x" }})
	b := operators.NewBatch()
	for _, pass := range []bool{true, false} {
		b.Reset(record([]string{"contains", "contains"}, `[{"word": "x"}, {"word": "y"}]`))
		b.Text(schemas.Answer).Set(0, "x y")
		b.Bool(schemas.GatePass).Set(0, pass)
		if err := op.Apply(context.Background(), b); err != nil {
			t.Fatal(err)
		}
		want := []bool{pass, pass}
		if got := b.BoolList(schemas.GatedFollowStrict).At(0); !slices.Equal(got, want) {
			t.Errorf("gate %v: gated_follow_strict is %v", pass, got)
		}
		if got := b.BoolList(schemas.GatedFollowLoose).At(0); !slices.Equal(got, want) {
			t.Errorf("gate %v: gated_follow_loose is %v", pass, got)
		}
		if b.Bool(schemas.GatedPromptStrict).At(0) != pass || b.Bool(schemas.GatedPromptLoose).At(0) != pass {
			t.Errorf("gate %v: gated prompt verdicts are %v", pass, !pass)
		}
		if !b.Bool(schemas.PromptStrict).At(0) || !b.Bool(schemas.Excluded).At(0) {
			t.Errorf("gate %v: the gate touched the plain columns", pass)
		}
	}
}

func TestNoInstructionList(t *testing.T) {
	b := operators.NewBatch()
	b.Reset(record(nil, `[]`))
	b.Text(schemas.Answer).Set(0, "x")
	if err := New(Options{Dialect: testDialect}).Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	if b.Text(schemas.Error).IsNull(0) || !b.BoolList(schemas.FollowStrict).IsNull(0) || !b.Bool(schemas.PromptStrict).IsNull(0) {
		t.Error("a record without instruction_id_list needs an error and no verdicts")
	}
}

func TestStrictOnly(t *testing.T) {
	op := New(Options{Dialect: testDialect})
	b := operators.NewBatch()
	b.Reset(record([]string{"contains"}, `[{"word": "x"}]`))
	b.Text(schemas.Answer).Set(0, "x")
	if err := op.Apply(context.Background(), b); err != nil {
		t.Fatal(err)
	}
	if !b.BoolList(schemas.FollowLoose).IsNull(0) || !b.Bool(schemas.PromptLoose).IsNull(0) {
		t.Error("loose columns are set though nobody asked for them")
	}
	for _, f := range op.Adds() {
		if strings.Contains(f.Name, "loose") || strings.Contains(f.Name, "gated") {
			t.Errorf("Adds lists %s", f.Name)
		}
	}
}

func TestExplain(t *testing.T) {
	ids := []operators.NullText{{Text: "contains", Valid: true}, {Text: "equals", Valid: true}, {Text: "nope", Valid: true}}
	got := Explain(testDialect, "*x*\ny", ids, `[{"word": "x", "note": null}, {"text": "x"}, {}]`, true)
	if e := got[0]; !e.Strict || !e.Loose || e.Passed != Whole || e.Kwargs != `{"word":"x"}` || e.Wants != "contains x" || len(e.Trials) != 1 {
		t.Errorf("contains: %+v", e)
	}
	if e := got[1]; e.Strict || !e.Loose || e.Passed != NoLastLineNoStars || len(e.Trials) != 5 || e.Trials[4].Result.Found != "x" {
		t.Errorf("equals: %+v", e)
	}
	if e := got[2]; e.Loose || e.Error == "" || e.Trials != nil {
		t.Errorf("nope: %+v", e)
	}
}

func TestResultString(t *testing.T) {
	for want, r := range map[string]Result{
		"":         {true, NotCounted, ""},
		"0":        {false, 0, ""},
		`"en"`:     {true, NotCounted, "en"},
		`3, "The"`: {true, 3, "The"},
	} {
		if got := r.String(); got != want {
			t.Errorf("%+v reads %q, want %q", r, got, want)
		}
	}
}

func TestCache(t *testing.T) {
	var c cache
	made := 0
	get := func(id, kwargs string) *list {
		return c.get([]operators.NullText{{Text: id, Valid: true}}, kwargs, func() *list { made++; return &list{} })
	}
	first := get("a", "1")
	if get("a", "1") != first || made != 1 {
		t.Error("the second look-up makes the list anew")
	}
	if get("a", "2") == first || get("b", "1") == first || made != 3 {
		t.Error("lists of different keys are mixed up")
	}
	for i := range 3 * cacheLists {
		get("a", strings.Repeat("x", i%50)+string(rune('A'+i%1000)))
		get("a", "1") // in use, so it stays
	}
	if get("a", "1") != first {
		t.Error("a list in use was dropped")
	}
	if n := len(c.young) + len(c.old); n > 2*cacheLists {
		t.Errorf("the cache holds %d lists", n)
	}
	get("huge", strings.Repeat("x", cacheBytes+1))
	get("huge", strings.Repeat("y", cacheBytes+1))
	get("huge", strings.Repeat("z", cacheBytes+1))
	if len(c.young) > 1 || len(c.old) > 1 {
		t.Errorf("the cache holds %d and %d lists of huge keys", len(c.young), len(c.old))
	}
}
