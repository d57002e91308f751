package operators

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/schemas"
)

// step is an operator made of literals.
type step struct {
	name        string
	reads, adds []arrow.Field
	apply       func(*Batch) error
}

func (s step) Name() string                            { return s.name }
func (s step) Reads() []arrow.Field                    { return s.reads }
func (s step) Adds() []arrow.Field                     { return s.adds }
func (s step) Apply(_ context.Context, b *Batch) error { return s.apply(b) }

func textField(name string) arrow.Field { return arrow.Field{Name: name, Type: schemas.Text} }

func TestChainCheck(t *testing.T) {
	strip := step{name: "strip", reads: []arrow.Field{textField("response")}, adds: []arrow.Field{textField("answer")}}
	clean := step{name: "clean", reads: []arrow.Field{textField("answer")}, adds: []arrow.Field{textField("answer")}}
	judge := step{name: "judge", reads: []arrow.Field{textField("answer"), {Name: "gate_pass", Type: schemas.Bool}}}
	gate := step{name: "gate", reads: []arrow.Field{textField("answer")}, adds: []arrow.Field{{Name: "gate_pass", Type: schemas.Bool}}}
	odd := step{name: "odd", reads: []arrow.Field{{Name: "answer", Type: schemas.TextList}}}
	known := []Operator{strip, clean, gate, judge}
	for _, tt := range []struct {
		chain Chain
		want  string // "" where it fits together
	}{
		{nil, ""},
		{Chain{strip}, ""},
		{Chain{strip, clean, clean, gate, judge}, ""},
		{Chain{clean}, `cannot plan operator "clean": it reads column "answer", which no operator before it adds; put one of these before it: "strip"`},
		{Chain{clean, strip}, `cannot plan operator "clean": it reads column "answer"`},
		{Chain{strip, judge}, `cannot plan operator "judge": it reads column "gate_pass", which no operator before it adds; put one of these before it: "gate"`},
		{Chain{step{name: "lost", reads: []arrow.Field{textField("nowhere")}}}, `cannot plan operator "lost": it reads column "nowhere", which no operator before it adds`},
		{Chain{strip, odd}, `cannot plan operator "odd": it reads column "answer" as list<item: utf8, nullable>, but the column is utf8`},
	} {
		err := tt.chain.Check(schemas.Generation, known)
		if got := fmt.Sprint(err); tt.want == "" && err != nil || tt.want != "" && !strings.HasPrefix(got, tt.want) {
			t.Errorf("%v: %v, want %q", tt.chain, err, tt.want)
		}
		if tt.want != "" && strings.HasSuffix(tt.want, "adds") && strings.Contains(fmt.Sprint(err), "put one of these") {
			t.Errorf("%v: %v names an operator that does not add the column", tt.chain, err)
		}
	}
}

func TestChainApply(t *testing.T) {
	var order []string
	at := func(name string, err error) step {
		return step{name: name, apply: func(*Batch) error { order = append(order, name); return err }}
	}
	fault := errors.New("fault")
	b := batchOf(t, `{}`)
	if err := (Chain{at("a", nil), at("b", nil)}).Apply(context.Background(), b); err != nil || strings.Join(order, " ") != "a b" {
		t.Errorf("order %v, error %v", order, err)
	}
	order = nil
	err := Chain{at("a", nil), at("b", fault), at("c", nil)}.Apply(context.Background(), b)
	if !errors.Is(err, fault) || err.Error() != `cannot apply operator "b": fault` || strings.Join(order, " ") != "a b" {
		t.Errorf("order %v, error %v", order, err)
	}
	order = nil
	ctx, cancel := context.WithCancel(context.Background())
	stop := step{name: "stop", apply: func(*Batch) error { cancel(); return nil }}
	if err := (Chain{stop, at("a", nil)}).Apply(ctx, b); !errors.Is(err, context.Canceled) || len(order) != 0 {
		t.Errorf("after a cancel: order %v, error %v", order, err)
	}
}
