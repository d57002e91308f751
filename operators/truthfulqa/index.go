package truthfulqa

// index holds the n-grams of all references of one question, so that a response
// is compared with all of them in one walk over its tokens.
//
// A token is a number from 1 on. An n-gram is a number too: a 1-gram is its
// token, a longer one is looked up by (the n-gram without its last token, its
// last token). A walk from a token of the response thus ends at the first
// n-gram that no reference has. An index is immutable once built.
type index struct {
	maxN   int
	vocab  vocabulary
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

// slot spreads keys over a power of two by multiplication (Knuth, TAOCP 6.4).
func slot(key uint64, size int) int {
	return int(key*0x9E3779B97F4A7C15>>33) & (size - 1)
}

// next returns the n-gram made of g and one more token, 0 if no reference has
// it.
func (x *index) next(g, token uint32) uint32 {
	at, _ := x.find(g, token)
	return x.grams[at]
}

// find returns where the n-gram made of g and one more token is or would be.
func (x *index) find(g, token uint32) (at int, found bool) {
	key := uint64(g)<<32 | uint64(token)
	for at = slot(key, len(x.keys)); x.keys[at] != key; at = (at + 1) & (len(x.keys) - 1) {
		if x.keys[at] == 0 {
			return at, false
		}
	}
	return at, true
}
