// Package gate judges whether an answer is fit to be scored: in the right
// script, not degenerate. A gate is data, an ordered list of checks with
// thresholds (Spec); builtin.yaml holds the gates of the IFEval tasks in the form
// that a configuration uses for its own.
//
// A gate scans the answer once (package token), whatever checks it has, and then
// compares counts, in memory that does not grow with the answer. Only gates that mix
// texts or ways of cutting words that no built-in gate mixes need a second scan,
// and a copy of the answer if they want letter-words, strict detectors or ranges
// of their own on the prepared text.
package gate

import (
	"errors"
	"fmt"
	"unsafe"

	"mizan/operators/repetition"
	"mizan/operators/script"
	"mizan/operators/text"
	"mizan/operators/token"
)

// OK is the reason of an answer that passes.
const OK = "ok"

// Verdict is a gate's judgement of one answer with the evidence for it. The
// evidence is the same whether the gate passes or not.
type Verdict struct {
	Pass   bool
	Reason string // of the first check that failed, or OK
	// Error says why a record could not be judged by its lang; else empty.
	Error string

	// Words counts the letter-words of the answer as it is scored.
	Words        token.Words
	EnglishRatio float64
	// FormatExempt says that the gate's cap on English does not hold for the
	// record.
	FormatExempt bool

	// The runs are those that the gate's checks look for; a gate without such a
	// check reports what the langcheck detectors see.
	WordRun      int // equal words in a row
	SentenceRun  int // equal sentences in a row, of those long enough to count
	NgramN       int // shortest n-gram that repeats often enough, 0 if none does
	NgramRepeats int // how often that stands in a row
}

// Gate is a Spec made ready. It is safe for concurrent use.
type Gate struct {
	name   string
	checks []compiled
	needs  [2]needs // by view

	// Where the evidence is.
	exempt               test
	wordRun, sentenceRun func(m *memory) int
	ngramSearch          func(m *memory) *repetition.Search
}

// The texts that checks look at, as indexes.
const (
	answerView = iota
	preparedView
)

// compiled is a check made ready.
type compiled struct {
	reason string
	test   test
}

// test says whether the answer passes.
type test func(m *memory) bool

// needs says what a view of the answer is scanned for.
type needs struct {
	words bool // letter-words
	loops bool // letter sequences and the langcheck detectors
	split bool // the strict detectors

	sentences   []token.SentenceRun
	ngrams      []repetition.Ngrams
	strictWords []repetition.Ngrams
	strictLines []repetition.Ngrams
}

// builder collects what the checks of a gate need.
type builder struct {
	Gate
}

// Compile makes a gate ready. The error names the check and the key at fault.
func Compile(spec Spec) (*Gate, error) {
	g, err := compile(spec)
	if err != nil {
		return nil, fmt.Errorf("cannot build gate %q: %w", spec.Name, err)
	}
	return g, nil
}

// Validate returns the error that Compile would.
func (s Spec) Validate() error {
	_, err := Compile(s)
	return err
}

func compile(spec Spec) (*Gate, error) {
	if spec.Name == "" {
		return nil, errors.New("key name: a gate needs a name")
	}
	var b builder
	b.name = spec.Name
	var err error
	if b.checks, err = b.list(spec.Checks); err != nil {
		return nil, err
	}
	// The evidence is wanted whatever the checks are.
	if b.wordRun == nil {
		_, err = b.build(Check{Kind: "repeated_words", On: OnPrepared})
	}
	if b.sentenceRun == nil && err == nil {
		_, err = b.build(Check{Kind: "repeated_sentences", On: OnPrepared})
	}
	if b.ngramSearch == nil && err == nil {
		_, err = b.build(Check{Kind: "repeated_ngrams", On: OnPrepared})
	}
	if err != nil {
		return nil, err
	}
	// So are the letter-words of the answer: some scan must see it.
	if n := &b.needs[answerView]; !b.needs[preparedView].loops && !n.split {
		n.loops = true
	}
	return &b.Gate, nil
}

// list builds checks that are tried in order.
func (b *builder) list(checks []Check) ([]compiled, error) {
	if len(checks) == 0 {
		return nil, errors.New("key checks: at least one check is needed")
	}
	var list []compiled
	for i, c := range checks {
		built, err := b.build(c)
		if err != nil {
			return nil, fmt.Errorf("checks[%d]: %w", i, err)
		}
		list = append(list, built)
	}
	return list, nil
}

// Name is the gate's name.
func (g *Gate) Name() string { return g.name }

// Judge judges one answer. prompt, lang and ids are the record's prompt, lang and
// instruction_id_list.
func (g *Gate) Judge(answer, prompt string, lang, ids []string) Verdict {
	return g.judge(g.newMemory(), answer, prompt, lang, ids)
}

// Judge is Gate.Judge for a single text: it compiles the gate each time.
func Judge(spec Spec, answer, prompt string, lang, ids []string) (Verdict, error) {
	g, err := Compile(spec)
	if err != nil {
		return Verdict{}, err
	}
	return g.Judge(answer, prompt, lang, ids), nil
}

func (g *Gate) judge(m *memory, answer, prompt string, lang, ids []string) Verdict {
	m.answer, m.prompt, m.lang, m.ids = answer, prompt, lang, ids
	m.fault, m.reason, m.isPrepared = "", "", false
	g.scan(m)
	v := Verdict{Pass: true, Reason: OK, Words: m.views[answerView].words}
	for _, c := range g.checks {
		if !c.test(m) {
			v.Pass, v.Reason, v.Error = false, c.reason, m.fault
			if m.reason != "" {
				v.Reason = m.reason
			}
			break
		}
	}
	v.EnglishRatio = v.Words.EnglishRatio()
	v.FormatExempt = g.exempt != nil && g.exempt(m)
	v.WordRun = g.wordRun(m)
	v.SentenceRun = g.sentenceRun(m)
	search := g.ngramSearch(m)
	v.NgramN, v.NgramRepeats = search.N, search.Found
	m.answer, m.prompt, m.lang, m.ids = "", "", nil, nil
	if cap(m.buf) > keptBuffer {
		m.buf = nil
	}
	return v
}

// keptBuffer is the size up to which the prepared text's buffer stays, so that one
// huge answer does not occupy memory for ever.
const keptBuffer = 1 << 20

// memory is what judging an answer needs; it is reused from answer to answer.
type memory struct {
	answer, prompt string
	lang, ids      []string

	views [2]view

	buf        []byte // the prepared text, where it is needed as such
	isPrepared bool

	fault  string // why the record's lang cannot be judged
	reason string // of a check inside a check, where it has its own
}

// view holds what the scans of a text have found.
type view struct {
	words     token.Words
	chars     token.Bits
	sequences token.Sequences

	loops, split token.Scanner

	sentences                        []token.SentenceRun
	ngrams, strictWords, strictLines []*repetition.Search
	loopSinks, wordSinks, lineSinks  []token.Sink
}

func (g *Gate) newMemory() *memory {
	m := &memory{}
	for i := range m.views {
		v, n := &m.views[i], &g.needs[i]
		v.sentences = append(v.sentences, n.sentences...)
		v.ngrams, v.loopSinks = searches(n.ngrams)
		v.strictWords, v.wordSinks = searches(n.strictWords)
		v.strictLines, v.lineSinks = searches(n.strictLines)
	}
	return m
}

func searches(list []repetition.Ngrams) (searches []*repetition.Search, sinks []token.Sink) {
	for _, n := range list {
		s := &repetition.Search{Ngrams: n}
		searches, sinks = append(searches, s), append(sinks, s)
	}
	return searches, sinks
}

// scan fills the views. The built-in gates take one of the first two branches.
func (g *Gate) scan(m *memory) {
	answer, prepared := &m.views[answerView], &m.views[preparedView]
	needAnswer, needPrepared := &g.needs[answerView], &g.needs[preparedView]
	if needPrepared.loops {
		prepared.scanLoops(m.answer, true)
		answer.words, answer.chars = prepared.loops.Letters.Words(), prepared.loops.Chars
	}
	if needAnswer.split {
		answer.scanSplit(m.answer)
	}
	if needAnswer.loops {
		answer.scanLoops(m.answer, false)
	}
	if needPrepared.split || needPrepared.words {
		chars := prepared.chars
		prepared.scanSplit(m.prepared())
		if needPrepared.loops {
			prepared.chars = chars
		}
	}
}

func (v *view) scanLoops(s string, prepared bool) {
	v.loops.Loops(s, prepared, v.sentences, v.loopSinks)
	v.chars, v.sequences = v.loops.Seen, v.loops.Sequences.Sequences()
	if !prepared {
		v.words = v.loops.Letters.Words()
	}
}

func (v *view) scanSplit(s string) {
	v.split.Split(s, v.wordSinks, v.lineSinks)
	v.words, v.chars = v.split.Letters.Words(), v.split.Chars
}

// prepared is langcheck_preprocess of the answer, as a text.
func (m *memory) prepared() string {
	if !m.isPrepared {
		m.buf, m.isPrepared = script.Preprocess(m.buf[:0], m.answer), true
	}
	return unsafe.String(unsafe.SliceData(m.buf), len(m.buf))
}

func (m *memory) text(view int) string {
	if view == preparedView {
		return m.prepared()
	}
	return m.answer
}

// blank says whether the answer holds nothing but white space.
func (m *memory) blank() bool { return text.IsBlank(m.answer) }
