package text

import (
	"unicode/utf8"
)

// Normalisation (Unicode Standard Annex 15) is our own for two reasons. Nearly
// all text is normal already, and finding that out is ten times as fast with a
// table of our own as with x/text. And x/text puts U+034F into runs of more
// than 30 marks (the stream-safe format), which the reference does not.
//
// An entry of the normalisation table is 0 for a character that normalisation
// leaves alone, else it has these parts. All of the table's figures come from
// x/text; see gen.
//
// The text is to be UTF-8, which codecs see to. Bytes that are not, stay or
// become U+FFFD.
const (
	decomposes = 1 << 15 // it has a decomposition; the low bits are its number
	changes    = 1 << 14 // it decomposes and NFKC does not compose it again
	joinsLeft  = 1 << 13 // it, or the first character of its decomposition, is a mark or composes with a character before it
	composes   = 1 << 12 // it composes with a character before it

	decompositionBits = joinsLeft - 1
	combiningBits     = 0xFF // the canonical combining class of a character without decomposition
)

func normalOf(r rune) uint16 {
	return normalBlocks[uint(normalIndex[uint32(r)>>8])<<8|uint(r&0xFF)]
}

// NFKC returns the compatibility composition of s, s itself where it already
// is in that form.
func NFKC(s string) string {
	at := normalSpan(s, 0)
	if at == len(s) {
		return s
	}
	return string(appendNFKC(make([]byte, 0, len(s)+len(s)/8+16), s, at))
}

// AppendNFKC appends NFKC(s) to dst.
func AppendNFKC(dst []byte, s string) []byte { return appendNFKC(dst, s, normalSpan(s, 0)) }

// appendNFKC is AppendNFKC where the first segment to work on is known.
func appendNFKC(dst []byte, s string, at int) []byte {
	from := 0
	for at < len(s) {
		dst = append(dst, s[from:at]...)
		dst, from = AppendSegment(dst, s, at)
		at = normalSpan(s, from)
	}
	return append(dst, s[from:]...)
}

// NFKD returns the compatibility decomposition of s.
func NFKD(s string) string {
	var dst []byte
	from := 0
	for i := asciiSpan(s, 0); i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if normalOf(r) == 0 && !isHangul(r) {
			i = asciiSpan(s, i+n)
			continue
		}
		at := SegmentStart(s, from, i)
		dst = append(dst, s[from:at]...)
		from = segmentEnd(s, at)
		var buf [32]char
		cs := decompose(buf[:0], s[at:from])
		reorder(cs)
		dst = appendChars(dst, cs)
		i = asciiSpan(s, from)
	}
	if from == 0 {
		return s
	}
	return string(append(dst, s[from:]...))
}

// normalSpan returns the start of the first segment of s at or after byte from
// that NFKC may change, len(s) if there is none. from is the start of a
// segment.
func normalSpan(s string, from int) int {
	for i := from; i < len(s); {
		if i = skipNormal(s, i); i == len(s) {
			break
		}
		end, ok := MarksInOrder(s, i)
		if !ok {
			return SegmentStart(s, from, i)
		}
		i = end
	}
	return len(s)
}

// skipNormal returns the first position of s at or after i where something
// Unnormal stands.
func skipNormal(s string, i int) int {
	for i < len(s) {
		b := s[i]
		if b < utf8.RuneSelf {
			i = SkipPlain(s, i+1, false)
			continue
		}
		if isTwoByte(s, i) {
			if unnormalTwo[uint(b&0x1F)<<6|uint(s[i+1]&0x3F)] {
				return i
			}
			i += 2
			if b&0xFE == 0xD8 {
				i = SkipPlain(s, i, false)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if Is(r, Unnormal) {
			return i
		}
		i += n
	}
	return i
}

var unnormalTwo = twoByte(Unnormal)
