package langdetect

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// mersenne is the generator MT19937 (Matsumoto and Nishimura 1998).
type mersenne struct {
	state [624]uint32
	next  int
}

// newMersenne seeds by the array [0], as Python's random.seed(0) does.
func newMersenne() *mersenne {
	g := &mersenne{next: 624}
	s := &g.state
	s[0] = 19650218
	for i := uint32(1); i < 624; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + i
	}
	// init_by_array with the one-word key [0]: key word and its index are 0.
	i := 1
	for range 624 {
		s[i] = s[i] ^ (s[i-1]^s[i-1]>>30)*1664525
		if i++; i == 624 {
			s[0], i = s[623], 1
		}
	}
	for range 623 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == 624 {
			s[0], i = s[623], 1
		}
	}
	s[0] = 1 << 31
	return g
}

func (g *mersenne) uint32() uint32 {
	if g.next == 624 {
		s := &g.state
		for i := range s {
			y := s[i]&(1<<31) | s[(i+1)%624]&(1<<31-1)
			s[i] = s[(i+397)%624] ^ y>>1 ^ (y&1)*0x9908B0DF
		}
		g.next = 0
	}
	y := g.state[g.next]
	g.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9D2C5680
	y ^= y << 15 & 0xEFC60000
	return y ^ y>>18
}

// Every detection starts from the same seed, so all of them read one and the
// same sequence of outputs. It is kept as far as any detection has read.
type sequence struct {
	outputs atomic.Pointer[[]uint32]
	mu      sync.Mutex
	source  *mersenne
}

var shared sequence

// chunk is how far the sequence grows at a time. A detection reads up to 7
// times 1001 picks of at most 2 outputs on average: hardly ever more than one.
const chunk = 1 << 14

// upTo returns the sequence with at least n outputs.
func (q *sequence) upTo(n int) []uint32 {
	if p := q.outputs.Load(); p != nil && len(*p) >= n {
		return *p
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	var out []uint32
	if p := q.outputs.Load(); p != nil {
		out = *p
	}
	if q.source == nil {
		q.source = newMersenne()
	}
	for len(out) < n {
		longer := make([]uint32, len(out)+chunk)
		for i := copy(longer, out); i < len(longer); i++ {
			longer[i] = q.source.uint32()
		}
		out = longer
	}
	q.outputs.Store(&out)
	return out
}

// random is a position in the sequence, with what Python's gauss keeps.
type random struct {
	outputs []uint32
	at      int
	kept    float64
	keeps   bool
}

func (r *random) uint32() uint32 {
	if r.at == len(r.outputs) {
		r.outputs = shared.upTo(r.at + 1)
	}
	v := r.outputs[r.at]
	r.at++
	return v
}

func (r *random) float() float64 {
	a := r.uint32() >> 5
	b := r.uint32() >> 6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}

// gauss is Python's random.gauss(0, 1): Box-Muller, the second deviate kept
// for the next call.
func (r *random) gauss() float64 {
	if r.keeps {
		r.keeps = false
		return r.kept
	}
	at := r.at
	u1, u2 := r.float(), r.float()
	cos, sin := deviate(at, u1, u2)
	r.kept, r.keeps = sin, true
	return cos
}

// pick is the index that Python's random.choice takes from n items.
func (r *random) pick(n int) int {
	shift := 32 - bits.Len32(uint32(n))
	for {
		if v := int(r.uint32() >> shift); v < n {
			return v
		}
	}
}
