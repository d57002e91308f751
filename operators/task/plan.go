package task

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"mizan/internal/nearest"
	"mizan/operators"
	"mizan/operators/clean"
	"mizan/operators/gate"
	"mizan/operators/instruction"
	"mizan/operators/instruction/arabichf"
	"mizan/operators/instruction/arabicinception"
	"mizan/operators/instruction/english"
	"mizan/operators/thinking"
	"mizan/operators/truthfulqa"
	"mizan/schemas"
)

// Config is what a user can change of the plans.
type Config struct {
	// Extra are tasks besides the built-in ones.
	Extra []Task
	// Gates are gates by name besides the built-in ones.
	Gates map[string]gate.Spec
	// Thinking says how thinking is told from answers. The zero value is the
	// reference's rule.
	Thinking thinking.Config
	// Rouge adds the ROUGE columns to the generation tasks of TruthfulQA.
	Rouge bool
	// Stops cuts the answers of the generation tasks of TruthfulQA before their
	// first stop sequence: for generations that the harness did not make.
	Stops bool
	// Unknown is the task whose plan scores records of unknown tasks; empty for
	// none: the codec rejects them.
	Unknown string
}

// Plans are the compiled tasks. They are immutable and serve all workers.
type Plans struct {
	table   *Table
	chains  []operators.Chain // by place in the table
	index   map[string]int
	unknown int // the place of the plan for unknown tasks, -1 for none
	hash    string
}

// Compile checks and builds the plan of every task.
func Compile(c Config) (*Plans, error) {
	table, err := NewTable(c.Extra)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(c)
	if err != nil {
		return nil, err
	}
	p := &Plans{table: table, index: map[string]int{}, unknown: -1}
	for i, t := range table.Tasks() {
		chain, err := b.chain(t)
		if err != nil {
			return nil, fmt.Errorf("cannot plan task %q: %w", t.Name, err)
		}
		p.chains = append(p.chains, chain)
		p.index[t.Name] = i
	}
	for i, t := range table.Tasks() {
		if err := p.chains[i].Check(schemas.Generation, b.built); err != nil {
			return nil, fmt.Errorf("cannot plan task %q: %w", t.Name, err)
		}
	}
	if c.Unknown != "" {
		i, ok := p.index[c.Unknown]
		if !ok {
			return nil, fmt.Errorf("cannot plan records of unknown tasks: there is no task %q", c.Unknown)
		}
		p.unknown = i
	}
	p.hash, err = hash(table.Tasks(), c)
	return p, err
}

// Table returns the tasks of the plans.
func (p *Plans) Table() *Table { return p.table }

// Chain returns the plan of a task, nil if there is no such task.
func (p *Plans) Chain(name string) operators.Chain {
	if i, ok := p.index[name]; ok {
		return p.chains[i]
	}
	return nil
}

// Hash is 16 hexadecimal digits that change when what the plans compute may
// change: tasks, gates, thinking rules. It stands in the files' metadata.
func (p *Plans) Hash() string { return p.hash }

func hash(tasks []Task, c Config) (string, error) {
	data, err := json.Marshal([]any{schemas.Version, tasks, c.Gates, c.Thinking, c.Rouge, c.Stops, c.Unknown})
	if err != nil {
		return "", fmt.Errorf("cannot hash the plans: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), nil
}

// builder makes operators; those that several tasks share are made once.
type builder struct {
	c        Config
	thinking operators.Operator
	clean    operators.Operator
	gates    map[string]operators.Operator
	built    []operators.Operator
}

func newBuilder(c Config) (*builder, error) {
	strip, err := thinking.New(c.Thinking)
	if err != nil {
		return nil, err
	}
	b := &builder{c: c, thinking: strip, clean: clean.New(), gates: map[string]operators.Operator{}}
	b.built = append(b.built, b.thinking, b.clean)
	return b, nil
}

func (b *builder) chain(t Task) (operators.Chain, error) {
	var chain operators.Chain
	for _, step := range t.Prepare {
		if step == Clean {
			chain = append(chain, b.clean)
		} else {
			chain = append(chain, b.thinking)
		}
	}
	if t.Scorer == Gen && b.c.Stops {
		chain = append(chain, truthfulqa.NewStops())
	}
	if t.Gate != "" {
		g, err := b.gate(t.Gate)
		if err != nil {
			return nil, err
		}
		chain = append(chain, g)
	}
	if t.Scorer != NoScorer {
		s, err := b.scorer(t)
		if err != nil {
			return nil, err
		}
		chain = append(chain, s)
		b.built = append(b.built, s)
	}
	return chain, nil
}

func (b *builder) gate(name string) (operators.Operator, error) {
	if g, ok := b.gates[name]; ok {
		return g, nil
	}
	spec, err := gate.Find(name, b.c.Gates)
	if err != nil {
		return nil, err
	}
	g, err := gate.New(spec)
	if err != nil {
		return nil, err
	}
	b.gates[name] = g
	b.built = append(b.built, g)
	return g, nil
}

// dialects are the instruction scorers.
var dialects = map[Scorer]instruction.Dialect{
	English:         english.Standard,
	EnglishV41:      english.V41,
	ArabicHF:        arabichf.Dialect,
	ArabicInception: arabicinception.Dialect,
}

func (b *builder) scorer(t Task) (operators.Operator, error) {
	if d, ok := dialects[t.Scorer]; ok {
		o := instruction.Options{Dialect: d, Loose: t.Loose, Gated: t.Gate != ""}
		if t.Scorer == EnglishV41 {
			o.Exclude = english.Excluded
		}
		return instruction.New(o), nil
	}
	switch t.Scorer {
	case MC1, MC2, Gen:
		return truthfulqa.New(truthfulqa.Options{
			Mode:     truthfulqa.Mode(t.Scorer),
			Language: languageOf(t.Name),
			Rouge:    b.c.Rouge,
		})
	}
	return nil, fmt.Errorf("unknown scorer %q%s", t.Scorer, nearest.Hint(string(t.Scorer), Scorers))
}

// Dialect returns the instruction dialect of the task, if it has one.
func (t Task) Dialect() (instruction.Dialect, bool) {
	d, ok := dialects[t.Scorer]
	return d, ok
}

// languageOf is the language at the end of a truthfulness task's name.
func languageOf(name string) string {
	if i := strings.LastIndexByte(name, '_'); i >= 0 {
		return name[i+1:]
	}
	return ""
}
