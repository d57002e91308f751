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
	// lowIDs is the end of the ids that have tables of their own: the space,
	// A-Z, a-z and a few Latin letters more.
	lowIDs = 64
)

// row is what the profiles say of an n-gram: a probability for each language,
// and 0 in the place that rounds the row up to whole cache lines.
type row [languages + 1]float64

// model is the loaded table.
type model struct {
	langs []string

	// pages give the char of a code point below 1<<17 by its high bits; those
	// above are all charOther.
	pages [1 << 9]*[1 << 8]char

	viBase, viMark map[rune]int
	viComposed     []rune

	// An n-gram is known by its number, from 1 on; 0 is none. Numbers below
	// len(dense) have a row, the others a list of few languages: entries
	// start[n-len(dense)] to start[n-len(dense)+1] of lang and prob.
	dense []row
	start []uint32
	lang  []uint8
	prob  []float64

	// Numbers by ids, 0 for an absent place: of single characters, of two and
	// three of low ids. slots are a hash table of the rest: the key in the high
	// bits, the number in the low numberBits; 0 is empty.
	uni   [1 << 12]uint32
	bi    [lowIDs * lowIDs]uint32
	tri   [lowIDs * lowIDs * lowIDs]uint16
	slots []uint64
}

const (
	numberBits = 17
	slotBits   = 18
	// denseFrom is the number of languages from which on a row is worth its
	// 448 bytes.
	denseFrom = 8
)

// gramKey packs up to three ids, 0 for an absent one.
func gramKey(a, b, c char) uint64 { return uint64(a)<<24 | uint64(b)<<12 | uint64(c) }

func slotOf(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> (64 - slotBits) }

// find returns the number of an n-gram of two or three ids, not all low, 0 if
// there is none.
func (m *model) find(key uint64) uint32 {
	for at := slotOf(key); ; at = (at + 1) & (1<<slotBits - 1) {
		s := m.slots[at]
		if s>>numberBits == key {
			return uint32(s & (1<<numberBits - 1))
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

	rows := 1
	for i := range n {
		if first[i+1]-first[i] >= denseFrom {
			rows++
		}
	}
	m.dense = make([]row, 1, rows)
	m.slots = make([]uint64, 1<<slotBits)
	for i, k := range keys {
		if first[i+1]-first[i] < denseFrom {
			continue
		}
		var r row
		for j := first[i]; j < first[i+1]; j++ {
			r[langs[j]] = probs[j]
		}
		m.register(k, uint32(len(m.dense)))
		m.dense = append(m.dense, r)
	}
	m.start = []uint32{0}
	for i, k := range keys {
		if first[i+1]-first[i] >= denseFrom {
			continue
		}
		m.register(k, uint32(len(m.dense)+len(m.start)-1))
		m.lang = append(m.lang, langs[first[i]:first[i+1]]...)
		m.prob = append(m.prob, probs[first[i]:first[i+1]]...)
		m.start = append(m.start, uint32(len(m.lang)))
	}
}

// register enters the number of an n-gram in the table for its ids.
func (m *model) register(key uint64, number uint32) {
	a, b, c := key>>24, key>>12&0xFFF, key&0xFFF
	switch {
	case a == 0 && b == 0:
		m.uni[c] = number
	case max(a, b, c) >= lowIDs:
		at := slotOf(key)
		for m.slots[at] != 0 {
			at = (at + 1) & (1<<slotBits - 1)
		}
		m.slots[at] = key<<numberBits | uint64(number)
	case a == 0:
		m.bi[b*lowIDs+c] = number
	default:
		m.tri[(a*lowIDs+b)*lowIDs+c] = uint16(number)
	}
}
