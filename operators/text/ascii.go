package text

import (
	"encoding/binary"
	"unsafe"
)

// load returns the eight bytes of s at i as a number, the first byte lowest.
// They must be there: nothing is checked.
func load(s string, i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))[:])
}

// asciiSpan returns the first position of s at or after i where a character
// beyond ASCII stands, len(s) if there is none.
func asciiSpan(s string, i int) int {
	for i+8 <= len(s) && load(s, i)&highBits == 0 {
		i += 8
	}
	for i < len(s) && s[i] < 0x80 {
		i++
	}
	return i
}

// isTwoByte says whether a character of two bytes stands at byte i of s. What is
// not UTF-8 is none.
func isTwoByte(s string, i int) bool {
	return s[i]-0xC2 < 0xE0-0xC2 && i+1 < len(s) && s[i+1]&0xC0 == 0x80
}

// twoByte is the set of the two-byte characters of the classes c, by the eleven
// bits that their encoding holds. A lookup in it is faster than ClassOf because
// the whole of it stays in the cache.
func twoByte(c Class) *[1 << 11]bool {
	var set [1 << 11]bool
	for r := rune(0x80); r < 0x800; r++ {
		set[r] = Is(r, c)
	}
	return &set
}
