package gate

import (
	"fmt"
	"slices"
	"strings"

	"mizan/internal/nearest"
)

// byLang is a language check made ready.
type byLang struct {
	def   string
	cases []langCase
	known string // the languages of the cases, for errors
}

type langCase struct {
	lang   []string // sorted, each once
	checks []compiled
}

func buildLanguage(b *builder, c Check) (test, error) {
	l := &byLang{def: c.Default}
	if len(c.Cases) == 0 {
		return nil, fmt.Errorf("key cases: at least one case is needed")
	}
	var names []string
	for i, cs := range c.Cases {
		if len(cs.Lang) == 0 {
			return nil, fmt.Errorf("cases[%d]: key lang: a case needs a language", i)
		}
		lang := slices.Clone(cs.Lang)
		slices.Sort(lang)
		lang = slices.Compact(lang)
		name := strings.Join(lang, "+")
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("cases[%d]: key lang: there is a case for %q before", i, name)
		}
		names = append(names, name)
		checks, err := b.list(cs.Checks)
		if err != nil {
			return nil, fmt.Errorf("cases[%d]: %w", i, err)
		}
		for j := range checks {
			if cs.Checks[j].Reason == "" {
				checks[j].reason = "" // the reason of the language check itself
			}
		}
		l.cases = append(l.cases, langCase{lang, checks})
	}
	if l.def != "" && !slices.ContainsFunc(l.cases, func(cs langCase) bool { return cs.is(l.def) }) {
		return nil, fmt.Errorf("key default: there is no case for %q%s", l.def, nearest.Hint(l.def, names))
	}
	l.known = strings.Join(names, ", ")
	return l.pass, nil
}

func (l *byLang) pass(m *memory) bool {
	cs := l.find(m.lang)
	if cs == nil {
		m.fault = fmt.Sprintf("there is no language check for lang %q; there are checks for %s", m.lang, l.known)
		return false
	}
	for _, c := range cs.checks {
		if !c.test(m) {
			if m.reason == "" {
				m.reason = c.reason
			}
			return false
		}
	}
	return true
}

// find returns the case for a record's languages: the one of exactly these, else
// that of the alphabetically first one. The reference judges ["ar", "fr"] as
// Arabic and knows nothing of ["de", "en"].
func (l *byLang) find(lang []string) *langCase {
	first := l.def
	for i, code := range lang {
		if i == 0 || code < first {
			first = code
		}
	}
	for i := range l.cases {
		if cs := &l.cases[i]; len(cs.lang) > 1 && cs.matches(lang) {
			return cs
		}
	}
	for i := range l.cases {
		if cs := &l.cases[i]; cs.is(first) {
			return cs
		}
	}
	return nil
}

func (cs *langCase) is(code string) bool { return len(cs.lang) == 1 && cs.lang[0] == code }

// matches says whether lang is the case's set of languages, in any order and
// with repetitions.
func (cs *langCase) matches(lang []string) bool {
	for _, code := range lang {
		if !slices.Contains(cs.lang, code) {
			return false
		}
	}
	for _, code := range cs.lang {
		if !slices.Contains(lang, code) {
			return false
		}
	}
	return true
}
