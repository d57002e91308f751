// Package repetition finds degenerate text: words, sentences and n-grams that
// stand several times in a row.
//
// The detectors of the langcheck gates (text-operators.md, sections 5 to 7) are
// RepeatedWords, RepeatedSentences and RepeatedNgrams. The documented Arabic gate
// has a stricter pair (section 10), StrictWords and StrictSentences. Here they
// are functions of a text; a gate runs them over one shared scan (package
// token), in time linear in the text and memory that does not grow with it.
package repetition

import (
	"sync"

	"mizan/operators/token"
)

// Thresholds of the gates (seed 000, "Repetition Detection").
const (
	WordRepeats      = 7 // equal words in a row
	SentenceRepeats  = 3 // equal sentences in a row
	SentenceMinWords = 3 // shorter sentences may repeat
)

// N-grams of the gates (seed 000, "Repetition Detection").
var (
	LoopNgrams           = Ngrams{MinN: 5, MaxN: 60, Repeats: 3}
	StrictWordNgrams     = Ngrams{MinN: 1, MaxN: 6, Repeats: 2}
	StrictSentenceNgrams = Ngrams{MinN: 1, MaxN: 4, Repeats: 2}
)

// detector is the memory of a call. It does not grow with the text.
type detector struct {
	token.Scanner
	search    Search
	sentences [1]token.SentenceRun
	sinks     [1]token.Sink
}

// Making the memory anew takes longer than to scan a typical answer.
var detectors = sync.Pool{New: func() any {
	d := new(detector)
	d.sinks[0] = &d.search
	return d
}}

// detect calls found with memory to search with.
func detect(ngrams Ngrams, found func(d *detector) bool) bool {
	d := detectors.Get().(*detector)
	defer detectors.Put(d)
	d.search.Ngrams = ngrams
	return found(d)
}

// RepeatedWords says whether repeats equal words stand in a row in s.
func RepeatedWords(s string, repeats int) bool {
	return detect(Ngrams{}, func(d *detector) bool {
		d.Loops(s, false, nil, nil)
		return d.Words.Longest >= repeats
	})
}

// RepeatedSentences says whether repeats equal sentences of at least minWords
// words stand in a row in s.
func RepeatedSentences(s string, repeats, minWords int) bool {
	return detect(Ngrams{}, func(d *detector) bool {
		d.sentences[0] = token.SentenceRun{MinWords: minWords}
		d.Loops(s, false, d.sentences[:], nil)
		return d.sentences[0].Longest >= repeats
	})
}

// RepeatedNgrams says whether s repeats an n-gram of words as the thresholds
// say.
func RepeatedNgrams(s string, ngrams Ngrams) bool {
	return detect(ngrams, func(d *detector) bool {
		d.Loops(s, false, nil, d.sinks[:])
		return d.search.N > 0
	})
}

// StrictWords says whether s repeats an n-gram of split() words.
func StrictWords(s string, ngrams Ngrams) bool {
	return detect(ngrams, func(d *detector) bool {
		d.Split(s, d.sinks[:], nil)
		return d.search.N > 0
	})
}

// StrictSentences says whether s repeats an n-gram of sentences, which end at
// white space after . ? ! and the Arabic question mark, and at line ends.
func StrictSentences(s string, ngrams Ngrams) bool {
	return detect(ngrams, func(d *detector) bool {
		d.Split(s, nil, d.sinks[:])
		return d.search.N > 0
	})
}
