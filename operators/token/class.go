package token

import "mizan/operators/text"

// Bits is what the scan wants to know of a code point, in one lookup.
type Bits uint16

// The bits of a code point. The first four of them, in this order, make the
// index of Counts.
const (
	LatinLetter   Bits = 1 << iota // A-Z a-z
	ArabicLetter                   // a letter of text.ArabicA
	ArabicMath                     // a letter of text.ArabicB that is not in ArabicA (1EE00-1EEFF)
	OtherLetter                    // any other letter
	Mark                           // M*
	Word                           // text.RxWord
	RepWord                        // text.RepWord
	Space                          // text.RxSpace
	PySpace                        // text.PySpace
	Deleted                        // what langcheck_preprocess deletes everywhere
	SentenceEnd                    // . ! ?
	Stop                           // SentenceEnd and the Arabic question mark
	LineEnd                        // text.LineEnd
	ArabicEnglish                  // text.Latin, text.ArabicA and the subscript digits
	NotV41                         // text.NotV41
	GatePunct                      // text.GatePunct
)

// Letter is the set of bits of which a letter has exactly one.
const Letter = LatinLetter | ArabicLetter | ArabicMath | OtherLetter

// Checked is the set of bits that checks look for anywhere in a text.
const Checked = Letter | ArabicEnglish | NotV41 | GatePunct

const (
	subscriptZero      = '\u2080'
	subscriptNine      = '\u2089'
	arabicQuestionMark = '\u061F'
)

// narrow holds the bits of the code points below 3000, which is nearly all of
// English and Arabic text with its typographic marks, at 2 bytes each.
var narrow = func() *[0x3000]Bits {
	var t [0x3000]Bits
	for r := range t {
		t[r] = derive(rune(r))
	}
	return &t
}()

// BitsOf returns the bits of r.
func BitsOf(r rune) Bits {
	if uint32(r) < uint32(len(narrow)) {
		return narrow[r]
	}
	return derive(r)
}

func derive(r rune) (b Bits) {
	c := text.ClassOf(r)
	if c&text.Letter != 0 {
		switch {
		case c&text.Latin != 0:
			b |= LatinLetter
		case c&text.ArabicA != 0:
			b |= ArabicLetter
		case c&text.ArabicB != 0:
			b |= ArabicMath
		default:
			b |= OtherLetter
		}
	}
	for _, p := range [...]struct {
		class text.Class
		bit   Bits
	}{
		{text.Mark, Mark},
		{text.RxWord, Word},
		{text.RepWord, RepWord},
		{text.RxSpace, Space},
		{text.PySpace, PySpace},
		{text.SentenceEnd, SentenceEnd | Stop},
		{text.LineEnd, LineEnd},
		{text.Latin | text.ArabicA, ArabicEnglish},
		{text.NotV41, NotV41},
		{text.GatePunct, GatePunct},
	} {
		if c&p.class != 0 {
			b |= p.bit
		}
	}
	switch {
	case r == arabicQuestionMark:
		b |= Stop
	case subscriptZero <= r && r <= subscriptNine:
		b |= Deleted | ArabicEnglish
	case r < 0x80:
		switch r {
		case '{', '}', '[', ']', ':', ',', '"', '`', '*':
			b |= Deleted
		}
	}
	return b
}
