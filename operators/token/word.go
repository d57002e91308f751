package token

import "math/bits"

// runOf returns the bits that any and all characters of the run of word
// characters at b[i:] have, and its end. Letters have all of the bits of Letter
// in all.
func runOf(b []byte, i int) (any, all Bits, end int) {
	all = ^Bits(0)
	if i < len(b) && b[i]&0xFE == 0xD8 {
		start := i
		for n := 4; n == 4; i += 2 * n {
			n = arabicLetters(load(b, i))
		}
		if i > start {
			any = narrow[arabicBeh]
			all = any | Letter
			if i == len(b) || b[i] == ' ' {
				return any, all, i
			}
		}
	}
	for i < len(b) {
		var is Bits
		n := 1
		switch c := b[i]; {
		case c < 0x80:
			is = narrow[c]
		case isPair(b, i):
			is, n = narrow[rune(c&0x1F)<<6|rune(b[i+1]&0x3F)], 2
		default:
			var r rune
			r, n = decodeAt(b, i)
			is = BitsOf(r)
		}
		if is&Word == 0 {
			break
		}
		any |= is
		if is&Letter != 0 {
			is |= Letter
		}
		all &= is
		i += n
	}
	return any, all, i
}

const arabicBeh = '\u0628'

// arabicLetters is the number of letters from 0621 to 064A that the eight bytes
// of x begin with. All of these have the same bits.
func arabicLetters(x uint64) int {
	const each = 0x0001000100010001 // one for each two bytes
	// The code point less 0600, if the lead byte is D8 or D9.
	r := x&each<<6 | x>>8&(0x3F*each)
	other := x&(0xC0FE*each) ^ 0x80D8*each                // another lead byte, or no continuation
	other |= (r+(0x80-0x21)*each)&(0x80*each) ^ 0x80*each // below 0621
	other |= (r + (0x80-0x4B)*each) & (0x80 * each)       // above 064A
	return bits.TrailingZeros64(other) / 16
}

// isPair says whether a character of two bytes stands at b[i:].
func isPair(b []byte, i int) bool {
	return b[i]-0xC2 < 0xE0-0xC2 && i+1 < len(b) && b[i+1]&0xC0 == 0x80
}
