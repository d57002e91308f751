package gate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mizan/internal/nearest"
	"mizan/operators/repetition"
	"mizan/operators/script"
)

// kind is a sort of check: which keys it takes and how it is built.
type kind struct {
	about string
	keys  []string // beyond check and reason
	build func(b *builder, c Check) (test, error)
}

// kinds is filled by init because language builds checks in its turn.
var kinds map[string]kind

func init() {
	kinds = map[string]kind{
		"empty_response":         {"the answer is blank", nil, buildEmpty},
		"forbidden_characters":   {"some character lies in ranges", []string{"on", "ranges"}, buildForbidden},
		"foreign_letters":        {"some letter lies outside ranges", []string{"on", "ranges"}, buildForeign},
		"mixed_script_word":      {"a letter-word holds Arabic and ASCII letters", []string{"on"}, buildMixed},
		"other_script_word":      {"a letter-word holds a letter neither Arabic nor ASCII", []string{"on"}, buildOther},
		"english_ratio":          {"more than max_english of the letter-words are English", []string{"on", "max_english", "exempt"}, buildRatio},
		"arabic_letters":         {"a letter sequence is neither Arabic nor Latin, none is Arabic, or more than max_english are Latin", []string{"on", "max_english"}, buildArabic},
		"arabic_english_letters": {"some letter is neither Arabic nor Latin, or there is nothing of either", []string{"on"}, buildArabicEnglish},
		"repeated_words":         {"a word of letters and digits stands repeats times in a row", []string{"on", "repeats"}, buildWords},
		"repeated_sentences":     {"a sentence of min_words or more stands repeats times in a row", []string{"on", "repeats", "min_words"}, buildSentences},
		"repeated_ngrams":        {"min_n to max_n words stand repeats times in a row", []string{"on", "min_n", "max_n", "repeats"}, buildNgrams},
		"strict_words":           {"min_n to max_n words of split() stand repeats times in a row", []string{"on", "min_n", "max_n", "repeats"}, buildStrictWords},
		"strict_sentences":       {"min_n to max_n sentences stand repeats times in a row, compared word by word", []string{"on", "min_n", "max_n", "repeats"}, buildStrictSentences},
		"language":               {"the checks for the record's lang fail, or there are none", []string{"default", "cases"}, buildLanguage},
	}
}

// Kind describes a sort of check.
type Kind struct {
	Name  string
	About string   // when such a check fails
	Keys  []string // that it takes, beyond check and reason
}

// Kinds lists the sorts of checks by name.
func Kinds() []Kind {
	var list []Kind
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		list = append(list, Kind{name, kinds[name].about, kinds[name].keys})
	}
	return list
}

// build validates and builds one check; errors name the key at fault.
func (b *builder) build(c Check) (compiled, error) {
	if c.Kind == "" {
		return compiled{}, errors.New("key check: the name of a check is missing")
	}
	k, ok := kinds[c.Kind]
	if !ok {
		return compiled{}, fmt.Errorf("key check: unknown check %q%s", c.Kind, nearest.Hint(c.Kind, slices.Sorted(maps.Keys(kinds))))
	}
	for _, key := range c.given() {
		if !slices.Contains(k.keys, key) {
			return compiled{}, fmt.Errorf("key %s: check %q has no such threshold; it takes %s", key, c.Kind, orNone(k.keys))
		}
	}
	if c.On == "" {
		c.On = OnAnswer
	}
	if on := []string{OnAnswer, OnPrepared}; !slices.Contains(on, c.On) {
		return compiled{}, fmt.Errorf("key on: unknown text %q%s", c.On, nearest.Hint(c.On, on))
	}
	test, err := k.build(b, c)
	if err != nil {
		return compiled{}, err
	}
	if c.Reason == "" {
		c.Reason = c.Kind
	}
	return compiled{c.Reason, test}, nil
}

func orNone(keys []string) string {
	if len(keys) == 0 {
		return "none"
	}
	return strings.Join(keys, ", ")
}

// given lists the thresholds that are set.
func (c Check) given() (keys []string) {
	for _, k := range []struct {
		key string
		set bool
	}{
		{"on", c.On != ""},
		{"ranges", c.Ranges != nil},
		{"repeats", c.Repeats != 0},
		{"min_words", c.MinWords != 0},
		{"min_n", c.MinN != 0},
		{"max_n", c.MaxN != 0},
		{"max_english", c.MaxEnglish != nil},
		{"exempt", c.Exempt != nil},
		{"default", c.Default != ""},
		{"cases", c.Cases != nil},
	} {
		if k.set {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// maxSpan bounds max_n times repeats, and so the memory of a scan.
const maxSpan = 1 << 16

// ngrams reads the thresholds of an n-gram check.
func (c Check) ngrams(by repetition.Ngrams) (repetition.Ngrams, error) {
	n := repetition.Ngrams{MinN: orElse(c.MinN, by.MinN), MaxN: orElse(c.MaxN, by.MaxN), Repeats: orElse(c.Repeats, by.Repeats)}
	switch {
	case n.MinN < 1:
		return n, fmt.Errorf("key min_n: %d is less than 1", n.MinN)
	case n.MaxN < n.MinN:
		return n, fmt.Errorf("key max_n: %d is less than min_n, which is %d", n.MaxN, n.MinN)
	case n.Repeats < 2:
		return n, fmt.Errorf("key repeats: %d is less than 2", n.Repeats)
	case n.MaxN > maxSpan/n.Repeats:
		return n, fmt.Errorf("key max_n: %d times repeats, which is %d, is more than %d", n.MaxN, n.Repeats, maxSpan)
	}
	return n, nil
}

func (c Check) repeats(by int) (int, error) {
	if n := orElse(c.Repeats, by); n >= 2 {
		return n, nil
	}
	return 0, fmt.Errorf("key repeats: %d is less than 2", c.Repeats)
}

func (c Check) maxEnglish(by float64) (float64, error) {
	if c.MaxEnglish == nil {
		return by, nil
	}
	if m := *c.MaxEnglish; m >= 0 && m <= 1 {
		return m, nil
	}
	return 0, fmt.Errorf("key max_english: %v is no share from 0 to 1", *c.MaxEnglish)
}

func orElse(n, by int) int {
	if n == 0 {
		return by
	}
	return n
}

// The defaults of the shares of English, from the gates that have one.
const (
	defaultSequenceCap = script.InceptionEnglishCap
	defaultWordCap     = script.ArabicHFEnglishCap
)
