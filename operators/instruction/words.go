package instruction

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"mizan/operators/text"
)

// PyWords is the number of runs of PyWord, the matches of `\w+`.
func (a *Answer) PyWords() int {
	if !a.pyWords.done {
		a.pyWords = memo[int]{countPyWords(a.Text), true}
	}
	return a.pyWords.val
}

// HfWords is the number of runs of HfWord.
func (a *Answer) HfWords() int {
	if !a.hfWords.done {
		a.hfWords = memo[int]{text.CountRuns(a.Text, text.HfWord), true}
	}
	return a.hfWords.val
}

// countPyWords is text.CountRuns(s, text.PyWord), eight bytes at a time where
// they are ASCII: several times as fast on English answers.
func countPyWords(s string) int {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	n, in := 0, uint64(0) // in: 0x80 if the character before is of a word
	for i := 0; i < len(b); {
		if i+8 <= len(b) {
			x := binary.LittleEndian.Uint64(b[i:])
			if x&high == 0 {
				word := wordBytes(x)
				n += bits.OnesCount64(word &^ (word<<8 | in))
				in = word >> 56
				i += 8
				continue
			}
			if ascii := bits.TrailingZeros64(x&high) &^ 7; ascii > 0 {
				word := wordBytes(x & (1<<ascii - 1)) // the rest is 0: no word
				n += bits.OnesCount64(word &^ (word<<8 | in))
				in = word >> (ascii - 8) & 0x80
				i += ascii >> 3
			}
		}
		r, size := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		is := uint64(0)
		if text.Is(r, text.PyWord) {
			is = 0x80
		}
		n += int((is &^ in) >> 7)
		in = is
		i += size
	}
	return n
}

// Repeated bytes for arithmetic on eight characters in one word.
const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// wordBytes sets the high bit of every byte of x that is an ASCII letter, digit
// or low line. All bytes of x must be ASCII: then no sum carries over.
func wordBytes(x uint64) uint64 {
	small := x | 0x20*ones
	letter := (small + (0x80-'a')*ones) &^ (small + (0x7F-'z')*ones)
	digit := (x + (0x80-'0')*ones) &^ (x + (0x7F-'9')*ones)
	line := ^((x ^ '_'*ones) + 0x7F*ones)
	return (letter | digit | line) & high
}
