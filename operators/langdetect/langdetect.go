// Package langdetect says which language a text is written in, exactly as the
// Python package langdetect 1.0.9 does when its seed is set to 0 before each
// detection: naive Bayes over character n-grams with random sampling (Nakatani
// Shuyo's language-detection, 55 profiles). Codes and probabilities are equal
// to the last bit, so the generator, the normal deviates and the order of
// every floating-point operation are the reference's.
//
// Source of the rules: section 8 of the English IFEval specification. The
// profiles are embedded (profiles.bin) and loaded on first use.
package langdetect

import "sync"

//go:generate go run ./gen -package langdetect-1.0.9.tar.gz -o profiles.bin

// Unknown is the code of a text whose languages all stay below the threshold.
const Unknown = "unknown"

// threshold is the probability that a language must exceed to be named.
const threshold = 0.1

// Detect returns the code of the most probable language of s, such as "en" or
// "zh-cn", or Unknown. ok is false where s has no n-gram that any profile
// knows: the reference raises an error there.
func Detect(s string) (code string, ok bool) {
	m := load()
	d := scratch.Get().(*detector)
	defer scratch.Put(d)
	probs := d.detect(m, s, true)
	if probs == nil {
		return "", false
	}
	// The most probable language, the first of equals, is the first one of the
	// reference's sorted list.
	best := 0
	for i, p := range probs {
		if p > probs[best] {
			best = i
		}
	}
	if probs[best] > threshold {
		return m.langs[best], true
	}
	return Unknown, true
}

// Probabilities appends to dst the probability of each language of Languages,
// in that order. ok is false, and dst as it was, where s has no known n-gram.
func Probabilities(dst []float64, s string) (probs []float64, ok bool) {
	d := scratch.Get().(*detector)
	defer scratch.Put(d)
	p := d.detect(load(), s, false)
	return append(dst, p...), p != nil
}

// Languages lists the codes of the 55 profiles in order.
func Languages() []string { return append([]string(nil), load().langs...) }

var scratch = sync.Pool{New: func() any { return new(detector) }}
