package token

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// The hash of a word is its first eight bytes, as a little-endian integer: one
// load, and the hash of pieces glued together follows from theirs, for the checks
// delete characters from the middle of words. No byte of a word is zero, so a
// word of up to seven bytes is its own hash. Whoever finds hashes equal compares the
// bytes.

// hashOf returns the hash of the word b[from:to].
func hashOf(b []byte, from, to int) uint64 {
	x := load(b, from)
	if n := to - from; n < 8 {
		x &= 1<<(8*n) - 1
	}
	return x
}

// glue returns the hash of a word of hash a with another one of hash b behind it.
func glue(a, b uint64) uint64 {
	if isWhole(a) {
		a |= b << ((bits.Len64(a) + 7) &^ 7)
	}
	return a
}

// isWhole says whether the word of hash x has no bytes but those of x.
func isWhole(x uint64) bool { return x>>56 == 0 }

// mix is 2^64 divided by the golden ratio, an odd number of no pattern.
const mix = 0x9E3779B97F4A7C15

// stir adds x to the hash h.
func stir(h, x uint64) uint64 {
	h = (h ^ x) * mix
	return h ^ h>>32
}

// hashAll returns a hash of all of b[from:to]: the text itself where it has up to
// seven bytes and the last one is not zero.
func hashAll(b []byte, from, to int) uint64 {
	if to-from < 8 {
		return hashOf(b, from, to)
	}
	h := uint64(to - from)
	for ; from+8 <= to; from += 8 {
		h = stir(h, load(b, from))
	}
	return stir(h, hashOf(b, from, to)) | 1<<63
}

// hashKept returns a hash of the characters of s that belong to a word.
func hashKept(s string) uint64 {
	var h, eight uint64
	i, fill := 0, 0
	for i < len(s) && s[i] < utf8.RuneSelf && narrow[s[i]]&Word != 0 {
		i++
	}
	// The word is mostly all of it.
	b := bytesOf(s)[:i]
	for ; len(b) >= 8; b = b[8:] {
		h = stir(h, load(b, 0))
	}
	eight, fill = load(b, 0), 8*len(b)
	for i < len(s) {
		r, n := decode(s[i:])
		if BitsOf(r)&Word != 0 {
			for _, c := range []byte(s[i : i+n]) {
				if eight |= uint64(c) << fill; fill == 56 {
					h, eight = stir(h, eight), 0
				}
				fill = (fill + 8) & 63
			}
		}
		i += n
	}
	return stir(h, eight)
}

// load returns the eight bytes at b[i:], zeros where b ends before.
func load(b []byte, i int) uint64 {
	if i+8 <= len(b) {
		return binary.LittleEndian.Uint64(b[i:])
	}
	return loadTail(b, i)
}

func loadTail(b []byte, i int) uint64 {
	if len(b) >= 8 {
		return binary.LittleEndian.Uint64(b[len(b)-8:]) >> (8 * uint(i+8-len(b)))
	}
	var x uint64
	for j := len(b) - 1; j >= i; j-- {
		x = x<<8 | uint64(b[j])
	}
	return x
}

// bytesOf views s as bytes, which nobody may change.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
