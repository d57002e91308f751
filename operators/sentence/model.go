package sentence

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"
)

//go:embed english.bin
var english []byte

// facts are what the model knows of a word type: the orthographic contexts it
// was seen in, and whether it is in one of the lists.
type facts uint16

const (
	upperMiddle  facts = 1 << 2                    // upper case inside a sentence
	upperSeen    facts = 1<<1 | upperMiddle | 1<<3 // upper case anywhere
	lowerStart   facts = 1 << 4                    // lower case at the start of a sentence
	lowerSeen    facts = lowerStart | 1<<5 | 1<<6  // lower case anywhere
	abbreviation facts = 1 << 8
	starter      facts = 1 << 9 // often starts a sentence
)

// number is the type of all numbers.
const number = "##number##"

// model is the loaded Punkt model.
type model struct {
	words        map[string]facts
	collocations map[[2]string]bool
	// abbrLengths has bit n set at the first byte of the abbreviations of n
	// bytes, in both cases: most words need no look into the map.
	abbrLengths [256]uint32
}

var load = sync.OnceValue(func() *model {
	raw, err := io.ReadAll(flate.NewReader(bytes.NewReader(english)))
	if err != nil {
		// The model is part of the program and covered by its tests.
		panic(fmt.Errorf("cannot read the embedded Punkt model: %w", err))
	}
	return decode(raw)
})

// decode reads the layout that gen/main.go writes.
func decode(raw []byte) *model {
	num := func() int {
		n, size := binary.Uvarint(raw)
		raw = raw[size:]
		return int(n)
	}
	list := func() []string {
		words := make([]string, num())
		last := ""
		for i := range words {
			shared, rest := num(), num()
			last = last[:shared] + string(raw[:rest])
			raw = raw[rest:]
			words[i] = last
		}
		return words
	}
	m := &model{words: map[string]facts{}, collocations: map[[2]string]bool{}}
	for _, w := range list() {
		m.words[w] |= abbreviation
		for _, c := range []byte{w[0], upperByte(w[0])} {
			m.abbrLengths[c] |= 1 << len(w)
		}
	}
	for _, c := range list() {
		first, second, _ := strings.Cut(c, ",")
		m.collocations[[2]string{first, second}] = true
	}
	for _, w := range list() {
		m.words[w] |= starter
	}
	for _, w := range list() { // the values follow the whole list
		m.words[w] |= facts(num())
	}
	return m
}

func upperByte(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 0x20
	}
	return c
}

// isAbbreviation says whether w, of ASCII characters, is one in any case.
func (m *model) isAbbreviation(w string) bool {
	return len(w) < 32 && m.abbrLengths[w[0]]>>len(w)&1 != 0 && m.lookup(w)&abbreviation != 0
}
