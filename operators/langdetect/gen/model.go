package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// model is what the package holds.
type model struct {
	langs  []string
	totals [][3]uint64
	grams  map[string][]count
	// viBase and viMark are the letters and marks that compose; viComposed has
	// the results, one row of len(viBase) a mark.
	viBase, viMark, viComposed []rune
	// kanji are groups of ideographs that become the first of each.
	kanji [][]rune
}

type count struct {
	lang int
	n    uint64
}

func (m *model) counts() int {
	n := 0
	for _, c := range m.grams {
		n += len(c)
	}
	return n
}

func parse(files map[string][]byte) (*model, error) {
	m := &model{grams: map[string][]count{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasPrefix(name, "profiles/") {
			continue
		}
		var p struct {
			Name  string            `json:"name"`
			Freq  map[string]uint64 `json:"freq"`
			Total []uint64          `json:"n_words"`
		}
		if err := json.Unmarshal(files[name], &p); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(p.Total) != 3 {
			return nil, fmt.Errorf("%s: n_words has %d values, want 3", name, len(p.Total))
		}
		lang := len(m.langs)
		m.langs = append(m.langs, p.Name)
		m.totals = append(m.totals, [3]uint64(p.Total))
		for gram, n := range p.Freq {
			if l := len([]rune(gram)); l < 1 || l > 3 {
				return nil, fmt.Errorf("%s: n-gram %q has %d characters", name, gram, l)
			}
			m.grams[gram] = append(m.grams[gram], count{lang, n})
		}
	}
	if len(m.langs) != 55 || !slices.IsSorted(m.langs) {
		return nil, fmt.Errorf("%d profiles %q, want 55 in order", len(m.langs), m.langs)
	}
	return m, m.parseMessages(string(files["utils/messages.properties"]))
}

func (m *model) parseMessages(text string) error {
	val := map[string][]rune{}
	var groups []string
	for line := range strings.Lines(text) {
		key, raw, _ := strings.Cut(strings.TrimSpace(line), "=")
		s, err := strconv.Unquote(`"` + raw + `"`)
		if err != nil {
			return fmt.Errorf("messages.properties: %s: %w", key, err)
		}
		val[key] = []rune(s)
		if strings.HasPrefix(key, "NGram.KANJI_") {
			groups = append(groups, key)
		}
	}
	m.viBase, m.viMark = val["TO_NORMALIZE_VI_CHARS"], val["DMARK_CLASS"]
	for _, mark := range m.viMark {
		row := val[fmt.Sprintf("NORMALIZED_VI_CHARS_%04X", mark)]
		if len(row) != len(m.viBase) {
			return fmt.Errorf("messages.properties: %d compositions with %U, want %d", len(row), mark, len(m.viBase))
		}
		m.viComposed = append(m.viComposed, row...)
	}
	if len(m.viMark) == 0 || len(groups) == 0 {
		return fmt.Errorf("messages.properties: %d marks, %d groups of ideographs", len(m.viMark), len(groups))
	}
	seen := map[rune]bool{}
	for _, key := range groups {
		for _, r := range val[key] {
			// A character in two groups would make their order count.
			if seen[r] {
				return fmt.Errorf("messages.properties: %U stands in two groups", r)
			}
			seen[r] = true
		}
		m.kanji = append(m.kanji, val[key])
	}
	return nil
}

// encode writes the layout that langdetect/model.go reads: unsigned varints,
// column after column, deflated.
func (m *model) encode() ([]byte, error) {
	var b []byte
	num := func(n uint64) { b = binary.AppendUvarint(b, n) }
	runes := func(rs []rune) {
		num(uint64(len(rs)))
		for _, r := range rs {
			num(uint64(r))
		}
	}
	num(uint64(len(m.langs)))
	for i, l := range m.langs {
		num(uint64(len(l)))
		b = append(b, l...)
		for _, n := range m.totals[i] {
			num(n)
		}
	}
	runes(m.viBase)
	runes(m.viMark)
	runes(m.viComposed)
	num(uint64(len(m.kanji)))
	for _, g := range m.kanji {
		runes(g)
	}
	var alphabet []rune
	for gram := range m.grams {
		alphabet = append(alphabet, []rune(gram)...)
	}
	slices.Sort(alphabet)
	alphabet = slices.Compact(alphabet)
	runes(alphabet)
	// An n-gram is a number in base len(alphabet)+1 with digits from 1.
	byKey := map[uint64][]count{}
	for gram, counts := range m.grams {
		var key uint64
		for _, r := range gram {
			at, _ := slices.BinarySearch(alphabet, r)
			key = key*uint64(len(alphabet)+1) + uint64(at+1)
		}
		byKey[key] = counts
	}
	keys := slices.Sorted(maps.Keys(byKey))
	num(uint64(len(keys)))
	last := uint64(0)
	for _, k := range keys {
		num(k - last)
		last = k
	}
	for _, k := range keys {
		num(uint64(len(byKey[k])))
	}
	for _, k := range keys {
		for _, c := range byKey[k] {
			num(uint64(c.lang))
		}
	}
	for _, k := range keys {
		for _, c := range byKey[k] {
			num(c.n)
		}
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
