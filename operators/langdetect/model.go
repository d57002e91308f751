package langdetect

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"sync"

	"mizan/operators/text"
)

//go:embed profiles.bin
var profiles []byte

// char is a code point as the detector sees it after normalisation: the number
// of the normalised character (0: in no profile) and flags.
type char uint16

const (
	charID    char = 1<<12 - 1
	charUpper char = 1 << 12 // the normalised character is upper case
	charAtoZ  char = 1 << 13 // the character is one of 0041-007A
	charOther char = 1 << 14 // it is at or above 0300

	// space is the normalised white space; ids follow code points.
	space char = 1
	// asciiIDs is the end of the ids of space, A-Z and a-z.
	asciiIDs = 54
)

// model is the loaded table.
type model struct {
	langs []string

	// pages give the char of a code point below 1<<17 by its high bits; those
	// above are all charOther.
	pages [1 << 9]*[1 << 8]char

	viBase, viMark map[rune]int
	viComposed     []rune

	// rows are numbered so that those of ASCII n-grams come first, from 1 on;
	// row 0 is none. Row r has the entries start[r] to start[r+1].
	start []uint32
	lang  []uint8
	prob  []float64

	// ascii finds the row of an n-gram of ids below asciiIDs; ids of absent
	// places are 0. slots are a hash table of all other n-grams: the key in the
	// high bits, the row in the low rowBits; 0 is empty.
	ascii [asciiIDs * asciiIDs * asciiIDs]uint16
	slots []uint64
}

const (
	rowBits  = 17
	slotBits = 18
)

// gramKey packs up to three ids, 0 for an absent one.
func gramKey(a, b, c char) uint64 { return uint64(a)<<24 | uint64(b)<<12 | uint64(c) }

func slotOf(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> (64 - slotBits) }

// row finds the row of an n-gram of whatever ids, 0 if there is none.
func (m *model) row(key uint64) uint32 {
	for at := slotOf(key); ; at = (at + 1) & (1<<slotBits - 1) {
		s := m.slots[at]
		if s>>rowBits == key {
			return uint32(s & (1<<rowBits - 1))
		}
		if s == 0 {
			return 0
		}
	}
}

var load = sync.OnceValue(func() *model {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(profiles)))
	if err != nil {
		// The table is part of the program and covered by its tests.
		panic(fmt.Errorf("cannot read the embedded language profiles: %w", err))
	}
	return decode(raw)
})

// reader takes unsigned varints and texts from the table.
type reader struct{ b []byte }

func (r *reader) num() uint64 {
	n, size := binary.Uvarint(r.b)
	r.b = r.b[size:]
	return n
}

func (r *reader) text() string {
	n := r.num()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) runes() []rune {
	rs := make([]rune, r.num())
	for i := range rs {
		rs[i] = rune(r.num())
	}
	return rs
}

// decode reads the layout that gen/model.go writes.
func decode(raw []byte) *model {
	r := &reader{raw}
	m := &model{viBase: map[rune]int{}, viMark: map[rune]int{}}
	m.langs = make([]string, r.num())
	totals := make([][3]float64, len(m.langs))
	for i := range m.langs {
		m.langs[i] = r.text()
		for n := range totals[i] {
			totals[i][n] = float64(r.num())
		}
	}
	for i, c := range r.runes() {
		m.viBase[c] = i
	}
	for i, c := range r.runes() {
		m.viMark[c] = i
	}
	m.viComposed = r.runes()
	kanji := map[rune]rune{}
	for range r.num() {
		group := r.runes()
		for _, c := range group {
			kanji[c] = group[0]
		}
	}
	alphabet := r.runes()
	ids := make(map[rune]char, len(alphabet))
	for i, c := range alphabet {
		ids[c] = char(i + 1)
	}
	m.setPages(ids, kanji)
	m.setRows(r, totals, uint64(len(alphabet)+1))
	return m
}

// setPages makes the table from code points to chars.
func (m *model) setPages(ids map[rune]char, kanji map[rune]rune) {
	other := new([1 << 8]char)
	for i := range other {
		other[i] = charOther
	}
	for p := range m.pages {
		page := new([1 << 8]char)
		for i := range page {
			c := rune(p<<8 | i)
			n := normalize(c, kanji)
			e := ids[n]
			if text.Is(n, text.UpperCase) {
				e |= charUpper
			}
			if 'A' <= c && c <= 'z' {
				e |= charAtoZ
			} else if c >= 0x0300 {
				e |= charOther
			}
			page[i] = e
		}
		if *page == *other {
			page = other
		}
		m.pages[p] = page
	}
}

// normalize maps a code point to the one that stands for it in the profiles.
func normalize(c rune, kanji map[rune]rune) rune {
	switch {
	case c < 0x80:
		if 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			return c
		}
		return ' '
	case c == 0x00A0 || c == 0x00AB || c == 0x00B0 || c == 0x00BB: // no-break space, guillemets, degree
		return ' '
	case c == 0x0219: // s with comma below: with cedilla
		return 0x015F
	case c == 0x021B: // t with comma below: with cedilla
		return 0x0163
	case 0x2000 <= c && c <= 0x206F: // General Punctuation
		return ' '
	case c == 0x06CC: // Farsi Yeh: Arabic Yeh
		return 0x064A
	case 0x1EA0 <= c && c <= 0x1EFF: // Vietnamese letters: one of them
		return 0x1EC3
	case 0x3040 <= c && c <= 0x309F: // Hiragana: A
		return 0x3042
	case 0x30A0 <= c && c <= 0x30FF: // Katakana: A
		return 0x30A2
	case 0x3100 <= c && c <= 0x312F, 0x31A0 <= c && c <= 0x31BF: // Bopomofo: B
		return 0x3105
	case 0x4E00 <= c && c <= 0x9FFF: // ideographs: the first of their group
		if k, ok := kanji[c]; ok {
			return k
		}
	case 0xAC00 <= c && c <= 0xD7AF: // Hangul syllables: GA
		return 0xAC00
	}
	return c
}

// setRows reads the n-grams: keys in ascending order, numbers of languages,
// languages, counts.
func (m *model) setRows(r *reader, totals [][3]float64, base uint64) {
	n := int(r.num())
	keys := make([]uint64, n)
	length := make([]uint8, n)
	last := uint64(0)
	for i := range keys {
		last += r.num()
		a, b, c := char(last/base/base), char(last/base%base), char(last%base)
		keys[i] = gramKey(a, b, c)
		length[i] = 1
		if a != 0 {
			length[i] = 3
		} else if b != 0 {
			length[i] = 2
		}
	}
	first := make([]uint32, n+1)
	for i := range n {
		first[i+1] = first[i] + uint32(r.num())
	}
	langs := make([]uint8, first[n])
	for i := range langs {
		langs[i] = uint8(r.num())
	}
	probs := make([]float64, first[n])
	for i := range n {
		for j := first[i]; j < first[i+1]; j++ {
			probs[j] = float64(r.num()) / totals[langs[j]][length[i]-1]
		}
	}

	m.start = make([]uint32, 2, n+2)
	m.lang = make([]uint8, 0, len(langs))
	m.prob = make([]float64, 0, len(probs))
	m.slots = make([]uint64, 1<<slotBits)
	add := func(i int) uint32 {
		row := uint32(len(m.start) - 1)
		m.lang = append(m.lang, langs[first[i]:first[i+1]]...)
		m.prob = append(m.prob, probs[first[i]:first[i+1]]...)
		m.start = append(m.start, uint32(len(m.lang)))
		return row
	}
	ascii := func(key uint64) bool {
		return key>>24 < asciiIDs && key>>12&0xFFF < asciiIDs && key&0xFFF < asciiIDs
	}
	for i, k := range keys {
		if ascii(k) {
			m.ascii[k>>24*asciiIDs*asciiIDs+k>>12&0xFFF*asciiIDs+k&0xFFF] = uint16(add(i))
		}
	}
	for i, k := range keys {
		if !ascii(k) {
			at := slotOf(k)
			for m.slots[at] != 0 {
				at = (at + 1) & (1<<slotBits - 1)
			}
			m.slots[at] = k<<rowBits | uint64(add(i))
		}
	}
}
