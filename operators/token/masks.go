package token

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
	transpose(&row)
	*m = masks{row[0], row[1], row[2], row[3], row[4], row[5]}
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
