package slow

import (
	"slices"
	"strings"
)

// Facts are what the gates want to know of an answer.
type Facts struct {
	Answer, Prepared string

	// Letter-words of the answer.
	Letter, English, Arabic, Mixed, Other int

	// Of the prepared text: the langcheck detectors.
	WordRun, SentenceRun, NgramN, NgramRepeats int

	// Of the answer: the strict detectors.
	StrictWordRun, StrictLineRun       int
	StrictN, StrictRepeats, StrictLine int
}

// Look finds the facts.
func Look(answer string) Facts {
	f := Facts{Answer: answer, Prepared: Preprocess(answer)}
	f.Letter, f.English, f.Arabic, f.Mixed, f.Other = Kinds(answer)
	f.WordRun, f.SentenceRun = WordRun(f.Prepared), SentenceRun(f.Prepared, 3)
	f.NgramN, f.NgramRepeats = Ngrams(f.Prepared, 5, 60, 3)
	f.StrictWordRun = LongestRun(Split(answer), same)
	f.StrictLineRun = LongestRun(Lines(answer), slices.Equal[[]string])
	f.StrictN, f.StrictRepeats = StrictWords(answer, 1, 6, 2)
	f.StrictLine, _ = StrictLines(answer, 1, 4, 2)
	return f
}

// EnglishRatio is the share of English words.
func (f *Facts) EnglishRatio() float64 {
	if f.Letter == 0 {
		return 0
	}
	return float64(f.English) / float64(f.Letter)
}

// loops are the three detectors on the prepared text.
func (f *Facts) loops() string {
	switch {
	case f.WordRun >= 7:
		return "repeated_words"
	case f.SentenceRun >= 3:
		return "repeated_sentences"
	case f.NgramN > 0:
		return "repeated_ngrams"
	}
	return "ok"
}

// EnglishGate is the documented English gate: ifeval-english.md, section 3.
func (f *Facts) EnglishGate() string {
	switch {
	case Strip(f.Answer) == "":
		return "empty_response"
	case strings.ContainsAny(f.Answer, "\u060C\u061B\u061F\u066A\u066B\u066C\u06D4\u00AB\u00BB"):
		return "arabic_punctuation"
	case some(f.Answer, func(r rune) bool { return Letter(r) && !Latin(r) }):
		return "non_english_word"
	}
	return f.loops()
}

// EnglishV41Gate is the gate as shipped: ifeval-english.md, section 4.
func (f *Facts) EnglishV41Gate() string {
	if !ValidEnglishV41(f.Prepared) {
		return "language"
	}
	return f.loops()
}

// ArabicHFGate is the documented Arabic gate: ifeval-arabic.md, section 3.
func (f *Facts) ArabicHFGate(prompt string, ids []string) string {
	switch {
	case Strip(f.Answer) == "":
		return "empty_response"
	case f.Mixed > 0:
		return "mixed_script_word"
	case f.Other > 0:
		return "other_script_word"
	case f.StrictLine > 0:
		return "repeated_sentences"
	case f.StrictN > 0:
		return "repeated_words"
	case !Exempt(prompt, ids) && f.EnglishRatio() > 0.07:
		return "english_ratio"
	}
	return "ok"
}

// Exempt is decision D7.
func Exempt(prompt string, ids []string) bool {
	if slices.Contains(ids, "detectable_format:json_format") {
		return true
	}
	words := Runs(prompt, func(r rune) bool { return Latin(r) || In(r, '0', '9', '_', '_') })
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"html", "json", "jsonl"}, strings.ToLower(w))
	})
}

// InceptionGate is the Inception gate: ifeval-arabic.md, section 4. ok is false
// where the reference raises.
func (f *Facts) InceptionGate(lang []string) (reason string, ok bool) {
	if reason := f.loops(); reason != "ok" {
		return reason, true
	}
	lang = slices.Clone(lang)
	if len(lang) == 0 {
		lang = []string{"en"}
	}
	slices.Sort(lang)
	lang = slices.Compact(lang)
	var valid bool
	switch {
	case slices.Equal(lang, []string{"ar", "en"}):
		valid = ValidArabicEnglish(f.Prepared)
	case lang[0] == "ar":
		valid = ValidArabic(f.Prepared, 0.05)
	case lang[0] == "en":
		valid = ValidEnglishV41(f.Prepared)
	default:
		return "language", false
	}
	if !valid {
		return "language", true
	}
	return "ok", true
}
