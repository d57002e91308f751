// Package prompts completes records that name a prompt without carrying what
// its answer is judged by. A prompt set is a JSON Lines or Parquet file of the
// IFEval shape (key, prompt, instruction_id_list, kwargs, lang) or of the
// TruthfulQA shape (question, best_answer, correct_answers, incorrect_answers,
// mc1_targets, mc2_targets, lang).
//
// How a record finds its prompt, so that no record ever gets another's:
//
//  1. By its text, if it carries one: the prompt (TruthfulQA: the question, or
//     the prompt that the task makes of it) must be in the set, byte for byte.
//     Where the text stands twice in the set, doc_id decides.
//  2. By its doc_id. In a set whose entries have a key (or doc_id) field that
//     is what doc_id means; in one without, it is the 0-based position. Keys and
//     positions are never mixed: they overlap in the public IFEval sets. A record
//     of an lm-eval sample log is the exception: there doc_id is always the
//     position.
//
// A record with both, whose text is not in the set, is joined by doc_id only if
// its text contains the entry's (a chat template around it); otherwise the
// two contradict each other.
package prompts

import (
	"fmt"
	"strings"

	"mizan/operators/text"
)

// Entry is one prompt of a set.
type Entry struct {
	// ID is the entry's key or doc_id where HasID, else its position.
	ID    int64
	HasID bool
	// Position is the entry's 0-based place in its file.
	Position int64

	Prompt string
	Lang   []string
	// Instructions has a null where InstructionNulls is true.
	Instructions     []string
	InstructionNulls []bool
	HasInstructions  bool
	// Kwargs is compact JSON text of a list, empty where the set has none.
	Kwargs string

	Question         string
	BestAnswer       string
	CorrectAnswers   []string
	IncorrectAnswers []string
	HasReferences    bool
	// MC1 and MC2 are the choices of the multiple-choice tasks, nil where the
	// set has none.
	MC1, MC2 *Targets
}

// Targets are the choices of a question and 1 for each true one.
type Targets struct {
	Choices []string
	Labels  []int32
}

// Language is the entry's language if it has exactly one, else "".
func (e *Entry) Language() string {
	if len(e.Lang) == 1 {
		return e.Lang[0]
	}
	return ""
}

// Set is one or more prompt sets. It is immutable and safe for concurrent use.
type Set struct {
	parts []*part
}

// part is one file.
type part struct {
	path    string
	entries []Entry
	byID    map[int64]int32
	byText  map[string][]int32
	// keyed says that doc_id means the entries' ids.
	keyed bool
	// truthful says that the entries have questions, not prompts.
	truthful bool
	// langs are the languages that the entries name.
	langs map[string]bool
}

// Merge returns a set that holds the prompts of all given sets. Which of them a
// record is joined with depends on its task, its language and its text.
func Merge(sets ...*Set) *Set {
	all := &Set{}
	for _, s := range sets {
		all.parts = append(all.parts, s.parts...)
	}
	return all
}

// Len is the number of prompts.
func (s *Set) Len() int {
	n := 0
	for _, p := range s.parts {
		n += len(p.entries)
	}
	return n
}

// Query is what a record says of its prompt. The texts may be views.
type Query struct {
	Task     string
	Language string
	Prompt   string
	Question string
	DocID    int64
	HasDocID bool
	// Position says that DocID is the entry's place in the file.
	Position bool
}

// Find returns the entry for a record. The error is one line and fit for a
// reject.
func (s *Set) Find(q Query) (*Entry, error) {
	parts := s.candidates(q)
	if len(parts) == 0 {
		return nil, fmt.Errorf("no prompt set is loaded for task %.60q", q.Task)
	}
	var found *Entry
	var in *part
	var firstErr error
	for _, p := range parts {
		e, err := p.find(q)
		if err != nil {
			if firstErr == nil {
				firstErr = err
			}
			continue
		}
		if found != nil && !same(found, e) {
			return nil, fmt.Errorf("ambiguous: both %q and %q have such a prompt, with different content", in.path, p.path)
		}
		if found == nil {
			found, in = e, p
		}
	}
	if found == nil {
		return nil, firstErr
	}
	return found, nil
}

// candidates are the parts that fit the record's task and language.
func (s *Set) candidates(q Query) []*part {
	if len(s.parts) == 1 {
		return s.parts
	}
	truthful := q.Question != "" || strings.HasPrefix(q.Task, "truthfulqa")
	fits := filter(s.parts, func(p *part) bool { return p.truthful == truthful })
	lang := q.Language
	if truthful && lang == "" {
		if i := strings.LastIndexByte(q.Task, '_'); i >= 0 {
			lang = q.Task[i+1:]
		}
	}
	if !truthful && strings.Contains(q.Task, "arabic") {
		lang = "ar"
	}
	if byLang := filter(fits, func(p *part) bool { return p.langs[lang] }); len(byLang) > 0 {
		return byLang
	}
	if truthful {
		return fits
	}
	// English prompt sets do not name their language.
	if noLang := filter(fits, func(p *part) bool { return len(p.langs) == 0 }); len(noLang) > 0 {
		return noLang
	}
	return fits
}

func filter(parts []*part, keep func(*part) bool) []*part {
	var kept []*part
	for _, p := range parts {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

func (p *part) find(q Query) (*Entry, error) {
	texts := [4]string{q.Prompt, q.Question}
	if p.truthful {
		texts[2], texts[3] = questionOf(q.Prompt)
	}
	given := false
	for _, t := range texts {
		if t == "" {
			continue
		}
		given = true
		if p.truthful {
			t = text.Strip(t)
		}
		if at := p.byText[t]; len(at) > 0 {
			return p.choose(at, q)
		}
	}
	if !q.HasDocID {
		if !given {
			return nil, fmt.Errorf("the record has neither a prompt nor a doc_id to find its prompt by")
		}
		return nil, fmt.Errorf("the prompt is not in %q", p.path)
	}
	e, err := p.byDocID(q)
	if err != nil {
		return nil, err
	}
	if given && !strings.Contains(q.Prompt, e.text()) {
		return nil, fmt.Errorf("the prompt is not in %q, and the one with doc_id %d is another", p.path, q.DocID)
	}
	return e, nil
}

// questionOf undoes the forms in which the TruthfulQA tasks put a question.
func questionOf(prompt string) (string, string) {
	q, ok := strings.CutPrefix(prompt, "Q: ")
	if !ok {
		return "", ""
	}
	return q, strings.TrimSuffix(q, "\nA:")
}

// choose picks among entries of the same text by doc_id.
func (p *part) choose(at []int32, q Query) (*Entry, error) {
	first := &p.entries[at[0]]
	if len(at) == 1 {
		return first, nil
	}
	if q.HasDocID {
		for _, i := range at {
			e := &p.entries[i]
			if q.DocID == e.Position && (q.Position || !p.keyed) || q.DocID == e.ID && p.keyed && !q.Position {
				return e, nil
			}
		}
	}
	for _, i := range at[1:] {
		if !same(first, &p.entries[i]) {
			return nil, fmt.Errorf("ambiguous: the prompt stands %d times in %q with different content, and no doc_id decides", len(at), p.path)
		}
	}
	return first, nil
}

func (p *part) byDocID(q Query) (*Entry, error) {
	if p.keyed && !q.Position {
		i, ok := p.byID[q.DocID]
		if !ok {
			return nil, fmt.Errorf("no prompt in %q has the key %d (doc_id is a key there, not a position)", p.path, q.DocID)
		}
		return &p.entries[i], nil
	}
	if q.DocID < 0 || q.DocID >= int64(len(p.entries)) {
		return nil, fmt.Errorf("no prompt in %q has the position %d: it holds %d", p.path, q.DocID, len(p.entries))
	}
	return &p.entries[q.DocID], nil
}

// text is what a record's prompt holds: the prompt, or the question without the
// white space around it, which the TruthfulQA tasks strip.
func (e *Entry) text() string {
	if e.Prompt != "" {
		return e.Prompt
	}
	return text.Strip(e.Question)
}
