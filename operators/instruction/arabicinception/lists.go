package arabicinception

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/pattern"
	"mizan/operators/text"
)

// listExistence: all, any or none of the keywords are found in the answer, both
// without the article and vowel marks.
func listExistence(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "keywords"
	if err := k.Only(name, "mode"); err != nil {
		return instruction.Checker{}, err
	}
	if _, isList := k[name].([]any); !isList && !k.Empty(name) {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg %q is no list", name)
	}
	items, err := shared.NonEmptyList(k, name)
	if err != nil {
		return instruction.Checker{}, err
	}
	mode := "all"
	if k.Has("mode") {
		if mode, err = k.Text("mode"); err != nil {
			return instruction.Checker{}, err
		}
		mode = text.Lower(mode)
	}
	if mode != "all" && mode != "any" && mode != "none" {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg \"mode\" is %q, not all, any or none", mode)
	}
	items = slices.Clone(items)
	for i, item := range items {
		if s, ok := item.(string); ok {
			items[i] = bare(s)
		}
	}
	patterns := shared.CompileList(items, func(item string) shared.Raw { return shared.CompileRaw(item, pattern.IgnoreCase) })
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			s, count := bare(a.Text), 0
			for _, p := range patterns {
				found, err := p.Find(s)
				if err != nil {
					return instruction.Fail(err)
				}
				if found {
					count++
				}
			}
			switch mode {
			case "any":
				return instruction.Count(count, count > 0)
			case "none":
				return instruction.Count(count, count == 0)
			}
			return instruction.Count(count, count == len(patterns))
		},
		Wants: fmt.Sprintf("%s of the keywords %q", mode, items),
	}, nil
}

// bare removes the article wherever its two letters stand side by side, then
// the vowel marks.
func bare(s string) string { return arabic.StripMarks(strings.ReplaceAll(s, arabic.Article, "")) }

// letterListFreq: the number of words whose first, last or any character is one
// of the letters.
func letterListFreq(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("letters", "frequency", "relation", "position"); err != nil {
		return instruction.Checker{}, err
	}
	letters, err := singleLetters(k)
	if err != nil {
		return instruction.Checker{}, err
	}
	bound, err := k.Bound("frequency", "relation", relations)
	if err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has("position") {
		_, err := k.Text("position")
		return instruction.Checker{}, err
	}
	position, _ := k["position"].(string)
	if position != "start" && position != "end" && position != "any" {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg \"position\" is not start, end or any")
	}
	l := letterList{letters, position}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := 0
			for word := range arabic.Tokens(a.Lower()) {
				if l.has(strings.TrimPrefix(word, arabic.Article)) {
					count++
				}
			}
			return instruction.Count(count, bound.Holds(count))
		},
		Wants: bound.Of(fmt.Sprintf("words with one of the letters %q at %s", letters, position)),
	}, nil
}

// singleLetters returns the kwarg letters, lowered: a list of single
// characters, or what Python iterates over as such.
func singleLetters(k instruction.Kwargs) ([]string, error) {
	const name = "letters"
	fault := instruction.Errorf(instruction.ValueError, "kwarg %q is no list of single characters", name)
	if k.Empty(name) {
		return nil, fault
	}
	items, err := k.Items(name)
	if err != nil {
		return nil, err
	}
	var letters []string
	for _, item := range items {
		s, ok := item.(string)
		if !ok || utf8.RuneCountInString(s) != 1 {
			return nil, fault
		}
		letters = append(letters, text.Lower(s))
	}
	return letters, nil
}

type letterList struct {
	letters  []string
	position string
}

// has says whether the word, once its vowel marks are removed, has a letter in
// the place that counts. A letter may be two characters long, when its lower
// case is: such a one is no first or last character, but it may be anywhere.
func (l letterList) has(word string) bool {
	if l.position == "any" {
		word = arabic.StripMarks(word)
		return word != "" && slices.ContainsFunc(l.letters, func(s string) bool { return strings.Contains(word, s) })
	}
	for word != "" {
		var r rune
		var n int
		var c string
		if l.position == "start" {
			r, n = utf8.DecodeRuneInString(word)
			c, word = word[:n], word[n:]
		} else {
			r, n = utf8.DecodeLastRuneInString(word)
			c, word = word[len(word)-n:], word[:len(word)-n]
		}
		if !arabic.IsMark(r) {
			return slices.Contains(l.letters, c)
		}
	}
	return false
}

// tashkeel: the number of one vowel mark in the decomposed answer.
func tashkeel(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("tashkeel_name", "count"); err != nil {
		return instruction.Checker{}, err
	}
	switch k["tashkeel_name"].(type) {
	case []any, map[string]any:
		if !k.Empty("tashkeel_name") {
			return instruction.Checker{}, instruction.Errorf(instruction.TypeError, "kwarg \"tashkeel_name\" is a list or an object")
		}
	}
	name, _ := k["tashkeel_name"].(string)
	mark, ok := arabic.MarkByName(name)
	if !ok {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg \"tashkeel_name\" names no vowel mark: %q", name)
	}
	n := instruction.Number{Value: 1}
	if k.Has("count") {
		var err error
		if n, err = k.Number("count"); err != nil || n.Float || n.Value < 0 {
			return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg \"count\" is no integer from 0 on")
		}
	}
	return arabic.HasMark(name, mark, n), nil
}
