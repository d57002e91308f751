package gate

import (
	"fmt"
	"slices"

	"mizan/operators/repetition"
	"mizan/operators/script"
	"mizan/operators/token"
)

func viewOf(c Check) int {
	if c.On == OnPrepared {
		return preparedView
	}
	return answerView
}

func buildEmpty(*builder, Check) (test, error) {
	return func(m *memory) bool { return !m.blank() }, nil
}

func buildForbidden(b *builder, c Check) (test, error) {
	forbidden, err := parseSet(c.Ranges)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	switch {
	case slices.Equal(forbidden, arabicPunctuation):
		return b.noChars(v, token.GatePunct), nil
	case slices.Equal(forbidden, rejectedByV41):
		return b.noChars(v, token.NotV41), nil
	}
	return func(m *memory) bool {
		for _, r := range m.text(v) {
			if forbidden.has(r) {
				return false
			}
		}
		return true
	}, nil
}

func buildForeign(b *builder, c Check) (test, error) {
	allowed, err := parseSet(c.Ranges)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	if slices.Equal(allowed, latinSet) {
		return b.noChars(v, token.Letter&^token.LatinLetter), nil
	}
	return func(m *memory) bool {
		for _, r := range m.text(v) {
			if token.BitsOf(r)&token.Letter != 0 && !allowed.has(r) {
				return false
			}
		}
		return true
	}, nil
}

// noChars tests that no character has one of the bits.
func (b *builder) noChars(v int, bits token.Bits) test {
	b.needChars(v)
	return func(m *memory) bool { return m.views[v].chars&bits == 0 }
}

// needChars makes sure that some scan fills the view's chars. Of the answer each
// scan does.
func (b *builder) needChars(v int) {
	if v == preparedView {
		b.needs[v].loops = true
	}
}

func (b *builder) needWords(v int) { b.needs[v].words = true }

func buildMixed(b *builder, c Check) (test, error) {
	v := viewOf(c)
	b.needWords(v)
	return func(m *memory) bool { return m.views[v].words.Mixed == 0 }, nil
}

func buildOther(b *builder, c Check) (test, error) {
	v := viewOf(c)
	b.needWords(v)
	return func(m *memory) bool { return m.views[v].words.Other == 0 }, nil
}

func buildRatio(b *builder, c Check) (test, error) {
	limit, err := c.maxEnglish(defaultWordCap)
	if err != nil {
		return nil, err
	}
	exemption, err := newExemption(c.Exempt)
	if err != nil {
		return nil, err
	}
	exempt := func(m *memory) bool { return exemption.covers(m.prompt, m.ids) }
	if b.exempt == nil {
		b.exempt = exempt
	}
	v := viewOf(c)
	b.needWords(v)
	return func(m *memory) bool { return !(m.views[v].words.EnglishRatio() > limit) || exempt(m) }, nil
}

func buildArabic(b *builder, c Check) (test, error) {
	limit, err := c.maxEnglish(defaultSequenceCap)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	b.needs[v].loops = true
	return func(m *memory) bool { return script.Arabic(m.views[v].sequences, limit) }, nil
}

func buildArabicEnglish(b *builder, c Check) (test, error) {
	v := viewOf(c)
	b.needs[v].loops = true
	return func(m *memory) bool { return script.ArabicEnglish(m.views[v].sequences, m.views[v].chars) }, nil
}

func buildWords(b *builder, c Check) (test, error) {
	repeats, err := c.repeats(repetition.WordRepeats)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	b.needs[v].loops = true
	longest := func(m *memory) int { return m.views[v].loops.Words.Longest }
	if b.wordRun == nil {
		b.wordRun = longest
	}
	return func(m *memory) bool { return longest(m) < repeats }, nil
}

func buildSentences(b *builder, c Check) (test, error) {
	repeats, err := c.repeats(repetition.SentenceRepeats)
	if err != nil {
		return nil, err
	}
	minWords := orElse(c.MinWords, repetition.SentenceMinWords)
	if minWords < 1 {
		return nil, fmt.Errorf("key min_words: %d is less than 1", minWords)
	}
	v := viewOf(c)
	n := &b.needs[v]
	n.loops = true
	at := len(n.sentences)
	n.sentences = append(n.sentences, token.SentenceRun{MinWords: minWords})
	longest := func(m *memory) int { return m.views[v].sentences[at].Longest }
	if b.sentenceRun == nil {
		b.sentenceRun = longest
	}
	return func(m *memory) bool { return longest(m) < repeats }, nil
}

func buildNgrams(b *builder, c Check) (test, error) {
	ngrams, err := c.ngrams(repetition.LoopNgrams)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	n := &b.needs[v]
	n.loops = true
	at := len(n.ngrams)
	n.ngrams = append(n.ngrams, ngrams)
	return b.search(func(m *memory) *repetition.Search { return m.views[v].ngrams[at] }, true), nil
}

func buildStrictWords(b *builder, c Check) (test, error) {
	ngrams, err := c.ngrams(repetition.StrictWordNgrams)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	n := &b.needs[v]
	n.split = true
	at := len(n.strictWords)
	n.strictWords = append(n.strictWords, ngrams)
	if b.wordRun == nil {
		b.wordRun = func(m *memory) int { return m.views[v].split.Words.Longest }
	}
	return b.search(func(m *memory) *repetition.Search { return m.views[v].strictWords[at] }, true), nil
}

func buildStrictSentences(b *builder, c Check) (test, error) {
	ngrams, err := c.ngrams(repetition.StrictSentenceNgrams)
	if err != nil {
		return nil, err
	}
	v := viewOf(c)
	n := &b.needs[v]
	n.split = true
	at := len(n.strictLines)
	n.strictLines = append(n.strictLines, ngrams)
	if b.sentenceRun == nil {
		b.sentenceRun = func(m *memory) int { return m.views[v].split.Lines.Longest }
	}
	return b.search(func(m *memory) *repetition.Search { return m.views[v].strictLines[at] }, false), nil
}

// search tests that a search has found nothing; of the searches for n-grams of
// words the first one is the evidence.
func (b *builder) search(of func(m *memory) *repetition.Search, words bool) test {
	if words && b.ngramSearch == nil {
		b.ngramSearch = of
	}
	return func(m *memory) bool { return of(m).N == 0 }
}
