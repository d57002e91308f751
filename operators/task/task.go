// Package task is the table of tasks: which preparation, gate, scorer and
// metrics each task name means. A task is one row of the table (table.go); user
// configuration can add rows made of the same parts. Compile turns rows into
// plans, Worker runs them over batches that mix tasks.
package task

import (
	"fmt"
	"slices"

	"mizan/internal/nearest"
)

// Task is a row of the table.
type Task struct {
	Name string `yaml:"name" json:"name"`
	// Tags select groups of tasks, as the reference harness's tags do.
	Tags []string `yaml:"tags" json:"tags,omitempty"`
	// Prepare names the operators that make the answer out of the response, in
	// order: strip_thinking, clean. Without any the record is stored as it is.
	Prepare []string `yaml:"prepare" json:"prepare,omitempty"`
	// Gate names the gate, a built-in or a configured one; empty for none.
	Gate string `yaml:"gate" json:"gate,omitempty"`
	// Scorer names what judges the answer; empty for none.
	Scorer Scorer `yaml:"scorer" json:"scorer,omitempty"`
	// Loose asks for the loose verdicts of instruction scorers too.
	Loose bool `yaml:"loose" json:"loose,omitempty"`
	// Gated says whether the task's metrics are the gated ones under the plain
	// names (ifeval_langcheck) rather than ungated ones.
	Gated bool `yaml:"gated" json:"gated,omitempty"`
	// Metrics names what a report shows for the task, in order.
	Metrics []string `yaml:"metrics" json:"metrics,omitempty"`
	// Version is the version of the reference harness's definition, if it has
	// one.
	Version string `yaml:"version" json:"version,omitempty"`
	// About says in a line what the task is.
	About string `yaml:"about" json:"about,omitempty"`
}

// The preparations.
const (
	StripThinking = "strip_thinking"
	Clean         = "clean"
)

var preparations = []string{StripThinking, Clean}

// Scorer names what judges an answer.
type Scorer string

// The scorers.
const (
	NoScorer        Scorer = ""
	English         Scorer = "english"
	EnglishV41      Scorer = "english_v4_1"
	ArabicHF        Scorer = "arabic_hf"
	ArabicInception Scorer = "arabic_inception"
	MC1             Scorer = "mc1"
	MC2             Scorer = "mc2"
	Gen             Scorer = "gen"
)

// Scorers lists the scorers that a task can name.
var Scorers = []Scorer{English, EnglishV41, ArabicHF, ArabicInception, MC1, MC2, Gen}

// MultipleChoice says whether the scorer judges log-likelihoods, so that a
// record needs no response.
func (s Scorer) MultipleChoice() bool { return s == MC1 || s == MC2 }

// Instructions says whether the scorer judges instruction lists.
func (s Scorer) Instructions() bool {
	return s == English || s == EnglishV41 || s == ArabicHF || s == ArabicInception
}

// Table is a set of tasks by name.
type Table struct {
	tasks  []Task
	byName map[string]int
}

// NewTable returns the built-in tasks and the extra ones. A name that stands
// twice is an error.
func NewTable(extra []Task) (*Table, error) {
	t := &Table{byName: map[string]int{}}
	for _, task := range slices.Concat(builtin(), extra) {
		if err := task.validate(); err != nil {
			return nil, err
		}
		if _, ok := t.byName[task.Name]; ok {
			return nil, fmt.Errorf("cannot add task %q: a task of that name exists", task.Name)
		}
		t.byName[task.Name] = len(t.tasks)
		t.tasks = append(t.tasks, task)
	}
	return t, nil
}

// Tasks returns the tasks in table order.
func (t *Table) Tasks() []Task { return t.tasks }

// Tagged returns the tasks with the tag, in table order.
func (t *Table) Tagged(tag string) []Task {
	var tagged []Task
	for _, task := range t.tasks {
		if slices.Contains(task.Tags, tag) {
			tagged = append(tagged, task)
		}
	}
	return tagged
}

// Find returns the task of that name; the error lists near names.
func (t *Table) Find(name string) (Task, error) {
	if i, ok := t.byName[name]; ok {
		return t.tasks[i], nil
	}
	names := make([]string, len(t.tasks))
	for i, task := range t.tasks {
		names[i] = task.Name
	}
	return Task{}, fmt.Errorf("unknown task %q%s", name, nearest.Hint(name, names))
}
