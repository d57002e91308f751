package instruction

import "mizan/operators/text"

// Answer is a text under judgement with what several instructions want to know
// of it, each computed at most once. It is one view of a response: the strict
// answer, or one of the loose variants.
type Answer struct {
	Text string

	stripped  memo[string]
	lower     memo[string]
	pyWords   memo[int]
	hfWords   memo[int]
	language  memo[detected]
	sentences memo[int]
	capitals  memo[int]
}

// memo holds a value that is computed on first use.
type memo[T any] struct {
	val  T
	done bool
}

// NewAnswer returns an answer that stands by itself.
func NewAnswer(s string) *Answer { return &Answer{Text: s} }

// Stripped is the text without PySpace at its ends.
func (a *Answer) Stripped() string {
	if !a.stripped.done {
		a.stripped = memo[string]{text.Strip(a.Text), true}
	}
	return a.stripped.val
}

// Lower is the lower-cased text.
func (a *Answer) Lower() string {
	if !a.lower.done {
		a.lower = memo[string]{text.Lower(a.Text), true}
	}
	return a.lower.val
}

// Blank says whether the text holds nothing but PySpace: no instruction is
// followed by such an answer.
func (a *Answer) Blank() bool { return a.Stripped() == "" }
