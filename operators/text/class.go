// Package text holds the Unicode classes and the Python-compatible text
// primitives that all operators share.
//
// The reference harness is written in Python and uses two regular-expression
// engines; what is a letter, a word character or white space differs between
// them, and the difference decides verdicts. The names here say whose idea of
// a class is meant: Py is Python's standard library and its engine "re", Rx is
// the second engine "regex", Hf is the Arabic HF dialect's.
//
// The tables are generated from Go's package unicode and from x/text, both at
// Unicode 15.0.0, which is the version of the reference's second engine. The
// reference's standard library is at 14.0. The difference is code points that
// 15.0 assigned and that the reference takes for nothing at all:
//
//   - letters 1123F-11240, 11F02, 11F04-11F10, 11F12-11F33, 1342F, 13441-13446,
//     1B132, 1B155, 1DF25-1DF2A, 1E030-1E06D, 1E4D0-1E4EB, 2B739, 31350-323AF
//   - marks 0CF3, 0ECE, 10EFD-10EFF, 11241, 11F00-11F01, 11F03, 11F34-11F3A,
//     11F3E-11F42, 13440, 13447-13455, 1E08F, 1E4EC-1E4EF
//   - numbers 11F50-11F59, 1D2C0-1D2D3, 1E4F0-1E4F9
//   - format characters 13439-1343F
//   - decompositions 1E030-1E06D
//
// The newer answer is the better one: where a gate is to find another script,
// the reference overlooks a letter that it does not know. Nothing else differs,
// and a test says so; five modifier letters that 15.0 made Lowercase (10FC,
// A7F2-A7F4, AB69) have no case here, as in 14.0. None of the new code points is
// in an Arabic range of the gates.
package text

//go:generate go run ./gen

// Class is a set of properties of a code point.
type Class uint32

// The properties. The comments give general categories or code points; the
// source is the class table of the text-operators specification, section 1.
const (
	Letter        Class = 1 << iota // L*
	Mark                            // M*
	Decimal                         // Nd; \d of both engines
	Number                          // N*: Nd, Nl and No
	PyWord                          // \w of re: L*, N* and _
	RxWord                          // \w of regex: Alphabetic, M*, Nd, Pc, Join_Control
	HfWord                          // PyWord and all of 0600-06FF
	PySpace                         // white space of split, strip, isspace and \s of re
	RxSpace                         // \s of regex: PySpace without 001C-001F
	Latin                           // A-Z a-z only
	ArabicA                         // 0600-06FF 0750-077F 08A0-08FF FB50-FDFF FE70-FEFF
	ArabicB                         // ArabicA and 1EE00-1EEFF
	UpperCase                       // derived property Uppercase
	LowerCase                       // derived property Lowercase
	TitleCase                       // Lt
	Control                         // Cc and Cf
	Invisible                       // 200B-200D FEFF 202A-202E 2066-2069
	Punct                           // P*
	Symbol                          // S*
	RepWord                         // 0-9 A-Z a-z 0621-064A: the characters of repeated_words
	SentenceEnd                     // . ! ?
	GatePunct                       // Arabic punctuation the documented English gate rejects
	NotV41                          // what the as-shipped English v4.1 check rejects
	LineEnd                         // 000A 000D 2028 2029
	Unnormal                        // NFKC changes it, or its order or composition with characters before it
	CaseIgnorable                   // derived property Case_Ignorable
)

// ClassOf returns the classes of r. A value outside Unicode has none.
func ClassOf(r rune) Class {
	if uint32(r) < 0x80 {
		return ascii[r]
	}
	if uint32(r) > 0x10FFFF {
		return 0
	}
	return classBlocks[uint(classIndex[r>>8])<<8|uint(r&0xFF)]
}

// Is says whether r has any of the properties c.
func Is(r rune, c Class) bool { return ClassOf(r)&c != 0 }
