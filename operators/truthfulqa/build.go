package truthfulqa

import "slices"

// indexBuilder makes indexes. It holds memory that is reused from question to question:
// where a run has one model, each question is new, and with maps three quarters of the
// time for its record went into making them.
type indexBuilder struct {
	vocab vocabulary
	// The tokens of all references, and where each reference ends.
	ids  []uint32
	ends []int

	// The n-grams longer than a token, as many as there are places for them.
	longer ngramTable
	// The n-grams by their number.
	grams []gram
	// How often the references have the n-grams, one reference after the other.
	counts []count
}

// gram is what is known of an n-gram: its n, how many counts it has, and the last one of
// them, from 1 on.
type gram struct {
	last, has uint32
	n         uint8
}

type count struct {
	gram uint32
	posting
}

// reset forgets the references.
func (b *indexBuilder) reset() {
	b.vocab.reset()
	b.ids, b.ends = b.ids[:0], b.ends[:0]
}

// bytes is the memory that is used again.
func (b *indexBuilder) bytes() int {
	return b.vocab.bytes() + size(b.ids) + size(b.ends) + b.longer.bytes() + size(b.grams) + size(b.counts)
}

// add makes the tokens that tok has at hand the next reference.
func (b *indexBuilder) add(tok *tokenizer) {
	b.ids = b.number(b.ids, tok)
	b.ends = append(b.ends, len(b.ids))
}

// number appends the numbers of the tokens that tok has at hand.
func (b *indexBuilder) number(ids []uint32, tok *tokenizer) []uint32 {
	for t := tok.next(); t != nil; t = tok.next() {
		ids = append(ids, b.vocab.number(t))
	}
	return ids
}

// build makes the index of the references, with n-grams up to maxN.
func (b *indexBuilder) build(maxN int) *index {
	x := &index{maxN: maxN, vocab: b.vocab.clone(), refLen: make([]int, len(b.ends))}
	// No more n-grams are longer than a token than that.
	longer := (maxN - 1) * len(b.ids)
	b.longer.reset(longer)

	tokens := len(x.vocab.ends)
	grams := slices.Grow(b.grams[:0], tokens+longer)[:tokens+longer]
	clear(grams)
	for g := range grams[:tokens] {
		grams[g].n = 1
	}
	counts := slices.Grow(b.counts[:0], len(b.ids)+longer)[:len(b.ids)+longer]
	// Numbers, not slices that grow: they are changed with each n-gram.
	numbers, counted := tokens, 0
	from := 0
	for ref, end := range b.ends {
		ids := b.ids[from:end]
		x.refLen[ref], from = len(ids), end
		for i, g := range ids {
			for n := 1; ; n++ {
				if p := &grams[g]; p.last > 0 && counts[p.last-1].ref == uint32(ref) {
					counts[p.last-1].count++
				} else {
					counts[counted] = count{g, posting{uint32(ref), 1}}
					counted++
					p.has++
					p.last = uint32(counted)
				}
				if n == maxN || i+n == len(ids) {
					break
				}
				key := uint64(g)<<32 | uint64(ids[i+n])
				at, found := b.longer.find(key)
				if !found {
					b.longer.keys[at], b.longer.grams[at] = key, uint32(numbers)
					grams[numbers].n = uint8(n + 1)
					numbers++
				}
				g = b.longer.grams[at]
			}
		}
	}
	b.grams, b.counts = grams[:numbers], counts[:counted]
	x.longer = b.longer.fitted(numbers - tokens)
	b.layOut(x)
	return x
}

// layOut brings the counts of each n-gram together.
func (b *indexBuilder) layOut(x *index) {
	x.n, x.start, x.refs = make([]uint8, len(b.grams)), make([]uint32, len(b.grams)+1), make([]posting, len(b.counts))
	for g := range b.grams {
		p := &b.grams[g]
		p.last = x.start[g] // now where the next count goes
		x.n[g], x.start[g+1] = p.n, x.start[g]+p.has
	}
	for _, c := range b.counts {
		p := &b.grams[c.gram]
		x.refs[p.last] = c.posting
		p.last++
	}
}
