package truthfulqa

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
		number, _, _ := x.vocab.find(t)
		m.ids = append(m.ids, number)
	}
}

// bytes is the memory that is used again.
func (m *matcher) bytes() int {
	return size(m.ids) + size(m.counts) + size(m.touched) + size(m.matches)
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
			g = x.longer.next(g, m.ids[i+n])
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
