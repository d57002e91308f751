// Package primitive gives the text operators a name each, and runs one of them
// on a single text: for the command mizan op, to try an operator, and for checks
// from outside. The names and the shapes of the results are those of the
// specification's golden files.
package primitive

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mizan/operators/clean"
	"mizan/operators/gate"
	"mizan/operators/repetition"
	"mizan/operators/script"
	"mizan/operators/sentence"
	"mizan/operators/text"
	"mizan/operators/thinking"
)

// Names lists the primitives in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(primitives)) }

// Run runs the primitive of that name on a text. The result is a text, a truth
// value, a []string that is not nil, a Ratio or a Verdict, and marshals to JSON
// in the shape of the golden file.
func Run(name, s string) (any, error) {
	run, ok := primitives[name]
	if !ok {
		return nil, fmt.Errorf("cannot run primitive %q: it is unknown; known are %s", name, strings.Join(Names(), ", "))
	}
	return run(s)
}

// Ratio is the result of english_word_ratio.
type Ratio struct {
	EnglishWords int     `json:"english_words"`
	LetterWords  int     `json:"letter_words"`
	Ratio        float64 `json:"ratio"`
}

// Verdict is the result of documented_gate: the documented Arabic gate on a
// record without prompt and instructions.
type Verdict struct {
	LetterWords  int     `json:"letter_words"`
	ArabicWords  int     `json:"arabic_words"`
	EnglishWords int     `json:"english_words"`
	MixedWords   int     `json:"mixed_words"`
	OtherWords   int     `json:"other_words"`
	EnglishRatio float64 `json:"english_ratio"`
	FormatExempt bool    `json:"format_exempt"`
	GateReason   string  `json:"gate_reason"`
	GatePass     bool    `json:"gate_pass"`
}

type primitive func(string) (any, error)

var primitives = map[string]primitive{
	"strip_thinking":       plain(func(s string) string { answer, _ := thinking.Strip(s); return answer }),
	"clean":                plain(clean.String),
	"langcheck_preprocess": plain(script.PreprocessString),
	"nfkc":                 plain(text.NFKC),
	"nfkd":                 plain(text.NFKD),
	"py_strip_lower":       plain(func(s string) string { return text.Lower(text.Strip(s)) }),

	"py_split":            list(text.Split),
	"re_words":            runs(text.PyWord),
	"regex_words":         runs(text.RxWord),
	"hf_words":            runs(text.HfWord),
	"letter_sequences":    runs(text.Letter),
	"letter_words":        list(text.LetterWords),
	"hf_sentences":        list(sentence.Hf),
	"inception_sentences": list(sentence.Pattern),
	"punkt_sentences":     list(sentence.Punkt),

	"repeated_words": plain(func(s string) bool {
		return repetition.RepeatedWords(s, repetition.WordRepeats)
	}),
	"repeated_sentences": plain(func(s string) bool {
		return repetition.RepeatedSentences(s, repetition.SentenceRepeats, repetition.SentenceMinWords)
	}),
	"repeated_ngrams": plain(func(s string) bool {
		return repetition.RepeatedNgrams(s, repetition.LoopNgrams)
	}),
	"valid_arabic": plain(func(s string) bool {
		return script.ValidArabic(s, script.InceptionEnglishCap)
	}),
	"valid_ar_en":        plain(script.ValidArabicEnglish),
	"valid_english_v4_1": plain(script.ValidEnglishV41),
	"english_word_ratio": plain(func(s string) Ratio {
		w := script.WordsOf(s)
		return Ratio{w.English, w.Letter, w.EnglishRatio()}
	}),
	"documented_gate": documentedGate,
}

func plain[T any](f func(string) T) primitive {
	return func(s string) (any, error) { return f(s), nil }
}

func list(f func(dst []string, s string) []string) primitive {
	return func(s string) (any, error) { return f([]string{}, s), nil }
}

func runs(c text.Class) primitive {
	return list(func(dst []string, s string) []string { return text.Runs(dst, s, c) })
}

var arabicHF = sync.OnceValues(func() (*gate.Gate, error) {
	spec, err := gate.Find("arabic_hf", nil)
	if err != nil {
		return nil, err
	}
	return gate.Compile(spec)
})

func documentedGate(s string) (any, error) {
	g, err := arabicHF()
	if err != nil {
		return nil, err
	}
	v := g.Judge(s, "", nil, nil)
	return Verdict{
		LetterWords:  v.Words.Letter,
		ArabicWords:  v.Words.Arabic,
		EnglishWords: v.Words.English,
		MixedWords:   v.Words.Mixed,
		OtherWords:   v.Words.Other,
		EnglishRatio: v.EnglishRatio,
		FormatExempt: v.FormatExempt,
		GateReason:   v.Reason,
		GatePass:     v.Pass,
	}, nil
}
