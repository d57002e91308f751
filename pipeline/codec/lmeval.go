package codec

import (
	"path/filepath"
	"regexp"
	"strings"

	"mizan/pipeline/codec/scan"
	"mizan/schemas"
)

// lmEvalPaths are where a sample log of lm-eval (samples_<task>_<time>.jsonl)
// has a record's fields. The prompt is the document's own: the one among the
// arguments is wrapped in the model's chat template.
func lmEvalPaths() map[string][]string {
	paths := canonicalPaths()
	for _, name := range []string{
		schemas.Prompt, schemas.Lang, schemas.InstructionIDList, schemas.Kwargs,
		schemas.Question, schemas.BestAnswer, schemas.CorrectAnswers, schemas.IncorrectAnswers, schemas.Language,
	} {
		paths[name] = []string{"$.doc." + name}
	}
	paths[schemas.Response] = []string{"$.filtered_resps[0]", "$.filtered_resps[0][0]", "$.resps[0][0]"}
	paths[schemas.LogLikelihoods] = []string{"$.filtered_resps", "$.resps"}
	paths[schemas.Choices] = []string{"$.doc.choices"}
	paths[schemas.Labels] = []string{"$.doc.labels"}
	return paths
}

// lmSlots are slots of the sample log plan beyond the fields.
type lmSlots struct {
	docLang, instructionMetric, bleuMetric  int
	mc1Choices, mc1Labels                   int
	mc2Choices, mc2Labels, filteredResponse int
}

func (l *lmSlots) add(p *plan) error {
	for _, s := range []struct {
		slot *int
		path string
	}{
		{&l.docLang, "$.doc.lang"},
		{&l.instructionMetric, "$.prompt_level_strict_acc"},
		{&l.bleuMetric, "$.bleu_max"},
		{&l.mc1Choices, "$.doc.mc1_targets.choices"},
		{&l.mc1Labels, "$.doc.mc1_targets.labels"},
		{&l.mc2Choices, "$.doc.mc2_targets.choices"},
		{&l.mc2Labels, "$.doc.mc2_targets.labels"},
		{&l.filteredResponse, "$.filtered_resps[0]"},
	} {
		var err error
		if *s.slot, err = p.add(s.path); err != nil {
			return err
		}
	}
	return nil
}

// logPath is what the path of a sample log says: <model>/samples_<task>_<time>.jsonl.
type logPath struct {
	task, model, time string
}

var samplesName = regexp.MustCompile(`^samples_(.+)_(\d{4}-\d{2}-\d{2}T[0-9.:-]+)\.(?:jsonl|json|parquet)(?:\.gz|\.zst)?$`)

func parseLogPath(src string) logPath {
	src = strings.ReplaceAll(src, `\`, "/")
	m := samplesName.FindStringSubmatch(filepath.Base(src))
	if m == nil {
		return logPath{}
	}
	l := logPath{task: m[1], time: m[2]}
	if dir := filepath.Base(filepath.Dir(src)); dir != "." && dir != "/" && dir != ".." {
		l.model = dir
	}
	return l
}

// lmTask tells the task of a sample log that neither says it nor has it in its
// name, by what its documents and metrics are. The multiple-choice tasks of
// TruthfulQA are alike in that, so they are not guessed.
func (b *Builder) lmTask() string {
	w, l := &b.walk, &b.plans.lm
	has := func(f field) bool {
		v, _ := w.pick(b.plans.lmEval, f)
		return v.Kind == scan.List
	}
	if has(fInstructionIDList) {
		return "ifeval"
	}
	if lang := w.slots[l.docLang]; w.slots[l.bleuMetric].Kind == scan.Number && lang.Kind == scan.String && !lang.Escaped {
		return "truthfulqa-multi_gen_" + string(lang.Inner(w.data))
	}
	return ""
}

// lmValue picks a field's value in a sample log. For some that takes more than
// the list of paths: it depends on the task or on the value's kind.
func (b *Builder) lmValue(f field) (scan.Value, int) {
	w, l := &b.walk, &b.plans.lm
	v, slot := w.pick(b.plans.lmEval, f)
	take := func(other int) (scan.Value, int) { return w.slots[other], other }
	switch f {
	case fResponse:
		// A filter may leave a list of one.
		if v.Kind == scan.List && slot == l.filteredResponse {
			for _, s := range b.plans.lmEval.slots[fResponse] {
				if s != slot && w.slots[s].Kind == scan.String {
					return take(s)
				}
			}
		}
	case fLanguage:
		if v.Kind == scan.Invalid && w.slots[l.docLang].Kind == scan.String {
			return take(l.docLang)
		}
	case fChoices, fLabels:
		if v.Kind != scan.Invalid {
			break
		}
		mc1 := strings.Contains(string(b.row[fTask].text), "mc1")
		switch {
		case mc1 && f == fChoices:
			return take(l.mc1Choices)
		case mc1:
			return take(l.mc1Labels)
		case f == fChoices:
			return take(l.mc2Choices)
		default:
			return take(l.mc2Labels)
		}
	}
	return v, slot
}
