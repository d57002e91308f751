package task

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mizan/internal/nearest"
	"mizan/operators/metric"
)

// validate says what is wrong with a row of the table. Whether its gate exists
// and its operators fit together is for Compile to say.
func (t Task) validate() error {
	if t.Name == "" {
		return errors.New("cannot add a task without a name")
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("cannot add task %q: %s", t.Name, fmt.Sprintf(format, args...))
	}
	if t.Scorer != NoScorer && !slices.Contains(Scorers, t.Scorer) {
		return fail("unknown scorer %q%s", t.Scorer, nearest.Hint(string(t.Scorer), Scorers))
	}
	if t.Loose && !t.Scorer.Instructions() {
		return fail("loose verdicts exist for instruction scorers only, its scorer is %q", t.Scorer)
	}
	if t.Gated && t.Gate == "" {
		return fail("gated metrics need a gate")
	}
	if t.Scorer.MultipleChoice() && (len(t.Prepare) > 0 || t.Gate != "") {
		return fail("scorer %q judges log-likelihoods, there is no answer to prepare or to gate", t.Scorer)
	}
	for i, step := range t.Prepare {
		if !slices.Contains(preparations, step) {
			return fail("unknown preparation %q%s", step, nearest.Hint(step, preparations))
		}
		if slices.Contains(t.Prepare[:i], step) {
			return fail("preparation %q stands twice", step)
		}
	}
	for i, m := range t.Metrics {
		if slices.Contains(t.Metrics[:i], m) {
			return fail("metric %q stands twice", m)
		}
		if !slices.Contains(metric.Names(), m) {
			return fail("unknown metric %q%s", m, nearest.Hint(m, metric.Names()))
		}
		if need := t.lacks(m); need != "" {
			return fail("metric %q needs %s", m, need)
		}
	}
	return nil
}

// lacks says what the task would need for a metric; "" where it has all.
func (t Task) lacks(name string) string {
	ofVerdicts := strings.HasPrefix(name, "prompt_level_") || strings.HasPrefix(name, "inst_level_")
	switch {
	case ofVerdicts && !t.Scorer.Instructions():
		return "an instruction scorer"
	case ofVerdicts && strings.Contains(name, "_loose_") && !t.Loose:
		return "loose: true"
	case (name == LanguageCheck || ofVerdicts && strings.HasSuffix(name, "_langcheck_acc")) && t.Gate == "":
		return "a gate"
	case name == Acc && !t.Scorer.MultipleChoice():
		return fmt.Sprintf("scorer %q or %q", MC1, MC2)
	case (strings.HasPrefix(name, "bleu_") || strings.HasPrefix(name, "rouge")) && t.Scorer != Gen:
		return fmt.Sprintf("scorer %q", Gen)
	}
	return ""
}
