// Package metric turns scored rows into the metrics that the reference harness
// reports: means with standard errors per task, instruction-level accuracies,
// counts per instruction id and per gate reason.
//
// Sums run in row order in float64, as the reference's do, so that equal rows in
// equal order give equal figures to the last digit.
package metric

import (
	"fmt"
	"slices"

	"mizan/internal/nearest"
	"mizan/schemas"
)

// Columns are the numeric columns of the scored schema that are averaged; each
// is a metric of its own name.
var Columns = []string{
	schemas.Acc, schemas.BleuMax, schemas.BleuAcc, schemas.BleuDiff,
	schemas.Rouge1Max, schemas.Rouge1Acc, schemas.Rouge1Diff,
	schemas.Rouge2Max, schemas.Rouge2Acc, schemas.Rouge2Diff,
	schemas.RougeLMax, schemas.RougeLAcc, schemas.RougeLDiff,
}

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

	// Value returns the row's number in column Columns[i]; ok is false where it is
	// null.
	Value func(i int) (v float64, ok bool)
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

// Finite counts the values that are numbers.
func (r Result) Finite() int64 { return r.N - r.NaN }

// kind says where a metric takes its values from.
type kind int

const (
	promptLevel kind = iota
	instLevel
	gatePass
	column
)

type source struct {
	kind   kind
	lists  func(*Row) []bool
	column int // place in Columns
}

// verdicts are the metrics over instruction lists: which level, and which list
// of the row under the plain task and under a gated one.
var verdicts = map[string]struct {
	kind         kind
	plain, gated func(*Row) []bool
}{
	"prompt_level_strict_acc":           {promptLevel, strict, gatedStrict},
	"inst_level_strict_acc":             {instLevel, strict, gatedStrict},
	"prompt_level_loose_acc":            {promptLevel, loose, gatedLoose},
	"inst_level_loose_acc":              {instLevel, loose, gatedLoose},
	"prompt_level_strict_langcheck_acc": {promptLevel, gatedStrict, gatedStrict},
	"inst_level_strict_langcheck_acc":   {instLevel, gatedStrict, gatedStrict},
	"prompt_level_loose_langcheck_acc":  {promptLevel, gatedLoose, gatedLoose},
	"inst_level_loose_langcheck_acc":    {instLevel, gatedLoose, gatedLoose},
}

func strict(r *Row) []bool      { return r.Strict }
func loose(r *Row) []bool       { return r.Loose }
func gatedStrict(r *Row) []bool { return r.GatedStrict }
func gatedLoose(r *Row) []bool  { return r.GatedLoose }

const languageCheck = "language_check_acc"

// Names lists all metrics.
func Names() []string {
	names := []string{languageCheck}
	for name := range verdicts {
		names = append(names, name)
	}
	slices.Sort(names)
	return append(names, Columns...)
}

// sourceOf says how the metric of that name is computed. gated says that the
// task reports gated verdicts under the plain names.
func sourceOf(name string, gated bool) (source, error) {
	if v, ok := verdicts[name]; ok {
		if gated {
			return source{kind: v.kind, lists: v.gated}, nil
		}
		return source{kind: v.kind, lists: v.plain}, nil
	}
	if name == languageCheck {
		return source{kind: gatePass}, nil
	}
	if i := slices.Index(Columns, name); i >= 0 {
		return source{kind: column, column: i}, nil
	}
	return source{}, fmt.Errorf("unknown metric %q%s", name, nearest.Hint(name, Names()))
}
