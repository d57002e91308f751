package codec

import (
	"fmt"

	"mizan/pipeline/codec/scan"
	"mizan/pipeline/source/prompts"
)

// DefaultMaxRecordBytes is the size above which a record is rejected unless
// Options say otherwise.
const DefaultMaxRecordBytes = 64 << 20

// Formats of records.
const (
	// FormatAuto takes lm-eval sample logs and canonical records alike: a
	// record with an object `doc`, with `resps` or `arguments`, and without
	// a response of its own is a sample log's.
	FormatAuto = "auto"
	// FormatCanonical takes canonical records only.
	FormatCanonical = "canonical"
	// FormatLMEval takes lm-eval sample logs only.
	FormatLMEval = "lm_eval"
)

// Need says what a task cannot do without. The values are bits and can be
// combined.
type Need int

// The needs of tasks.
const (
	// NeedResponse: the record must have a response; null is an empty one.
	NeedResponse Need = 1 << iota
	// NeedLogLikelihoods: the record must have loglikelihoods.
	NeedLogLikelihoods
	// NeedInstructions: where a prompt set is given (Options.Join), a record
	// without instruction_id_list must be found there.
	NeedInstructions
	// NeedReferences: where a prompt set is given, a record without
	// correct_answers (with NeedLogLikelihoods: labels) must be found there.
	NeedReferences
)

// Options say how records are read.
type Options struct {
	// MaxRecordBytes is the size above which a record is rejected; 0 stands
	// for DefaultMaxRecordBytes.
	MaxRecordBytes int
	// Format is FormatAuto (also if empty), FormatCanonical or FormatLMEval.
	Format string
	// DefaultTask, DefaultModel and DefaultRunID stand in for what a record
	// does not say. They go before what a sample log's path says.
	DefaultTask, DefaultModel, DefaultRunID string
	// Task returns what the task of that name needs. Its error, for an unknown
	// task, is the reject's reason: one line that lists near names. If Task is
	// nil, every task needs a response or loglikelihoods.
	Task func(name string) (Need, error)
	// Fields maps a column of schemas.Generation to JSON paths; the first
	// that leads to something other than null is taken. A field that is not
	// mapped stays where the format has it.
	Fields map[string][]string
	// Join completes records that name their prompt without carrying what
	// the answer is judged by; may be nil.
	Join *prompts.Set
}

func (o *Options) maxRecordBytes() int {
	if o.MaxRecordBytes > 0 {
		return o.MaxRecordBytes
	}
	return DefaultMaxRecordBytes
}

// plans are the plans that the options come down to.
type plans struct {
	canonical, lmEval *plan
	// doc, resps and arguments are the slots of the canonical plan that tell a
	// sample log.
	doc, resps, arguments int
	lm                    lmSlots
}

// Check returns an error where the options cannot be used: an unknown format,
// a field that is no column, a path that cannot be read.
func (o *Options) Check() error {
	_, err := o.plans()
	return err
}

func (o *Options) plans() (*plans, error) {
	switch o.Format {
	case "", FormatAuto, FormatCanonical, FormatLMEval:
	default:
		return nil, fmt.Errorf("cannot read format %q: it is one of auto, canonical, lm_eval", o.Format)
	}
	for name := range o.Fields {
		if !isField(name) {
			return nil, fmt.Errorf("cannot map field %q: a record has no such field (it has %v)", name, fieldNames)
		}
	}
	p := &plans{}
	var err error
	if p.canonical, err = newPlan(o.mapped(canonicalPaths())); err != nil {
		return nil, err
	}
	for path, slot := range map[string]*int{"$.doc": &p.doc, "$.resps": &p.resps, "$.arguments": &p.arguments} {
		if *slot, err = p.canonical.add(path); err != nil {
			return nil, err
		}
	}
	if p.lmEval, err = newPlan(o.mapped(lmEvalPaths())); err != nil {
		return nil, err
	}
	return p, p.lm.add(p.lmEval)
}

// mapped puts the user's paths over a format's. A key that one of them goes
// into is no longer what the format takes it for: the `choices` of a chat
// completion are not the choices of a multiple-choice question.
func (o *Options) mapped(paths map[string][]string) map[string][]string {
	for _, own := range o.Fields {
		for _, path := range own {
			steps, err := parsePath(path)
			if err != nil || len(steps) < 2 {
				continue // a path that cannot be read is reported by newPlan
			}
			for name, of := range paths {
				if len(of) == 1 && of[0] == "$."+steps[0].key {
					delete(paths, name)
				}
			}
		}
	}
	for name, own := range o.Fields {
		if len(own) > 0 {
			paths[name] = own
		}
	}
	return paths
}

func isField(name string) bool {
	for _, f := range fieldNames {
		if f == name {
			return true
		}
	}
	return false
}

// TopKeys are the keys of a record that the codec looks at: what a columnar
// source has to read.
func (o *Options) TopKeys() ([]string, error) {
	p, err := o.plans()
	if err != nil {
		return nil, err
	}
	var keys []string
	seen := map[string]bool{}
	for _, pl := range []*plan{p.canonical, p.lmEval} {
		for key := range pl.root.keys {
			if !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	return keys, nil
}

// ContentKeys are those of TopKeys that can hold what is scored, a response or
// loglikelihoods: a file with none of them holds no generation records.
func (o *Options) ContentKeys() ([]string, error) {
	p, err := o.plans()
	if err != nil {
		return nil, err
	}
	var keys []string
	content := func(pl *plan) {
		for _, f := range []field{fResponse, fLogLikelihoods} {
			for _, slot := range pl.slots[f] {
				steps, _ := parsePath(pl.paths[slot])
				keys = append(keys, steps[0].key)
			}
		}
	}
	if o.Format != FormatLMEval {
		content(p.canonical)
	}
	if o.Format != FormatCanonical {
		content(p.lmEval)
	}
	return keys, nil
}

// isSampleLog says whether the record that was walked by the canonical plan is
// a sample log's.
func (p *plans) isSampleLog(w *walker) bool {
	if w.slots[p.doc].Kind != scan.Object ||
		w.slots[p.resps].Kind == scan.Invalid && w.slots[p.arguments].Kind == scan.Invalid {
		return false
	}
	v, _ := w.pick(p.canonical, fResponse)
	return v.Kind == scan.Invalid
}
