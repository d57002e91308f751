package codec

import (
	"fmt"

	"mizan/pipeline/codec/scan"
)

// decodeTexts reads a list of texts. lang may be a bare text, an empty one being
// none (ifeval-arabic.md, section 4); an instruction id may be null.
func (b *Builder) decodeTexts(p *plan, f field) *fault {
	v, slot := b.value(p, f)
	from := len(b.elems)
	switch {
	case v.Kind == scan.Invalid || v.Kind == scan.Null:
		return nil
	case v.Kind == scan.String && f == fLang:
		lang := b.text(v)
		if len(lang) == 0 {
			return nil // an empty text is no language, as an absent one
		}
		b.elems = append(b.elems, elem{text: lang})
	case v.Kind == scan.List:
		err := b.each(v, func(i int, e scan.Value) *fault {
			switch {
			case e.Kind == scan.String:
				b.elems = append(b.elems, elem{text: b.text(e)})
			case e.Kind == scan.Null && f == fInstructionIDList:
				b.elems = append(b.elems, elem{null: true})
			default:
				return b.wrongElement(p, f, slot, i, "a text", e)
			}
			return nil
		})
		if err != nil {
			return err
		}
	default:
		return b.wrongType(p, f, slot, "a list of texts", v)
	}
	b.row[f] = cell{set: true, from: from, to: len(b.elems)}
	return nil
}

// each visits the elements of a List of the record.
func (b *Builder) each(v scan.Value, visit func(i int, e scan.Value) *fault) *fault {
	s := &b.walk.scan
	at := v.Start + 1
	for i := 0; ; i++ {
		next, done, _ := s.Element(at, i == 0)
		if done {
			return nil
		}
		e, ok := s.Value(next)
		if !ok {
			panic("codec: a scanned list does not scan again")
		}
		if err := visit(i, e); err != nil {
			return err
		}
		at = e.End
	}
}

func (b *Builder) decodeKwargs(p *plan) *fault {
	v, slot := b.value(p, fKwargs)
	var err *scan.Error
	switch v.Kind {
	case scan.Invalid, scan.Null:
		return nil
	case scan.List:
		b.kwBuf, err = b.kwargs.AppendList(b.kwBuf, b.walk.data, v)
	case scan.String:
		var null bool
		b.kwBuf, null, err = b.kwargs.AppendText(b.kwBuf, b.text(v))
		if null {
			return nil
		}
	default:
		return b.wrongType(p, fKwargs, slot, "a list of objects, or a text that holds one,", v)
	}
	if err != nil {
		where := "byte"
		if v.Kind == scan.String {
			where = "its byte"
		}
		return &fault{field: fKwargs.String(), reason: fmt.Sprintf("%s: %s (%s %d)", b.name(p, fKwargs, slot), err.Msg, where, err.Pos)}
	}
	b.row[fKwargs] = cell{set: true, text: b.kwBuf}
	return nil
}

func (b *Builder) decodeLabels(p *plan) *fault {
	v, slot := b.value(p, fLabels)
	switch v.Kind {
	case scan.Invalid, scan.Null:
		return nil
	case scan.List:
	default:
		return b.wrongType(p, fLabels, slot, "a list of integers", v)
	}
	err := b.each(v, func(i int, e scan.Value) *fault {
		if e.Kind == scan.Number && !e.Special {
			if n, _, ok := parseInt(e.Text(b.walk.data)); ok && n == int64(int32(n)) {
				b.ints = append(b.ints, int32(n))
				return nil
			}
		}
		return b.wrongElement(p, fLabels, slot, i, "an integer", e)
	})
	if err != nil {
		return err
	}
	b.row[fLabels] = cell{set: true, to: len(b.ints)}
	return nil
}

func (b *Builder) decodeLogLikelihoods(p *plan, need Need) *fault {
	lm := p == b.plans.lmEval
	if lm && need&NeedLogLikelihoods == 0 {
		return nil
	}
	v, slot := b.value(p, fLogLikelihoods)
	switch v.Kind {
	case scan.Invalid, scan.Null:
		if need&NeedLogLikelihoods != 0 {
			return &fault{field: fLogLikelihoods.String(), reason: "loglikelihoods: missing, and the task needs them"}
		}
		return nil
	case scan.List:
	default:
		return b.wrongType(p, fLogLikelihoods, slot, "a list of numbers", v)
	}
	err := b.each(v, func(i int, e scan.Value) *fault {
		// A sample log has [log-likelihood, is greedy], perhaps once per repeat.
		for lm && e.Kind == scan.List {
			at, done, _ := b.walk.scan.Element(e.Start+1, true)
			if done {
				break
			}
			e, _ = b.walk.scan.Value(at)
		}
		x, ok := b.float(e, lm)
		if !ok {
			return b.wrongElement(p, fLogLikelihoods, slot, i, "a number", e)
		}
		b.floats = append(b.floats, x)
		return nil
	})
	if err != nil {
		return err
	}
	b.row[fLogLikelihoods] = cell{set: true, to: len(b.floats)}
	return nil
}

// float reads a number, or a text that names one JSON does not have; in sample
// logs any number may stand as a text.
func (b *Builder) float(v scan.Value, lm bool) (x float64, ok bool) {
	switch v.Kind {
	case scan.Number:
		return parseFloat(v.Text(b.walk.data)), true
	case scan.String:
		text := b.text(v)
		if x, ok = specialFloat(string(text)); ok || !lm {
			return x, ok
		}
		var s scan.Scanner
		s.Reset(text)
		if n, ok := s.Document(); ok && n.Kind == scan.Number {
			return parseFloat(n.Text(text)), true
		}
	}
	return 0, false
}
