// Package slow holds the checks of the gates once more, written from the
// specification one regular step at a time, with slices of characters and no
// thought of speed. Only tests import it: they compare the operators with it. It
// takes its classes from package unicode and not from operators/text.
package slow

import (
	"slices"
	"strings"
	"unicode"
)

// In says whether r lies in one of the inclusive ranges.
func In(r rune, ranges ...rune) bool {
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] <= r && r <= ranges[i+1] {
			return true
		}
	}
	return false
}

// The classes of text-operators.md, section 1.
func RxSpace(r rune) bool { return unicode.Is(unicode.White_Space, r) }
func PySpace(r rune) bool { return RxSpace(r) || In(r, 0x1C, 0x1F) }
func Letter(r rune) bool  { return unicode.Is(unicode.L, r) }
func Mark(r rune) bool    { return unicode.Is(unicode.M, r) }
func Latin(r rune) bool   { return In(r, 'A', 'Z', 'a', 'z') }
func ArabicA(r rune) bool {
	return In(r, 0x0600, 0x06FF, 0x0750, 0x077F, 0x08A0, 0x08FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFF)
}
func ArabicB(r rune) bool { return ArabicA(r) || In(r, 0x1EE00, 0x1EEFF) }
func RxWord(r rune) bool {
	return Letter(r) || Mark(r) || In(r, 0x200C, 0x200D) ||
		unicode.In(r, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic)
}

// Filter returns the characters of s for which keep holds.
func Filter(s string, keep func(rune) bool) string {
	var kept []rune
	for _, r := range s {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// Runs returns the maximal runs of characters for which in holds.
func Runs(s string, in func(rune) bool) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !in(r) })
}

// Split is split(), Strip is strip().
func Split(s string) []string { return Runs(s, func(r rune) bool { return !PySpace(r) }) }
func Strip(s string) string   { return strings.TrimFunc(s, PySpace) }

// Preprocess is langcheck_preprocess: section 4.
func Preprocess(s string) string {
	s, _, _ = strings.Cut(s, "P.P.S.")
	if rest, ok := strings.CutPrefix(s, "```"); ok {
		rest = strings.TrimLeftFunc(rest, RxWord)
		s = strings.TrimPrefix(rest, "\n")
	}
	if head, ok := strings.CutSuffix(s, "```\n"); ok {
		s = strings.TrimSuffix(head, "\n") + "\n"
	} else if head, ok := strings.CutSuffix(s, "```"); ok {
		s = strings.TrimSuffix(head, "\n")
	}
	return Filter(s, func(r rune) bool { return !strings.ContainsRune("{}[]:,\"`*", r) && !In(r, 0x2080, 0x2089) })
}

// LongestRun is the length of the longest run of equal neighbours.
func LongestRun[T any](items []T, equal func(a, b T) bool) int {
	longest, run := 0, 0
	for i := range items {
		if i == 0 || !equal(items[i-1], items[i]) {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func same(a, b string) bool { return a == b }

// WordRun is the longest run of equal words: section 5.
func WordRun(s string) int {
	var words []string
	for _, w := range Runs(s, RxWord) {
		if Filter(w, func(r rune) bool { return In(r, '0', '9', 'A', 'Z', 'a', 'z', 0x0621, 0x064A) }) == w {
			words = append(words, w)
		}
	}
	return LongestRun(words, same)
}

// SentenceRun is the longest run of equal sentences of at least so many words:
// section 6.
func SentenceRun(s string, minWords int) int {
	var pieces []string
	for _, p := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(".!?", r) }) {
		if p = Strip(p); p != "" {
			pieces = append(pieces, p)
		}
	}
	longest, run := 0, 0
	for i, p := range pieces {
		if i == 0 || pieces[i-1] != p {
			run = 0
		}
		run++
		if len(Split(p)) >= minWords {
			longest = max(longest, run)
		}
	}
	return longest
}

// Repeated finds the smallest n, from to to, for which some n items stand
// repeats times in a row, and how often the n items that repeat most do.
func Repeated[T any](items []T, from, to, repeats int, equal func(a, b T) bool) (n, found int) {
	for n := from; n <= to; n++ {
		most := 1
		for i := 0; i+n <= len(items); i++ {
			count := 1
			for j := i + n; j+n <= len(items) && slices.EqualFunc(items[i:i+n], items[j:j+n], equal); j += n {
				count++
			}
			most = max(most, count)
		}
		if most >= repeats {
			return n, most
		}
	}
	return 0, 0
}

// Ngrams is Repeated of the words of section 7.
func Ngrams(s string, from, to, repeats int) (n, found int) {
	kept := Filter(s, func(r rune) bool { return RxWord(r) || RxSpace(r) })
	return Repeated(Runs(kept, RxWord), from, to, repeats, same)
}

// StrictWords is Repeated of the words of section 10.
func StrictWords(s string, from, to, repeats int) (n, found int) {
	return Repeated(Split(s), from, to, repeats, same)
}

// Lines are the sentences of section 10 as sequences of words.
func Lines(s string) [][]string {
	var cut []rune
	const mark = -1 // where a sentence ends
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case In(r, '\n', '\n', '\r', '\r', 0x2028, 0x2029):
			cut = append(cut, mark)
		case PySpace(r) && i > 0 && strings.ContainsRune(".?!\u061F", runes[i-1]):
			cut = append(cut, mark)
		default:
			cut = append(cut, r)
		}
	}
	var lines [][]string
	for len(cut) > 0 {
		end := slices.Index(cut, mark)
		if end < 0 {
			end = len(cut)
		}
		if words := Split(string(cut[:end])); len(words) > 0 {
			lines = append(lines, words)
		}
		cut = cut[min(end+1, len(cut)):]
	}
	return lines
}

// StrictLines is Repeated of the sentences of section 10.
func StrictLines(s string, from, to, repeats int) (n, found int) {
	return Repeated(Lines(s), from, to, repeats, slices.Equal[[]string])
}

// LetterWords are the letter-words of section 9.
func LetterWords(s string) []string {
	var words []string
	open := false
	for _, r := range s {
		switch {
		case Letter(r) && !open:
			words = append(words, string(r))
			open = true
		case Letter(r) || Mark(r) && open:
			words[len(words)-1] += string(r)
		default:
			open = false
		}
	}
	return words
}

func some(s string, is func(rune) bool) bool  { return strings.ContainsFunc(s, is) }
func every(s string, is func(rune) bool) bool { return Filter(s, is) == s }

// Kinds counts letter-words: ifeval-arabic.md, section 3, D2, D3 and D6.
func Kinds(s string) (letter, english, arabic, mixed, other int) {
	for _, w := range LetterWords(s) {
		letters := Filter(w, Letter)
		letter++
		if every(w, Latin) {
			english++
		}
		switch {
		case some(letters, ArabicB) && some(letters, Latin):
			mixed++
		case !every(letters, func(r rune) bool { return ArabicB(r) || Latin(r) }):
			other++
		case every(letters, ArabicB):
			arabic++
		}
	}
	return
}

// ValidArabic, ValidArabicEnglish and ValidEnglishV41 are the checks of section 8.
func ValidArabic(s string, limit float64) bool {
	sequences := Runs(s, Letter)
	english, arabic := 0, 0
	for _, q := range sequences {
		switch {
		case every(q, ArabicA):
			arabic++
		case every(q, Latin):
			english++
		default:
			return false
		}
	}
	return len(sequences) > 0 && !(float64(english)/float64(len(sequences)) > limit) && arabic > 0
}

func ValidArabicEnglish(s string) bool {
	if !some(s, func(r rune) bool { return Latin(r) || ArabicA(r) || In(r, 0x2080, 0x2089) }) {
		return false
	}
	for _, q := range Runs(s, Letter) {
		if !every(q, func(r rune) bool { return Latin(r) || ArabicA(r) }) {
			return false
		}
	}
	return true
}

func ValidEnglishV41(s string) bool {
	return !some(s, func(r rune) bool {
		return In(r, 0x060C, 0x060C, 0x061B, 0x061B, 0x061F, 0x061F, 0x0600, 0x06FF, 0x0750, 0x077F, 0x08A0, 0x08FF,
			0xFB50, 0xFDFF, 0xFE70, 0xFEEF, 0x0590, 0x05FF, 0x0400, 0x04FF, 0x4E00, 0x9FFF, 0x3040, 0x309F, 0x30A0, 0x30FF, 0xAC00, 0xD7AF)
	})
}
