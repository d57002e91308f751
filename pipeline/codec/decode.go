package codec

import (
	"fmt"

	"mizan/pipeline/codec/scan"
	"mizan/pipeline/source"
)

// pick returns the value of a field: the first of its candidates that is not
// null, else null if any is there. slot is where it was found.
func (w *walker) pick(p *plan, f field) (v scan.Value, slot int) {
	slot = -1
	for _, s := range p.slots[f] {
		switch c := w.slots[s]; c.Kind {
		case scan.Invalid:
		case scan.Null:
			if slot < 0 {
				v, slot = c, s
			}
		default:
			return c, s
		}
	}
	return v, slot
}

// decode reads the walked record into the scratch row.
func (b *Builder) decode(p *plan, src string, m source.Message) *fault {
	clear(b.row[:])
	b.elems, b.ints, b.floats = b.elems[:0], b.ints[:0], b.floats[:0]
	// Unescaped text is never longer than escaped text: no slice of buf moves.
	if cap(b.buf) < len(m.Value) {
		b.buf = make([]byte, 0, max(len(m.Value), 2*cap(b.buf)))
	}
	b.buf, b.kwBuf = b.buf[:0], b.kwBuf[:0]

	for _, f := range []field{fRecordID, fRunID, fModel, fTask} {
		if err := b.decodeText(p, f); err != nil {
			return err
		}
	}
	b.defaults(p, src)
	need, err := b.taskNeed()
	if err != nil {
		return err
	}
	if err := b.decodeDocID(p); err != nil {
		return err
	}
	if err := b.decodeTime(p, m); err != nil {
		return err
	}
	if err := b.decodeResponse(p, need); err != nil {
		return err
	}
	for _, f := range []field{fPrompt, fReasoning, fQuestion, fBestAnswer, fLanguage} {
		if err := b.decodeText(p, f); err != nil {
			return err
		}
	}
	for _, f := range listFields {
		if err := b.decodeTexts(p, f); err != nil {
			return err
		}
	}
	if err := b.decodeKwargs(p); err != nil {
		return err
	}
	if err := b.decodeLabels(p); err != nil {
		return err
	}
	if err := b.decodeLogLikelihoods(p, need); err != nil {
		return err
	}
	return b.join(p, need)
}

// defaults fills in what the record does not say of its run: from the
// configuration, then from a sample log's path.
func (b *Builder) defaults(p *plan, src string) {
	fill := func(f field, text string) {
		if c := &b.row[f]; len(c.text) == 0 && text != "" {
			c.set, c.text = true, bytesOf(text)
		}
	}
	fill(fTask, b.opt.DefaultTask)
	fill(fModel, b.opt.DefaultModel)
	fill(fRunID, b.opt.DefaultRunID)
	if p != b.plans.lmEval {
		return
	}
	if b.pathSrc != src {
		b.path, b.pathSrc = parseLogPath(src), src
	}
	fill(fTask, b.path.task)
	fill(fModel, b.path.model)
	fill(fRunID, b.path.time)
	if len(b.row[fTask].text) == 0 {
		fill(fTask, b.lmTask())
	}
}

// value picks a field's value, minding what is special about sample logs.
func (b *Builder) value(p *plan, f field) (scan.Value, int) {
	if p == b.plans.lmEval {
		return b.lmValue(f)
	}
	if b.walk.met&p.masks[f] == 0 {
		return scan.Value{}, -1
	}
	return b.walk.pick(p, f)
}

// text is the text of a String of the record.
func (b *Builder) text(v scan.Value) []byte {
	inner := v.Inner(b.walk.data)
	if !v.Escaped {
		return inner
	}
	n := len(b.buf)
	b.buf = scan.Unescape(b.buf, inner)
	return b.buf[n:len(b.buf):len(b.buf)]
}

func (b *Builder) decodeText(p *plan, f field) *fault {
	v, slot := b.value(p, f)
	switch v.Kind {
	case scan.Invalid, scan.Null:
		return nil
	case scan.String:
		b.row[f] = cell{set: true, text: b.text(v)}
		return nil
	}
	return b.wrongType(p, f, slot, "a text", v)
}

// decodeResponse reads the response. In a sample log of a multiple-choice task
// the place of the response holds log-likelihoods.
func (b *Builder) decodeResponse(p *plan, need Need) *fault {
	v, slot := b.value(p, fResponse)
	if p == b.plans.lmEval && (need&NeedLogLikelihoods != 0 || need == 0 && v.Kind != scan.String) {
		return nil
	}
	switch v.Kind {
	case scan.String:
		b.row[fResponse] = cell{set: true, text: b.text(v)}
	case scan.Null:
		b.row[fResponse].set = need&NeedLogLikelihoods == 0
	case scan.Invalid:
		if need&NeedResponse != 0 {
			return &fault{field: fResponse.String(), reason: "response: missing (a null response would count as an empty one)"}
		}
		if b.opt.Task == nil {
			if ll, _ := b.value(p, fLogLikelihoods); ll.Kind == scan.Invalid {
				return &fault{field: fResponse.String(), reason: "response: missing, and there are no loglikelihoods either"}
			}
		}
	default:
		return b.wrongType(p, fResponse, slot, "a text or null", v)
	}
	return nil
}

func (b *Builder) decodeDocID(p *plan) *fault {
	v, slot := b.value(p, fDocID)
	switch {
	case v.Kind == scan.Invalid || v.Kind == scan.Null:
		return nil
	case v.Kind != scan.Number || v.Special:
		return b.wrongType(p, fDocID, slot, "an integer", v)
	}
	n, whole, ok := parseInt(v.Text(b.walk.data))
	if !ok {
		what := "an integer of at most 64 bits"
		if !whole {
			what = "an integer"
		}
		return b.wrongType(p, fDocID, slot, what, v)
	}
	b.docID, b.row[fDocID].set = n, true
	return nil
}

func (b *Builder) decodeTime(p *plan, m source.Message) *fault {
	v, slot := b.value(p, fEventTime)
	switch v.Kind {
	case scan.Invalid, scan.Null:
		if !m.Time.IsZero() {
			b.micros, b.row[fEventTime].set = m.Time.UnixMicro(), true
		}
		return nil
	case scan.String:
		text := b.text(v)
		micros, ok := parseTime(text)
		if !ok {
			return &fault{field: fEventTime.String(), reason: fmt.Sprintf(
				"%s: expected a time such as 2026-11-30T10:00:00Z (RFC 3339, with an offset), found %s at byte %d",
				b.name(p, fEventTime, slot), quote(text), v.Start)}
		}
		b.micros, b.row[fEventTime].set = micros, true
		return nil
	}
	return b.wrongType(p, fEventTime, slot, "a time such as \"2026-11-30T10:00:00Z\" (RFC 3339, with an offset)", v)
}
