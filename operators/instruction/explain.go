package instruction

import (
	"encoding/json"

	"mizan/operators"
)

// Explanation is the judgement on one instruction with its reasons.
type Explanation struct {
	// ID is the instruction id, "" if it is null.
	ID string
	// Kwargs are the arguments that the instruction sees, as JSON.
	Kwargs string
	// Wants says what the arguments ask for, "" if they could not be bound.
	Wants string
	// Error is the text in instruction_errors, "" if there is none.
	Error string
	// Strict and Loose are the verdicts.
	Strict, Loose bool
	// Passed is the first loose variant that followed the instruction, 0 if none did.
	Passed Variant
	// Trials are the variants that were judged, in order: up to the first
	// success or error, without blank ones and repetitions of an earlier one.
	Trials []Trial
}

// Trial is the judgement on one loose variant; the first variant is the strict
// judgement.
type Trial struct {
	Variant Variant
	Text    string
	Result  Result
	Error   string // "" if there is none
}

// Explain judges one answer and says why. kwargs is the column's text. Unlike
// the operator it tries every variant that the specification names.
func Explain(d Dialect, answer string, ids []operators.NullText, kwargs string, loose bool) []Explanation {
	all, err := decodeKwargs(kwargs)
	var r response
	r.reset(answer)
	r.build()
	out := make([]Explanation, len(ids))
	for i, id := range ids {
		e := &out[i]
		e.ID = id.Text
		if err != nil {
			e.Error = err.Error()
			continue
		}
		checker, bound, fault := d.bind(id.Text, !id.Valid, all, i)
		if bound != nil {
			text, _ := json.Marshal(bound) // decoded from JSON: cannot fail
			e.Kwargs = string(text)
		}
		if fault != nil {
			e.Error = fault.Error()
			continue
		}
		e.Wants = checker.Wants
		e.judge(checker, &r, loose)
	}
	return out
}

// judge tries the variants in order.
func (e *Explanation) judge(c Checker, r *response, loose bool) {
	if r.strict.Blank() {
		return
	}
	e.try(c, Whole, &r.strict)
	e.Strict = e.Passed == Whole
	for i := 0; loose && i < r.n && e.Passed == 0 && e.Error == ""; i++ {
		e.try(c, r.variants[i], &r.loose[i])
	}
	e.Loose = loose && e.Passed != 0
}

func (e *Explanation) try(c Checker, v Variant, a *Answer) {
	t := Trial{Variant: v, Text: a.Text}
	var err error
	if t.Result, err = c.Check(a); err != nil {
		t.Error, e.Error = err.Error(), err.Error()
	} else if t.Result.Followed {
		e.Passed = v
	}
	e.Trials = append(e.Trials, t)
}
