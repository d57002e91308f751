package metric

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Group gathers the rows of one task, usually of one model and run.
type Group struct {
	names   []string
	sources []source
	series  []series
	perID   map[string]*Instruction
	reasons map[string]*int64

	// Records counts all rows, Excluded those the task leaves out, Failed those
	// with an error text, WithInstructionErrors those with an instruction at
	// fault (they are counted as not followed).
	Records, Excluded, Failed, WithInstructionErrors int64
}

// Instruction counts the verdicts on one instruction id.
type Instruction struct {
	ID                                     string
	Strict, Loose, GatedStrict, GatedLoose Share
}

// Share is how many of N verdicts are true.
type Share struct{ True, N int64 }

// Value is the share, NaN where there are no verdicts.
func (s Share) Value() float64 { return float64(s.True) / float64(s.N) }

func (s *Share) add(list []bool, i int) {
	if i < len(list) {
		s.N++
		if list[i] {
			s.True++
		}
	}
}

// NewGroup returns a group for a task's metrics. gated says that the plain names
// mean the gated verdicts. An unknown metric name is an error.
func NewGroup(metrics []string, gated bool) (*Group, error) {
	g := &Group{names: metrics, perID: map[string]*Instruction{}, reasons: map[string]*int64{}}
	for _, name := range metrics {
		src, err := sourceOf(name, gated)
		if err != nil {
			return nil, err
		}
		g.sources = append(g.sources, src)
	}
	g.series = make([]series, len(metrics))
	return g, nil
}

// Add counts a row. It keeps nothing of it.
func (g *Group) Add(r *Row) {
	g.Records++
	if r.Failed {
		g.Failed++
	}
	if r.Excluded {
		g.Excluded++
		return
	}
	if r.InstructionErrors > 0 {
		g.WithInstructionErrors++
	}
	if r.GatePass != nil {
		g.countReason(r.GateReason)
	}
	for i, src := range g.sources {
		g.add(&g.series[i], src, r)
	}
	g.addInstructions(r)
}

func (g *Group) add(s *series, src source, r *Row) {
	switch src.kind {
	case promptLevel:
		if list := src.lists(r); list != nil {
			s.addFlag(!slices.Contains(list, false))
		}
	case instLevel:
		for _, v := range src.lists(r) {
			s.addFlag(v)
		}
	case gatePass:
		if r.GatePass != nil {
			s.addFlag(*r.GatePass)
		}
	case column:
		if v, ok := r.Value(src.column); ok {
			s.add(v)
		}
	}
}

func (g *Group) countReason(reason string) {
	n, ok := g.reasons[reason]
	if !ok {
		n = new(int64)
		g.reasons[strings.Clone(reason)] = n
	}
	*n++
}

func (g *Group) addInstructions(r *Row) {
	for i, id := range r.IDs {
		if i >= len(r.Strict) {
			return
		}
		in, ok := g.perID[id]
		if !ok {
			in = &Instruction{ID: strings.Clone(id)}
			g.perID[in.ID] = in
		}
		in.Strict.add(r.Strict, i)
		in.Loose.add(r.Loose, i)
		in.GatedStrict.add(r.GatedStrict, i)
		in.GatedLoose.add(r.GatedLoose, i)
	}
}

// Results returns the metrics in the order they were asked for.
func (g *Group) Results() []Result {
	results := make([]Result, len(g.names))
	for i, name := range g.names {
		s := &g.series[i]
		r := Result{Name: name, Value: s.mean(), Stderr: s.stderr(), N: s.size, NaN: s.nans}
		if g.sources[i].kind == instLevel {
			r.Stderr = math.NaN()
		}
		r.FiniteValue, r.FiniteStderr = r.Value, r.Stderr
		if s.nans > 0 {
			f := s.finite()
			r.FiniteValue, r.FiniteStderr = f.mean(), f.stderr()
		}
		results[i] = r
	}
	return results
}

// Instructions returns the counts per instruction id, ids sorted.
func (g *Group) Instructions() []Instruction {
	list := make([]Instruction, 0, len(g.perID))
	for _, in := range g.perID {
		list = append(list, *in)
	}
	slices.SortFunc(list, func(a, b Instruction) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Reason is how many rows a gate judged with one reason.
type Reason struct {
	Name string
	N    int64
}

// Reasons returns the gate reasons, the most frequent first.
func (g *Group) Reasons() []Reason {
	var list []Reason
	for name, n := range g.reasons {
		list = append(list, Reason{name, *n})
	}
	slices.SortFunc(list, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Name, b.Name))
	})
	return list
}
