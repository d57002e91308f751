package clean

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"mizan/operators/text"
)

// dirty are the characters that cleaning has to look at; a plain space that
// stands alone is the only one of them that stays.
const dirty = drop | text.RxSpace | text.Unnormal

const del = 0x7F

// A byte with the same value in all eight places.
const (
	ones     = 0x0101010101010101
	highBits = 0x80 * ones
)

// What a byte of ASCII is to skipClean.
const (
	plain = iota
	space
	control
)

var asciiKind = func() (t [utf8.RuneSelf]uint8) {
	for r := range rune(utf8.RuneSelf) {
		switch {
		case r == ' ':
			t[r] = space
		case text.Is(r, dirty):
			t[r] = control
		}
	}
	return t
}()

// dirtyTwo is the set of the dirty characters of two bytes, by the eleven bits
// that their encoding holds: two kilobytes that stay in the cache.
var dirtyTwo = func() (t [1 << 11]bool) {
	for r := rune(utf8.RuneSelf); r < 1<<11; r++ {
		t[r] = text.Is(r, dirty)
	}
	return t
}()

// skipClean returns the first position of s at or after i where something
// dirty stands or the second of two spaces, len(s) if there is none. It is the
// hot loop of the package.
func skipClean(s string, i int) int {
	for start := i; i < len(s); {
		b := s[i]
		switch {
		case b < utf8.RuneSelf:
			switch asciiKind[b] {
			case control:
				return i
			case space:
				if i > start && s[i-1] == ' ' {
					return i
				}
				i++
			default:
				i = skipASCII(s, i+1)
			}
		case b < 0xE0 && i+1 < len(s):
			if dirtyTwo[uint(b&0x1F)<<6|uint(s[i+1]&0x3F)] {
				return i
			}
			i += 2
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if text.Is(r, dirty) {
				return i
			}
			i += n
		}
	}
	return i
}

// skipASCII is skipClean for the eight-byte words that follow a plain ASCII
// character; it stops at the first character that is beyond ASCII too.
func skipASCII(s string, i int) int {
	var space uint64 // 0x80 if the byte before the word is a space
	for i+8 <= len(s) {
		w := binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(s), len(s))[i:])
		// The sums carry into the next byte only from a byte above 0x7F, and
		// then nobody asks for what is behind it.
		spaces := ^((w ^ ' '*ones) + 0x7F*ones) & highBits
		controls := ^(w + (0x80-' ')*ones) | w + (0x80-del)*ones
		stop := (w | controls | spaces&(spaces<<8|space)) & highBits
		if stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		space = spaces >> 56
		i += 8
	}
	return i
}
