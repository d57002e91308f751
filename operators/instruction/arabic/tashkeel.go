package arabic

import (
	"strings"
	"sync"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// Mark is a vowel mark (tashkeel).
type Mark rune

// The vowel marks that instructions name.
const (
	Fathatan Mark = 0x064B + iota
	Dammatan
	Kasratan
	Fatha
	Damma
	Kasra
	Shadda
	Sukun
)

// MarkByName returns a vowel mark by its name; case counts.
func MarkByName(name string) (Mark, bool) {
	switch name {
	case "Fathatan":
		return Fathatan, true
	case "Dammatan":
		return Dammatan, true
	case "Kasratan":
		return Kasratan, true
	case "Fatha":
		return Fatha, true
	case "Damma":
		return Damma, true
	case "Kasra":
		return Kasra, true
	case "Shadda":
		return Shadda, true
	case "Sukun":
		return Sukun, true
	}
	return 0, false
}

// presentationForms are the code points whose decompositions may hold a vowel
// mark: Arabic Presentation Forms A and B. Their UTF-8 begins with 0xEF.
const (
	firstForm = '\uFB50'
	lastForm  = '\uFEFF'
	formLead  = 0xEF
)

// marksOfForms says how often each vowel mark occurs in the decomposition of a
// presentation form.
var marksOfForms = sync.OnceValue(func() *[lastForm - firstForm + 1][Sukun - Fathatan + 1]uint8 {
	var t [lastForm - firstForm + 1][Sukun - Fathatan + 1]uint8
	for r := firstForm; r <= lastForm; r++ {
		for _, d := range text.NFKD(string(r)) {
			if m := Mark(d); Fathatan <= m && m <= Sukun {
				t[r-firstForm][m-Fathatan]++
			}
		}
	}
	return &t
})

// CountMark is the number of a vowel mark in the compatibility decomposition
// (NFKD) of s, which is not built: decomposing adds marks from presentation
// forms only, and putting marks in order changes no count.
func CountMark(s string, m Mark) int {
	n := strings.Count(s, string(rune(m)))
	for {
		i := strings.IndexByte(s, formLead)
		if i < 0 {
			return n
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if firstForm <= r && r <= lastForm {
			n += int(marksOfForms()[r-firstForm][m-Fathatan])
		}
		s = s[i+size:]
	}
}

// StripMarks returns s without vowel marks, s itself if it has none.
func StripMarks(s string) string {
	i := indexMark(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for ; i >= 0; i = indexMark(s) {
		b.WriteString(s[:i])
		s = s[i+2:] // vowel marks are two bytes long
	}
	b.WriteString(s)
	return b.String()
}

// indexMark is the byte offset of the first vowel mark in s, -1 if there is
// none. U+064B to U+0652 are 0xD9 and a byte from 0x8B to 0x92.
func indexMark(s string) int {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], 0xD9)
		if i < 0 {
			return -1
		}
		at += i
		if at+1 < len(s) && 0x8B <= s[at+1] && s[at+1] <= 0x92 {
			return at
		}
		at++
	}
}

// IsMark says whether r is one of the eight vowel marks.
func IsMark(r rune) bool { return rune(Fathatan) <= r && r <= rune(Sukun) }

// HasMark is the check that the decomposed answer holds a vowel mark exactly n
// times.
func HasMark(name string, m Mark, n instruction.Number) instruction.Checker {
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			count := CountMark(a.Text, m)
			return instruction.Count(count, float64(count) == n.Value)
		},
		Wants: "exactly " + n.String() + " times the mark " + name,
	}
}
