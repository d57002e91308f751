package token

import "math/bits"

// blockSize is how many bytes are looked at at once.
const blockSize = 64

// window is a block and the bytes behind it, which are only there to be loaded.
type window [blockSize + 8]byte

// masks say of the bytes of a block which of them are what: bit i is byte i. All
// bytes of a character have the same bits.
type masks struct {
	letter   uint64 // A-Z a-z and the Arabic letters 0621-064A
	word     uint64 // letters and digits
	arabic   uint64 // the Arabic letters
	space    uint64 // the ASCII characters of text.RxSpace
	deleted  uint64 // the ASCII characters of Deleted
	sentence uint64 // . ! ?
	odd      uint64 // _ and all other bytes beyond ASCII
}

// kinds holds the masks of a block of one byte, of which bit 0 counts, in the lowest
// bits of the eight bytes of an integer.
var kinds = func() (t [256]uint64) {
	for c := range t {
		bits := Bits(0)
		if c < 0x80 {
			bits = narrow[c]
		}
		for j, is := range [...]bool{
			bits&LatinLetter != 0,
			bits&RepWord != 0,
			bits&Space != 0,
			bits&Deleted != 0,
			bits&SentenceEnd != 0,
			c >= 0x80 || c == '_',
		} {
			if is {
				t[c] |= 1 << (8 * j)
			}
		}
	}
	return t
}()

// readGeneric computes the masks of a block.
func (m *masks) readGeneric(b *window) {
	var row [8]uint64
	for j := range row {
		p := (*[8]byte)(b[8*j:])
		row[j] = kinds[p[0]] | kinds[p[1]]<<1 | kinds[p[2]]<<2 | kinds[p[3]]<<3 |
			kinds[p[4]]<<4 | kinds[p[5]]<<5 | kinds[p[6]]<<6 | kinds[p[7]]<<7
	}
	transpose(&row)
	*m = masks{letter: row[0], word: row[1], space: row[2], deleted: row[3], sentence: row[4], odd: row[5]}
	for odd := m.odd; odd != 0; odd &= odd - 1 {
		i := bits.TrailingZeros64(odd)
		if i+1 < blockSize && isArabicLetter(b[i], b[i+1]) {
			m.arabic |= 3 << i
		}
	}
	m.letter |= m.arabic
	m.word |= m.arabic
	m.odd &^= m.arabic
}

// isArabicLetter says whether the two bytes are a letter from 0621 to 064A. All of
// these have the same bits.
func isArabicLetter(lead, second byte) bool {
	switch lead {
	case 0xD8:
		return 0xA1 <= second && second < 0xC0
	case 0xD9:
		return 0x80 <= second && second < 0x8B
	}
	return false
}

// transpose makes byte k of row j byte j of row k, by exchanging quarters of
// quarters (Warren, Hacker's Delight, section 7-3).
func transpose(r *[8]uint64) {
	const half, quarter, eighth = 0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF
	r[0], r[4] = exchange(r[0], r[4], 32, half)
	r[1], r[5] = exchange(r[1], r[5], 32, half)
	r[2], r[6] = exchange(r[2], r[6], 32, half)
	r[3], r[7] = exchange(r[3], r[7], 32, half)
	r[0], r[2] = exchange(r[0], r[2], 16, quarter)
	r[1], r[3] = exchange(r[1], r[3], 16, quarter)
	r[4], r[6] = exchange(r[4], r[6], 16, quarter)
	r[5], r[7] = exchange(r[5], r[7], 16, quarter)
	r[0], r[1] = exchange(r[0], r[1], 8, eighth)
	r[2], r[3] = exchange(r[2], r[3], 8, eighth)
	r[4], r[5] = exchange(r[4], r[5], 8, eighth)
	r[6], r[7] = exchange(r[6], r[7], 8, eighth)
}

// exchange swaps the bits of a that low names after the shift with those of b.
func exchange(a, b uint64, shift uint, low uint64) (uint64, uint64) {
	swap := (a>>shift ^ b) & low
	return a ^ swap<<shift, b ^ swap
}
