package text

import (
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// A byte with the same value in all eight places of a word.
const (
	ones     = 0x0101010101010101
	highBits = 0x80 * ones
)

// SkipPlain returns a position of s at or after i, at the start of a character,
// such that all before it is plain: printable ASCII and the common Arabic
// letters (061D-063F, 0640-064A), no space behind a space. Neither NFKC nor
// cleaning changes plain text. It works on many bytes at a time, so it may
// stop a little early; the caller looks at the next character itself.
func SkipPlain(s string, i int, afterSpace bool) int {
	if hasAVX2 && i+vector < len(s) && (s[i] != ' ' || !afterSpace) && plainStart(s[i]) {
		j := i + 1
		j += plainAVX2(unsafe.StringData(s[j:]), len(s)-j)
		stopped := j+vector <= len(s)
		if s[j-1] >= 0xC0 { // half a character
			j--
		}
		if stopped {
			return j
		}
		if j > i {
			i, afterSpace = j, s[j-1] == ' '
		}
	}
	return skipPlainGeneric(s, i, afterSpace)
}

// vector is how many bytes plainAVX2 looks at at once.
const vector = 32

// plainStart says whether a plain character may start with b.
func plainStart(b byte) bool { return ' ' <= b && b < 0x7F || b&0xFE == 0xD8 }

// skipPlainGeneric is SkipPlain in plain Go, on eight bytes at a time.
//
// Nearly all text is plain, and this loop has no branch that depends on it: on
// Arabic, where a space stands every five letters, that makes it three to five
// times as fast as a lookup for each character.
func skipPlainGeneric(s string, i int, afterSpace bool) int {
	var space uint64 // 0x80 if the byte before the word is a space
	if afterSpace {
		space = 0x80
	}
	for i+8 <= len(s) {
		w := load(s, i)
		// The top bit of each byte of these words says what holds for the byte.
		// Sums of the low seven bits do not carry into the next byte.
		high := w & highBits
		low := w &^ highBits
		spaces := ^((low ^ ' '*ones) + 0x7F*ones) & highBits
		stop := ^(low + (0x80-' ')*ones) | (low + 1*ones) // control characters
		last := uint(56)                                  // the bit where the last byte begins
		if high != 0 {
			lead := high & (w << 1)
			// Leads are to be D8 or D9. Behind D8 (061D and up) 9D and more are
			// letters, behind D9 (0640 and up) 8A and less.
			other := lead & ((low&(0x7E*ones) ^ 0x58*ones) + 0x7F*ones)
			behindD9 := (lead & (w << 7)) << 8
			big := low + (0x80-0x0B)*ones
			small := ^(low + (0x80-0x1D)*ones)
			strange := (high ^ lead) & (behindD9&big | ^behindD9&small)
			spaces &^= high
			stop = stop&^high | other | strange
			// A character that goes on in the next word waits for that.
			last -= uint(lead>>63) * 8
		}
		stop |= spaces & (spaces<<8 | space)
		if stop &= highBits; stop != 0 {
			n := bits.TrailingZeros64(stop) / 8
			if n > 0 && !utf8.RuneStart(s[i+n]) {
				n--
			}
			return i + n
		}
		space = spaces >> last & 0x80
		i += int(last/8) + 1
	}
	return i
}
