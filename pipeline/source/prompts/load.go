package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"

	"mizan/pipeline/codec/kwargs"
	"mizan/pipeline/source/jsonrows"
)

// Load reads prompt sets: JSON Lines (plain, gzip, zstd) or Parquet, told apart
// by content. A fault in any entry is an error that names its row: a prompt set
// is small and must be right.
func Load(paths ...string) (*Set, error) {
	s := &Set{}
	for _, path := range paths {
		p, err := load(path)
		if err != nil {
			return nil, err
		}
		s.parts = append(s.parts, p)
	}
	return s, nil
}

func load(path string) (*part, error) {
	rows, err := jsonrows.Open(path, jsonrows.Options{})
	if err != nil {
		return nil, fmt.Errorf("cannot load prompt set: %w", err)
	}
	defer rows.Close()
	p := &part{path: path, byID: map[int64]int32{}, byText: map[string][]int32{}, langs: map[string]bool{}}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("cannot load prompt set: %w", err)
		}
		if row.Long > 0 {
			return nil, fmt.Errorf("cannot load prompt set %q, row %d: it has %d bytes", path, row.Number+1, row.Long)
		}
		if err := p.add(row.Text); err != nil {
			return nil, fmt.Errorf("cannot load prompt set %q, row %d: %w", path, row.Number+1, err)
		}
	}
	if len(p.entries) == 0 {
		return nil, fmt.Errorf("cannot load prompt set %q: it is empty", path)
	}
	return p, nil
}

// wire is an entry as it is written.
type wire struct {
	Key          *int64          `json:"key"`
	DocID        *int64          `json:"doc_id"`
	Prompt       *string         `json:"prompt"`
	Lang         json.RawMessage `json:"lang"`
	Instructions []*string       `json:"instruction_id_list"`
	Kwargs       json.RawMessage `json:"kwargs"`
	Question     *string         `json:"question"`
	BestAnswer   string          `json:"best_answer"`
	Correct      *[]string       `json:"correct_answers"`
	Incorrect    []string        `json:"incorrect_answers"`
	MC1          *wireTargets    `json:"mc1_targets"`
	MC2          *wireTargets    `json:"mc2_targets"`
}

type wireTargets struct {
	Choices []string `json:"choices"`
	Labels  []int32  `json:"labels"`
}

func (t *wireTargets) targets() *Targets {
	if t == nil {
		return nil
	}
	return &Targets{t.Choices, t.Labels}
}

func (p *part) add(row []byte) error {
	if !utf8.Valid(row) {
		return errors.New("invalid UTF-8")
	}
	var w wire
	if err := json.Unmarshal(row, &w); err != nil {
		return err
	}
	e := Entry{
		Position:   int64(len(p.entries)),
		BestAnswer: w.BestAnswer, IncorrectAnswers: w.Incorrect,
		MC1: w.MC1.targets(), MC2: w.MC2.targets(),
		HasInstructions: w.Instructions != nil,
		HasReferences:   w.Correct != nil,
	}
	if w.Correct != nil {
		e.CorrectAnswers = *w.Correct
	}
	for _, id := range w.Instructions {
		text := ""
		if id != nil {
			text = *id
		}
		e.Instructions = append(e.Instructions, text)
		e.InstructionNulls = append(e.InstructionNulls, id == nil)
	}
	switch {
	case w.Prompt != nil:
		e.Prompt = *w.Prompt
	case w.Question != nil:
	default:
		return errors.New(`it has neither "prompt" nor "question"`)
	}
	if w.Question != nil {
		e.Question = *w.Question
	}
	var err error
	if e.Kwargs, err = readKwargs(w.Kwargs); err != nil {
		return err
	}
	if e.Lang, err = readLang(w.Lang); err != nil {
		return err
	}
	for _, l := range e.Lang {
		p.langs[l] = true
	}
	id := w.Key
	if id == nil {
		id = w.DocID
	}
	if id != nil {
		e.ID, e.HasID = *id, true
	}
	return p.index(e)
}

// index files the entry under its id and its text.
func (p *part) index(e Entry) error {
	at := int32(len(p.entries))
	truthful := !e.HasInstructions && e.Question != ""
	if at == 0 {
		p.keyed, p.truthful = e.HasID, truthful
	}
	if e.HasID != p.keyed {
		return errors.New(`some entries have a "key" and some have none`)
	}
	if truthful != p.truthful {
		return errors.New("some entries have questions, some instructions: keep them in files of their own")
	}
	if e.HasID {
		if other, ok := p.byID[e.ID]; ok {
			return fmt.Errorf("key %d stands in row %d too", e.ID, other+1)
		}
		p.byID[e.ID] = at
	}
	p.entries = append(p.entries, e)
	p.byText[e.text()] = append(p.byText[e.text()], at)
	return nil
}

func readKwargs(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	text := []byte(raw)
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return "", err
		}
		text = []byte(s)
	}
	var r kwargs.Reader
	out, null, err := r.AppendText(nil, text)
	if err != nil {
		return "", fmt.Errorf("kwargs: %w", err)
	}
	if null {
		return "", nil
	}
	return string(out), nil
}

func readLang(raw json.RawMessage) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if raw[0] == '"' {
		var s string
		err := json.Unmarshal(raw, &s)
		return []string{s}, err
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("lang: %w", err)
	}
	return list, nil
}

// same says whether two entries judge an answer alike.
func same(a, b *Entry) bool {
	x, y := *a, *b
	x.ID, x.HasID, x.Position = 0, false, 0
	y.ID, y.HasID, y.Position = 0, false, 0
	return reflect.DeepEqual(x, y)
}
