package codec

import (
	"strings"

	"mizan/pipeline/source/prompts"
	"mizan/schemas"
)

// join completes the record from the prompt set if it lacks what its task is
// judged by. Fields that the record carries are kept.
func (b *Builder) join(p *plan, need Need) *fault {
	if b.opt.Join == nil {
		return nil
	}
	task := view(b.row[fTask].text)
	missing, required := b.missing(need)
	if missing == "" {
		return nil
	}
	e, err := b.opt.Join.Find(prompts.Query{
		Task: task, Language: view(b.row[fLanguage].text),
		Prompt: view(b.row[fPrompt].text), Question: view(b.row[fQuestion].text),
		DocID: b.docID, HasDocID: b.row[fDocID].set, Position: p == b.plans.lmEval,
	})
	if err != nil {
		if !required {
			return nil
		}
		return &fault{missing, missing + ": missing, and the prompt set does not complete it: " + clean(err.Error())}
	}
	b.complete(e, strings.Contains(task, "mc1"))
	return nil
}

// missing names the field that the record lacks and a prompt set can give, and
// whether there is nothing to judge without it.
func (b *Builder) missing(need Need) (name string, required bool) {
	instructions, references := need&NeedInstructions != 0, need&NeedReferences != 0
	mc := need&NeedLogLikelihoods != 0
	switch {
	case instructions && !b.row[fInstructionIDList].set:
		return schemas.InstructionIDList, true
	case instructions && !b.row[fKwargs].set:
		// Without kwargs the ids may still be what is wanted (no_comma).
		return schemas.Kwargs, false
	case references && mc && !b.row[fLabels].set:
		return schemas.Labels, true
	case references && !mc && !b.row[fCorrectAnswers].set:
		return schemas.CorrectAnswers, true
	}
	return "", false
}

// complete fills the fields that the record lacks.
func (b *Builder) complete(e *prompts.Entry, mc1 bool) {
	b.fillText(fPrompt, e.Prompt)
	b.fillText(fQuestion, e.Question)
	b.fillText(fBestAnswer, e.BestAnswer)
	b.fillText(fLanguage, truthfulLanguage(e))
	b.fillTexts(fLang, e.Lang, nil, len(e.Lang) > 0 && e.HasInstructions)
	if e.HasInstructions && (!b.row[fInstructionIDList].set || b.sameInstructions(e)) {
		b.fillTexts(fInstructionIDList, e.Instructions, e.InstructionNulls, true)
		b.fillText(fKwargs, e.Kwargs)
	}
	b.fillTexts(fCorrectAnswers, e.CorrectAnswers, nil, e.HasReferences)
	b.fillTexts(fIncorrectAnswers, e.IncorrectAnswers, nil, e.HasReferences)
	t := e.MC2
	if mc1 {
		t = e.MC1
	}
	if t == nil {
		return
	}
	b.fillTexts(fChoices, t.Choices, nil, true)
	if !b.row[fLabels].set {
		from := len(b.ints)
		b.ints = append(b.ints, t.Labels...)
		b.row[fLabels] = cell{set: true, from: from, to: len(b.ints)}
	}
}

func truthfulLanguage(e *prompts.Entry) string {
	if e.Question == "" {
		return ""
	}
	return e.Language()
}

func (b *Builder) fillText(f field, text string) {
	if c := &b.row[f]; !c.set && text != "" {
		*c = cell{set: true, text: bytesOf(text)}
	}
}

func (b *Builder) fillTexts(f field, texts []string, nulls []bool, has bool) {
	if b.row[f].set || !has {
		return
	}
	from := len(b.elems)
	for i, text := range texts {
		b.elems = append(b.elems, elem{text: bytesOf(text), null: nulls != nil && nulls[i]})
	}
	b.row[f] = cell{set: true, from: from, to: len(b.elems)}
}

func (b *Builder) sameInstructions(e *prompts.Entry) bool {
	c := b.row[fInstructionIDList]
	if c.to-c.from != len(e.Instructions) {
		return false
	}
	for i, own := range b.elems[c.from:c.to] {
		if own.null != e.InstructionNulls[i] || string(own.text) != e.Instructions[i] {
			return false
		}
	}
	return true
}
