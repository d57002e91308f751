package token

import "encoding/binary"

// masks say of 64 bytes which of them are what: bit i is byte i.
type masks struct {
	letter   uint64 // A-Z a-z
	alnum    uint64 // letters and digits
	space    uint64 // the ASCII characters of text.RxSpace
	deleted  uint64 // the ASCII characters of Deleted
	sentence uint64 // . ! ?
	odd      uint64 // _ and all bytes beyond ASCII
}

// lanes hold for each byte one bit per mask: in the lowest bit of the byte
// number j for the mask number j.
var lanes = func() (t [256]uint64) {
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

// masksGeneric is masksOf in plain Go.
func masksGeneric(m *masks, b *[blockSize]byte) {
	var row [8]uint64
	for j := range row {
		p := (*[8]byte)(b[8*j:])
		row[j] = lanes[p[0]] | lanes[p[1]]<<1 | lanes[p[2]]<<2 | lanes[p[3]]<<3 |
			lanes[p[4]]<<4 | lanes[p[5]]<<5 | lanes[p[6]]<<6 | lanes[p[7]]<<7
	}
	// Byte k of row j is to become byte j of mask k.
	var col [8][8]byte
	for j, r := range row {
		col[0][j], col[1][j], col[2][j] = byte(r), byte(r>>8), byte(r>>16)
		col[3][j], col[4][j], col[5][j] = byte(r>>24), byte(r>>32), byte(r>>40)
	}
	m.letter = binary.LittleEndian.Uint64(col[0][:])
	m.alnum = binary.LittleEndian.Uint64(col[1][:])
	m.space = binary.LittleEndian.Uint64(col[2][:])
	m.deleted = binary.LittleEndian.Uint64(col[3][:])
	m.sentence = binary.LittleEndian.Uint64(col[4][:])
	m.odd = binary.LittleEndian.Uint64(col[5][:])
}
