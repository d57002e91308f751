package slow

import (
	"math/rand/v2"
	"strings"
)

// alphabets are small, so that repeats are frequent, and full of the characters
// on which the checks differ.
var alphabets = [][]string{
	{"a", "b", " ", " "},
	{"a", "b", "c", " ", " ", ". ", ".", "! ", "? "},
	{"one", "two", "three", "fortunately", " ", " ", " ", ". ", ", ", "\n"},
	{"ab", "cd_", "a-b", "don't", "\u00e9", " ", " ", "- ", "*", "`", ":", ",", "\""},
	{"نعم", "لا", "شكرا جزيلا لكم", "نَعم", " ", " ", "، ", ". ", "؟ ", "! ", "\n"},
	{"كتب", "ك\u064e", "\u064e", "ـ", "API", "aب", "\u0661", "\u200c", "\u200d", " ", " ", "\u0870", "\U0001EE00"},
	{"It is done", "it is", "x", ". ", ".", "!", "? ", " ", "\u2028", "\u001c", "\r\n", "\u061f "},
	{"```", "```json\n", "\n```", "\n", "`", "P.P.S.", "x", "json", "_", " ", "{", "}", "₁", "½", "²"},
	{"\u00b5", "\u00aa", "ﬁ", "\uff21", "Я", "中", "カ", "한", "א", "«", "»", "٪", "\ufef0", "\ufeff", "\u0301", "e", " ", "\u0308"},
	{"\u00a0", "\u3000", "\u0085", "\u001f", "\u200b", "\t", " ", "a", "a.", "a.\u001d", ".", "b"},
	{"0", "1", "12345678", "1234567", "abcdefgh", "abcdefghi", "abcdefghijklmnopq", " ", " ", "|", ".", "\u0662"},
	{"a", "a\x00", "a\x00\x00", "ab", " ", " ", "\n", ". "},
	{"\U0001F468", "\u24b6", "\u2163", "\U0001F130", "\u203f", "\ufe33", "z", " ", "\u0e01", "\u0e33", "\ue000"},
}

// Text makes a random text: pieces of one or two alphabets, at times a stretch of
// them repeated, at times with fences and a postscript.
func Text(r *rand.Rand) string {
	var b strings.Builder
	one, two := alphabets[r.IntN(len(alphabets))], alphabets[r.IntN(len(alphabets))]
	mix := r.IntN(4) // how often the second one is drawn from, in 16ths
	piece := func() string {
		from := one
		if r.IntN(16) < mix {
			from = two
		}
		return from[r.IntN(len(from))]
	}
	if r.IntN(12) == 0 {
		b.WriteString("```")
	}
	units, pieces := 6, 14
	if r.IntN(4) > 0 {
		units, pieces = 3, 5 // most texts are short: more of them, and easier to read
	}
	for range r.IntN(units) {
		var unit strings.Builder
		for range 1 + r.IntN(pieces) {
			unit.WriteString(piece())
		}
		times := 1
		if r.IntN(2) == 0 {
			times = 1 + r.IntN(8)
		}
		sep := [...]string{"", " ", ". ", "\n"}[r.IntN(4)]
		for range times {
			b.WriteString(unit.String())
			b.WriteString(sep)
			if r.IntN(24) == 0 {
				b.WriteString(piece())
			}
		}
	}
	switch r.IntN(20) {
	case 0:
		b.WriteString("```")
	case 1:
		b.WriteString("\n```\n")
	case 2:
		b.WriteString("P.P.S. x")
	}
	return b.String()
}
