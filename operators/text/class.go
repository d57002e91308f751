// Package text holds the Unicode classes and the Python-compatible text
// primitives that all operators share.
//
// The reference harness is written in Python and uses two regular-expression
// engines; what is a letter, a word character or white space differs between
// them, and the difference decides verdicts. The names here say whose idea of
// a class is meant: Py is Python's standard library and its engine "re", Rx is
// the second engine "regex", Hf is the Arabic HF dialect's.
//
// The class table is generated from the tables of Go's package unicode
// (Unicode 15.0.0), which is the version of the reference's second engine. The
// reference's standard library is at 14.0: code points that 15.0 added
// are letters, marks or digits here and unassigned there. The newer answer is
// the better one: an unassigned code point is no letter, so the reference
// overlooks it where a gate is to find another script.
package text

//go:generate go run ./gen -o table.go

// Class is a set of properties of a code point.
type Class uint32

// The properties. The comments give general categories or code points; the
// source is the class table of the text-operators specification, section 1.
const (
	Letter      Class = 1 << iota // L*
	Mark                          // M*
	Decimal                       // Nd; \d of both engines
	Number                        // N*: Nd, Nl and No
	PyWord                        // \w of re: L*, N* and _
	RxWord                        // \w of regex: Alphabetic, M*, Nd, Pc, Join_Control
	HfWord                        // PyWord and all of 0600-06FF
	PySpace                       // white space of split, strip, isspace and \s of re
	RxSpace                       // \s of regex: PySpace without 001C-001F
	Latin                         // A-Z a-z only
	ArabicA                       // 0600-06FF 0750-077F 08A0-08FF FB50-FDFF FE70-FEFF
	ArabicB                       // ArabicA and 1EE00-1EEFF
	UpperCase                     // derived property Uppercase
	LowerCase                     // derived property Lowercase
	TitleCase                     // Lt
	Control                       // Cc and Cf
	Invisible                     // 200B-200D FEFF 202A-202E 2066-2069
	Punct                         // P*
	Symbol                        // S*
	RepWord                       // 0-9 A-Z a-z 0621-064A: the characters of repeated_words
	SentenceEnd                   // . ! ?
	GatePunct                     // Arabic punctuation the documented English gate rejects
	NotV41                        // what the as-shipped English v4.1 check rejects
	LineEnd                       // 000A 000D 2028 2029
)

// ClassOf returns the classes of r. A value outside Unicode has none.
func ClassOf(r rune) Class {
	if uint32(r) < 0x80 {
		return ascii[r]
	}
	if uint32(r) > 0x10FFFF {
		return 0
	}
	return blocks[uint(index[r>>8])<<8|uint(r&0xFF)]
}

// Is says whether r has any of the properties c.
func Is(r rune, c Class) bool { return ClassOf(r)&c != 0 }
