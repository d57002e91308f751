// Command gen writes the English Punkt model from data/english.json of the
// Go module github.com/neurosnap/sentences v1.1.2 (MIT), which carries the
// parameters that NLTK distributes plus one sentence starter too many.
//
//	go run ./gen -json english.json -o english.bin
package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

// extraStarter is in the module's list of sentence starters, not in NLTK's.
const extraStarter = "she"

type model struct {
	OrthoContext map[string]uint64
	Collocations map[string]int // "first,second"
	AbbrevTypes  map[string]int
	SentStarters map[string]int
}

func main() {
	in := flag.String("json", "", "data/english.json of github.com/neurosnap/sentences v1.1.2")
	out := flag.String("o", "english.bin", "output file")
	flag.Parse()
	raw, err := os.ReadFile(*in)
	if err != nil {
		log.Fatal(err)
	}
	var m model
	if err := json.Unmarshal(raw, &m); err != nil {
		log.Fatalf("cannot parse %s: %v", *in, err)
	}
	delete(m.SentStarters, extraStarter)
	if got := [4]int{len(m.AbbrevTypes), len(m.Collocations), len(m.SentStarters), len(m.OrthoContext)}; got != [4]int{156, 37, 39, 20366} {
		log.Fatalf("%s holds %d abbreviations, collocations, starters and contexts: not the model of v1.1.2", *in, got)
	}
	data, err := m.encode()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, data, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d bytes", len(data))
}

// encode writes the layout that sentence/model.go reads: lists of words in
// order, each word as the length it shares with the one before and the rest;
// after the list of contexts its values. Deflated.
func (m *model) encode() ([]byte, error) {
	var b []byte
	words := func(list []string) {
		b = binary.AppendUvarint(b, uint64(len(list)))
		last := ""
		for _, w := range list {
			n := 0
			for n < min(len(last), len(w)) && last[n] == w[n] {
				n++
			}
			b = binary.AppendUvarint(b, uint64(n))
			b = binary.AppendUvarint(b, uint64(len(w)-n))
			b = append(b, w[n:]...)
			last = w
		}
	}
	for c := range m.Collocations {
		if strings.Count(c, ",") != 1 {
			return nil, fmt.Errorf("collocation %q is not a pair", c)
		}
	}
	words(slices.Sorted(maps.Keys(m.AbbrevTypes)))
	words(slices.Sorted(maps.Keys(m.Collocations)))
	words(slices.Sorted(maps.Keys(m.SentStarters)))
	typs := slices.Sorted(maps.Keys(m.OrthoContext))
	words(typs)
	for _, t := range typs {
		b = binary.AppendUvarint(b, m.OrthoContext[t])
	}
	var z bytes.Buffer
	w, err := flate.NewWriter(&z, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return z.Bytes(), nil
}
