package langdetect

import (
	"testing"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// The reference's patterns, for an engine that backtracks as its own does.
var (
	urlPattern  = regexp2.MustCompile(`https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}`)
	mailPattern = regexp2.MustCompile(`[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}`)
)

// readWhole prepares the text step by step, each step on the whole of it.
func readWhole(m *model, s string) []char {
	for _, p := range []*regexp2.Regexp{urlPattern, mailPattern} {
		var err error
		if s, err = p.Replace(s, " ", -1, -1); err != nil {
			panic(err)
		}
	}
	var runes []rune
	composed := false
	for _, r := range s {
		if mark, ok := m.viMark[r]; ok && len(runes) > 0 && !composed {
			if base, ok := m.viBase[runes[len(runes)-1]]; ok {
				runes[len(runes)-1] = m.viComposed[mark*len(m.viBase)+base]
				composed = true
				continue
			}
		}
		composed = false
		runes = append(runes, r)
	}
	var chars []char
	for _, r := range runes[:min(len(runes), maxChars)] {
		chars = append(chars, m.char(r))
	}
	return chars
}

// probabilitiesStepwise samples as the reference is written: one n-gram and
// all languages a step.
func probabilitiesStepwise(m *model, grams []uint32) (mean [languages]float64) {
	rnd := random{outputs: shared.upTo(1)}
	d := new(detector)
	for range trials {
		var prob [languages]float64
		for i := range prob {
			prob[i] = 1.0 / languages
		}
		weight := (alphaMean + float64(rnd.gauss()*alphaWidth)) / alphaScale
		for step := 0; ; step++ {
			r := d.row(m, 0, grams[rnd.pick(len(grams))])
			for i := range prob {
				prob[i] *= weight + r[i]
			}
			if step%5 > 0 {
				continue
			}
			sum, largest := 0.0, 0.0
			for _, p := range prob {
				sum += p
			}
			for i := range prob {
				prob[i] /= sum
				largest = max(largest, prob[i])
			}
			if largest > convergence || step >= maxSteps {
				break
			}
		}
		for i, p := range prob {
			mean[i] += p / trials
		}
	}
	return mean
}

func FuzzDetect(f *testing.F) {
	for _, s := range []string{
		"", "The quick brown fox", "see http://a.b/c?d now", "mail a.b-c@d.e.f, please", "a@b", "a@bb", "x@http://y.z",
		"h@hh", "hhttp://h", "A\u0301\u0301 \u00CA\u0301", "\u0301a", "\xff\xfe a\x80", "NASA and IBM", "\uD55C\uAE00 abc",
		"\u0218\u021B \u06CC\u1EA1", "a@b\u0301", "\U0001F600 e\u0323", "@@a@@",
	} {
		f.Add(s, 1)
		f.Add(s, 700)
	}
	f.Fuzz(func(t *testing.T, s string, times int) {
		if times &= 1023; len(s)*times > 1<<14 {
			times = 1
		}
		long := ""
		for range times {
			long += s
		}
		m := load()
		d := new(detector)
		d.read(m, long)
		want := readWhole(m, long)
		if len(d.chars) != len(want) {
			t.Fatalf("%q: %d characters, want %d", long, len(d.chars), len(want))
		}
		for i, c := range d.chars {
			if c != want[i] {
				t.Fatalf("%q: character %d is %x, want %x", long, i, c, want[i])
			}
		}
		probs, ok := Probabilities(nil, long)
		code, known := Detect(long)
		if ok != known || ok != (len(probs) == languages) {
			t.Fatalf("%q: %v, %v, %d probabilities", long, ok, known, len(probs))
		}
		if !ok {
			return
		}
		d.extract(m)
		if len(d.grams) > 3*utf8.RuneCountInString(long) {
			t.Fatalf("%q: %d n-grams", long, len(d.grams))
		}
		for i, w := range probabilitiesStepwise(m, d.grams) {
			if probs[i] != w {
				t.Fatalf("%q: probability of %s is %x, want %x", long, m.langs[i], probs[i], w)
			}
			if m.langs[i] == code && !(w > threshold) {
				t.Fatalf("%q: %q has probability %v", long, code, w)
			}
		}
	})
}
