package token

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// The hash of a text is the text itself, read as a little-endian integer,
// modulo the Mersenne prime 2^61-1. Texts of up to seven bytes are therefore
// their own hash, a shift by whole bytes is a rotation, and the hash of two texts
// glued together follows from theirs: the checks delete characters from the
// middle of words, and nothing has to be copied for it. Whoever finds two equal
// hashes compares the bytes.
const prime = 1<<61 - 1

// reduce returns x modulo prime.
func reduce(x uint64) uint64 {
	x = x&prime + x>>61
	if x >= prime {
		x -= prime
	}
	return x
}

// rotate returns x * 2^n modulo prime, for x below prime and n below 61.
func rotate(x uint64, n uint) uint64 {
	return (x<<n | x>>(61-n)) & prime
}

// glue returns the hash of a text of length n and hash a followed by one of
// hash b.
func glue(a uint64, n int, b uint64) uint64 {
	return reduce(a + rotate(b, uint(n)*8%61))
}

// hashOf returns the hash of b[from:to].
func hashOf(b []byte, from, to int) uint64 {
	n := to - from
	if n < 8 {
		return load(b, from) & (1<<(8*n) - 1)
	}
	if n < 16 {
		return hashLong(b, from, n)
	}
	h := reduce(binary.LittleEndian.Uint64(b[from:]))
	turn := uint(0)
	for from += 8; from < to; from += 8 {
		if turn += 3; turn >= 61 { // 2^64 is 2^3
			turn -= 61
		}
		x := load(b, from)
		if left := to - from; left < 8 {
			x &= 1<<(8*left) - 1
		}
		h = reduce(h + rotate(reduce(x), turn))
	}
	return h
}

// hashLong is hashOf of n bytes at from, eight or more.
func hashLong(b []byte, from, n int) uint64 {
	if n >= 16 {
		return hashOf(b, from, from+n)
	}
	h := reduce(binary.LittleEndian.Uint64(b[from:]))
	x := load(b, from+8) & (1<<(8*(n-8)) - 1)
	return reduce(h + x<<3) // x is below 2^56
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

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// alnumOf returns the high bit of each byte of x that is an ASCII letter, and of
// each that is an ASCII letter or digit.
func alnumOf(x uint64) (alpha, alnum uint64) {
	low := x &^ highs
	l := low | 0x20*ones
	ascii := ^x & highs
	alpha = (l + (0x80-'a')*ones) &^ (l + (0x7F-'z')*ones) & ascii
	digit := (low + (0x80-'0')*ones) &^ (low + (0x7F-'9')*ones) & ascii
	return alpha, alpha | digit
}

// firstByte returns the index of the lowest byte of m whose high bit is set, 8
// if there is none.
func firstByte(m uint64) int { return bits.TrailingZeros64(m) >> 3 }
