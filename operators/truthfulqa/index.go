package truthfulqa

import "slices"

// index holds the n-grams of all references of one question, so that a response
// is compared with all of them in one walk over its tokens.
//
// A token is a number from 1 on. An n-gram is a number too: a 1-gram is its
// token, a longer one is looked up by (the n-gram without its last token, its
// last token). A walk from a token of the response thus ends at the first
// n-gram that no reference has. An index is immutable once built.
type index struct {
	maxN   int
	vocab  map[string]uint32
	refLen []int // tokens of each reference

	// Open addressing: keys are prefix<<32 | token, 0 is free.
	keys  []uint64
	grams []uint32

	// By n-gram: its n, and which references have it how often.
	n     []uint8
	start []uint32
	refs  []posting
}

type posting struct{ ref, count uint32 }

// indexBuilder numbers the n-grams of one reference after the other.
type indexBuilder struct {
	index
	pairs    map[uint64]uint32
	postings [][]posting
}

func newIndexBuilder(maxN int) *indexBuilder {
	b := &indexBuilder{pairs: map[uint64]uint32{}}
	b.maxN, b.vocab = maxN, map[string]uint32{}
	b.gram(0) // number 0 stands for none
	return b
}

// gram makes a new n-gram number.
func (b *indexBuilder) gram(n int) uint32 {
	b.n = append(b.n, uint8(n))
	b.postings = append(b.postings, nil)
	return uint32(len(b.n) - 1)
}

// tokens numbers the tokens of a reference that tok has at hand.
func (b *indexBuilder) tokens(tok *tokenizer) []uint32 {
	var ids []uint32
	for t := tok.next(); t != nil; t = tok.next() {
		id, ok := b.vocab[string(t)]
		if !ok {
			id = b.gram(1)
			b.vocab[string(t)] = id
		}
		ids = append(ids, id)
	}
	return ids
}

// add counts the n-grams of the next reference.
func (b *indexBuilder) add(ids []uint32) {
	ref := uint32(len(b.refLen))
	b.refLen = append(b.refLen, len(ids))
	for i := range ids {
		g := ids[i]
		b.count(g, ref)
		for n := 2; n <= b.maxN && i+n <= len(ids); n++ {
			key := uint64(g)<<32 | uint64(ids[i+n-1])
			next, ok := b.pairs[key]
			if !ok {
				next = b.gram(n)
				b.pairs[key] = next
			}
			g = next
			b.count(g, ref)
		}
	}
}

func (b *indexBuilder) count(g, ref uint32) {
	p := b.postings[g]
	if len(p) > 0 && p[len(p)-1].ref == ref {
		p[len(p)-1].count++
		return
	}
	b.postings[g] = append(p, posting{ref, 1})
}

// build lays the tables out flat.
func (b *indexBuilder) build() *index {
	size := 4
	for size < 2*len(b.pairs) {
		size *= 2
	}
	b.keys, b.grams = make([]uint64, size), make([]uint32, size)
	for key, g := range b.pairs {
		at := slot(key, size)
		for b.keys[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		b.keys[at], b.grams[at] = key, g
	}
	total := 0
	for _, p := range b.postings {
		total += len(p)
	}
	b.n, b.refs = slices.Clone(b.n), make([]posting, 0, total)
	b.start = make([]uint32, len(b.n)+1)
	for g, p := range b.postings {
		b.refs = append(b.refs, p...)
		b.start[g+1] = uint32(len(b.refs))
	}
	x := b.index
	return &x
}

// slot spreads keys over a power of two by multiplication (Knuth, TAOCP 6.4).
func slot(key uint64, size int) int {
	return int(key*0x9E3779B97F4A7C15>>33) & (size - 1)
}

// next returns the n-gram made of g and one more token, 0 if no reference has
// it.
func (x *index) next(g, token uint32) uint32 {
	key := uint64(g)<<32 | uint64(token)
	for at := slot(key, len(x.keys)); ; at = (at + 1) & (len(x.keys) - 1) {
		switch x.keys[at] {
		case key:
			return x.grams[at]
		case 0:
			return 0
		}
	}
}

// matcher is the memory for comparing a response with an index.
type matcher struct {
	ids     []uint32
	counts  []uint32 // by n-gram, all zero between uses
	touched []uint32
	// matches[ref][n-1] is the sum over the n-grams of the response of
	// min(count in the response, count in the reference).
	matches [][maxOrder]int
}

// maxOrder is the longest n-gram of BLEU (Papineni et al., 2002).
const maxOrder = 4

// number sets m.ids to the numbers of the tokens that tok has at hand, 0 for a token that no reference
// has.
func (m *matcher) number(x *index, tok *tokenizer) {
	m.ids = m.ids[:0]
	for t := tok.next(); t != nil; t = tok.next() {
		m.ids = append(m.ids, x.vocab[string(t)])
	}
}

// match sets m.matches for the response whose tokens are m.ids.
func (m *matcher) match(x *index) {
	if len(m.counts) < len(x.n) {
		m.counts = make([]uint32, 2*len(x.n))
	}
	m.touched = m.touched[:0]
	for i, g := range m.ids {
		for n := 1; g != 0; n++ {
			if m.counts[g] == 0 {
				m.touched = append(m.touched, g)
			}
			m.counts[g]++
			if n == x.maxN || i+n == len(m.ids) || m.ids[i+n] == 0 {
				break
			}
			g = x.next(g, m.ids[i+n])
		}
	}
	m.matches = m.matches[:0]
	for range x.refLen {
		m.matches = append(m.matches, [maxOrder]int{})
	}
	for _, g := range m.touched {
		count := m.counts[g]
		m.counts[g] = 0
		order := x.n[g] - 1
		for _, p := range x.refs[x.start[g]:x.start[g+1]] {
			m.matches[p.ref][order] += int(min(count, p.count))
		}
	}
}
