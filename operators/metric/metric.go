// Package metric turns scored rows into the metrics that the reference harness
// reports: means with standard errors per task, instruction-level accuracies,
// counts per instruction id and per gate reason.
//
// Sums run in row order in float64, as the reference's do, so that equal rows in
// equal order give equal figures to the last digit.
package metric

import (
	"fmt"
	"math"
)

// Row is what the metrics need of a scored row. A nil list, a nil GatePass or an
// absent value means that the row does not have it: it enters no mean that needs
// it.
type Row struct {
	Excluded bool
	// Failed says that the row has an error text.
	Failed     bool
	GatePass   *bool
	GateReason string

	IDs         []string
	Strict      []bool
	Loose       []bool
	GatedStrict []bool
	GatedLoose  []bool
	// InstructionErrors counts the instructions of the row that carry an error.
	InstructionErrors int

	// Value returns a numeric column of the row; ok is false where it is null.
	Value func(column string) (v float64, ok bool)
}

// Result is one metric of one task.
type Result struct {
	Name  string
	Value float64 // NaN where N is 0 or a value was NaN
	// Stderr is the sample standard deviation over the square root of N; NaN
	// where it is not defined (instruction level, N below 2).
	Stderr float64
	// N counts the records (or, at instruction level, the verdicts) averaged.
	N int64
	// NaN counts the values that were not a number. One makes Value and Stderr
	// NaN, as it does in the reference; FiniteValue and FiniteStderr leave them
	// out.
	NaN                       int64
	FiniteValue, FiniteStderr float64
}

// series is a list of values in row order. The standard error needs the mean
// first, so the values are kept; verdicts as single bytes.
type series struct {
	flags  []bool
	floats []float64
	nans   int64
}

func (s *series) addFlag(v bool) { s.flags = append(s.flags, v) }

func (s *series) add(v float64) {
	if math.IsNaN(v) {
		s.nans++
	}
	s.floats = append(s.floats, v)
}

// finite is the series without the values that are not a number.
func (s *series) finite() *series {
	if s.nans == 0 {
		return s
	}
	f := &series{flags: s.flags}
	for _, v := range s.floats {
		if !math.IsNaN(v) {
			f.floats = append(f.floats, v)
		}
	}
	return f
}

func (s *series) n() int { return len(s.flags) + len(s.floats) }

func (s *series) each(visit func(float64)) {
	for _, f := range s.flags {
		if f {
			visit(1)
		} else {
			visit(0)
		}
	}
	for _, f := range s.floats {
		visit(f)
	}
}

func (s *series) mean() float64 {
	var sum float64
	s.each(func(v float64) { sum += v })
	return sum / float64(s.n()) // 0/0 is NaN: nothing to average
}

// stderr is the reference's mean_stderr: sample standard deviation (n-1) over
// the square root of n.
func (s *series) stderr() float64 {
	n := float64(s.n())
	if n < 2 {
		return math.NaN()
	}
	mean := s.mean()
	var sum float64
	s.each(func(v float64) { d := v - mean; sum += d * d })
	return math.Sqrt(sum/(n-1)) / math.Sqrt(n)
}

// PooledStderr is the standard error of a group of tasks with the given errors
// and sizes, as the reference harness pools them for its group lines.
func PooledStderr(stderrs []float64, sizes []int64) float64 {
	var sum, total float64
	for i, se := range stderrs {
		n := float64(sizes[i])
		sum += (n - 1) * se * se * n
		total += n
	}
	variance := sum / (total - float64(len(sizes)))
	return math.Sqrt(variance / total)
}

// kind says where a metric takes its values from.
type kind int

const (
	promptLevel kind = iota
	instLevel
	gatePass
	column
)

type source struct {
	kind  kind
	lists func(*Row) []bool
	name  string
}

// sourceOf says how the metric of that name is computed. gated says that the
// task reports gated verdicts under the plain names.
func sourceOf(name string, gated bool) (source, error) {
	strict := func(r *Row) []bool { return r.Strict }
	loose := func(r *Row) []bool { return r.Loose }
	gatedStrict := func(r *Row) []bool { return r.GatedStrict }
	gatedLoose := func(r *Row) []bool { return r.GatedLoose }
	plain := func(k kind, ungatedList, gatedList func(*Row) []bool) (source, error) {
		if gated {
			return source{kind: k, lists: gatedList}, nil
		}
		return source{kind: k, lists: ungatedList}, nil
	}
	switch name {
	case "prompt_level_strict_acc":
		return plain(promptLevel, strict, gatedStrict)
	case "inst_level_strict_acc":
		return plain(instLevel, strict, gatedStrict)
	case "prompt_level_loose_acc":
		return plain(promptLevel, loose, gatedLoose)
	case "inst_level_loose_acc":
		return plain(instLevel, loose, gatedLoose)
	case "prompt_level_strict_langcheck_acc":
		return source{kind: promptLevel, lists: gatedStrict}, nil
	case "inst_level_strict_langcheck_acc":
		return source{kind: instLevel, lists: gatedStrict}, nil
	case "prompt_level_loose_langcheck_acc":
		return source{kind: promptLevel, lists: gatedLoose}, nil
	case "inst_level_loose_langcheck_acc":
		return source{kind: instLevel, lists: gatedLoose}, nil
	case "language_check_acc":
		return source{kind: gatePass}, nil
	case "acc", "bleu_max", "bleu_acc", "bleu_diff",
		"rouge1_max", "rouge1_acc", "rouge1_diff",
		"rouge2_max", "rouge2_acc", "rouge2_diff",
		"rougeL_max", "rougeL_acc", "rougeL_diff":
		return source{kind: column, name: name}, nil
	}
	return source{}, fmt.Errorf("unknown metric %q", name)
}
