package instruction

import "mizan/operators/text"

// Answer is a text under judgement with what several instructions want to know
// of it, each computed at most once. It is one view of a response: the strict
// answer, or one of the loose variants.
type Answer struct {
	Text string

	stripped memo[string]
	lower    memo[string]
	blank    memo[bool]
}

// memo holds a value that is computed on first use.
type memo[T any] struct {
	val  T
	done bool
}

func (m *memo[T]) get(compute func() T) T {
	if !m.done {
		m.val, m.done = compute(), true
	}
	return m.val
}

// Stripped is the text without PySpace at its ends.
func (a *Answer) Stripped() string {
	return a.stripped.get(func() string { return text.Strip(a.Text) })
}

// Lower is the lower-cased text.
func (a *Answer) Lower() string { return a.lower.get(func() string { return text.Lower(a.Text) }) }

// Blank says whether the text holds nothing but PySpace: no instruction is
// followed by such an answer.
func (a *Answer) Blank() bool { return a.blank.get(func() bool { return text.IsBlank(a.Text) }) }
