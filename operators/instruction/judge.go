package instruction

import (
	"mizan/operators"
)

// bound is an instruction of a list: its checker, or the error that takes its
// place.
type bound struct {
	checker Checker
	fault   string // text of the error; "" where there is none
}

// list is an instruction list whose arguments are bound.
type list struct {
	instructions []bound
	excluded     bool
}

// bindList binds the arguments of an instruction list. It never fails: a fault
// belongs to its instruction.
func (d *Dialect) bindList(ids []operators.NullText, kwargs string, exclude func(id string, kwargs any) bool) *list {
	all, err := decodeKwargs(kwargs)
	l := &list{instructions: make([]bound, len(ids))}
	for i, id := range ids {
		b := &l.instructions[i]
		if err != nil {
			b.fault = err.Error()
			continue
		}
		var fault error
		if b.checker, _, fault = d.bind(id.Text, !id.Valid, all, i); fault != nil {
			b.fault = fault.Error()
		}
		if exclude != nil && id.Valid && i < len(all) && exclude(id.Text, all[i]) {
			l.excluded = true
		}
	}
	return l
}

// judgement is the verdict on one instruction.
type judgement struct {
	strict, loose bool
	fault         string // text of the error; "" where there is none
}

// judge judges one instruction, loosely too if asked.
func (b *bound) judge(r *response, loose bool) judgement {
	if b.fault != "" {
		return judgement{fault: b.fault}
	}
	if r.strict.Blank() {
		// Taking lines and asterisks away does not make it less so.
		return judgement{}
	}
	res, err := b.checker.Check(&r.strict)
	if err != nil {
		return judgement{fault: err.Error()}
	}
	if res.Followed || !loose {
		return judgement{strict: res.Followed, loose: res.Followed}
	}
	r.build()
	for i := range r.n {
		if r.certain(b.checker.Trend, i) {
			continue
		}
		res, err := b.checker.Check(&r.loose[i])
		if err != nil {
			return judgement{fault: err.Error()}
		}
		if res.Followed {
			return judgement{loose: true}
		}
	}
	return judgement{}
}
