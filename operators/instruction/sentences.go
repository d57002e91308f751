package instruction

import "mizan/operators/sentence"

// Sentences is the number of sentences of the English Punkt model.
func (a *Answer) Sentences() int {
	if !a.sentences.done {
		a.sentences = memo[int]{sentence.CountPunkt(a.Text), true}
	}
	return a.sentences.val
}

// CapitalWords is the number of words of the English word tokenizer that
// Python's isupper() holds for.
func (a *Answer) CapitalWords() int {
	if !a.capitals.done {
		a.capitals = memo[int]{sentence.CountUpperWords(a.Text), true}
	}
	return a.capitals.val
}
