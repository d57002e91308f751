package arabichf

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/text"
)

// required returns an AssertionError if one of the names is absent.
func required(k instruction.Kwargs, names ...string) error {
	for _, name := range names {
		if !k.Has(name) {
			return instruction.Errorf(instruction.AssertionError, "kwarg %q is required (an empty or zero value counts as absent)", name)
		}
	}
	return nil
}

// fails is the check of arguments that the reference trips over when it checks
// an answer.
func fails(err error) instruction.Checker {
	return instruction.Checker{
		Check: func(*instruction.Answer) (instruction.Result, error) { return instruction.Fail(err) },
		Wants: "nothing: " + err.Error(),
	}
}

// listExistence: all keywords, or any, are words of the answer.
func listExistence(k instruction.Kwargs) (instruction.Checker, error) {
	if err := k.Only("keywords", "mode"); err != nil {
		return instruction.Checker{}, err
	}
	if err := required(k, "keywords", "mode"); err != nil {
		return instruction.Checker{}, err
	}
	items, err := k.Items("keywords")
	if err != nil {
		return fails(err), nil
	}
	if err := shared.Hashable(items); err != nil {
		return fails(err), nil
	}
	all := k["mode"] == any("all")
	if !all && k["mode"] != any("any") {
		return fails(instruction.Errorf(instruction.ValueError, "kwarg \"mode\" is neither \"all\" nor \"any\"")), nil
	}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, item := range items {
				s, ok := item.(string)
				if has := ok && hasWord(a.Text, s); has != all {
					return instruction.Find(s, has)
				}
			}
			return instruction.Bool(all)
		},
		Wants: fmt.Sprintf("%v of the words %q", k["mode"], items),
		Trend: instruction.Grows,
	}, nil
}

// hasWord says whether word is one of the HfWord runs of s.
func hasWord(s, word string) bool {
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !text.Is(r, text.HfWord) }) {
		return false
	}
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		if (start == 0 || !text.Is(before, text.HfWord)) && (end == len(s) || !text.Is(after, text.HfWord)) {
			return true
		}
		// Each occurrence inside a longer run is a failure of that run alone,
		// so the search goes on after it; a word starts where a run starts.
		at = end
		for at < len(s) {
			c, n := text.ClassAt(s, at)
			if c&text.HfWord == 0 {
				break
			}
			at += n
		}
	}
}

// letterListFreq: for each letter, the number of words that start (or end)
// with it. A position that is neither counts nothing.
func letterListFreq(k instruction.Kwargs) (instruction.Checker, error) {
	names := []string{"letters", "frequency", "relation", "position"}
	if err := k.Only(names...); err != nil {
		return instruction.Checker{}, err
	}
	if err := required(k, names...); err != nil {
		return instruction.Checker{}, err
	}
	items, err := k.Items("letters")
	if err != nil {
		return fails(err), nil
	}
	if err := shared.Hashable(items); err != nil {
		return fails(err), nil
	}
	starts, ends := k["position"] == any("start"), k["position"] == any("end")
	bound, fault := letterBound(k)
	f := letterList{letters: distinct(items), starts: starts, ends: ends, bound: bound}
	f.others = slices.ContainsFunc(items, func(item any) bool { _, ok := item.(string); return !ok })
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) { return f.check(a, fault) },
		Wants: fmt.Sprintf("for each of the letters %q %s", items, bound.Of(fmt.Sprintf("words with it at the %v", k["position"]))),
	}
	if fault == nil && !f.others {
		c.Trend = bound.Trend()
	}
	return c, nil
}

// letterBound returns the bound of letter_list_freq, or the fault in it that
// shows only when an answer is checked.
func letterBound(k instruction.Kwargs) (instruction.Bound, error) {
	relation, err := k.Relation("relation", instruction.LessThan, instruction.AtLeast)
	if err != nil {
		return instruction.Bound{}, err
	}
	n, err := k.Number("frequency")
	return instruction.Bound{Relation: relation, N: n.Value}, err
}

// listedLetter is a letter with the number of times the list names it: each
// listing counts a word once more.
type listedLetter struct {
	letter string
	times  int
}

func distinct(items []any) []listedLetter {
	var out []listedLetter
	for _, item := range items {
		s, ok := item.(string)
		if !ok {
			continue
		}
		at := slices.IndexFunc(out, func(l listedLetter) bool { return l.letter == s })
		if at < 0 {
			at = len(out)
			out = append(out, listedLetter{letter: s})
		}
		out[at].times++
	}
	return out
}

type letterList struct {
	letters      []listedLetter
	others       bool // the list holds something else than texts
	starts, ends bool
	bound        instruction.Bound
}

func (f *letterList) check(a *instruction.Answer, fault error) (instruction.Result, error) {
	var few [16]int
	counts := few[:]
	if len(f.letters) > len(few) {
		counts = make([]int, len(f.letters))
	}
	counts = counts[:len(f.letters)]
	if f.starts || f.ends {
		for word := range arabic.HfWords(a.Text) {
			if f.others {
				return instruction.Fail(instruction.Errorf(instruction.TypeError, "kwarg \"letters\" holds something else than texts"))
			}
			for i, l := range f.letters {
				if f.starts && strings.HasPrefix(word, l.letter) || f.ends && strings.HasSuffix(word, l.letter) {
					counts[i] += l.times
				}
			}
		}
	}
	if fault != nil {
		return instruction.Fail(fault)
	}
	// The count that decides: the least one must be enough, the greatest one
	// must not be too many.
	most, least := 0, math.MaxInt
	for _, n := range counts {
		most, least = max(most, n), min(least, n)
	}
	if f.others || len(counts) == 0 {
		least = 0
	}
	if f.bound.Relation == instruction.AtLeast {
		return instruction.Count(least, f.bound.Holds(least))
	}
	return instruction.Count(most, f.bound.Holds(most))
}
