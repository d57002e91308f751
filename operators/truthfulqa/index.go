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

	longer ngramTable

	// By n-gram: its n, and which references have it how often.
	n     []uint8
	start []uint32
	refs  []posting
}

type posting struct{ ref, count uint32 }

// bytes is the memory of the index.
func (x *index) bytes() int {
	return x.vocab.bytes() + size(x.refLen) + x.longer.bytes() + size(x.n) + size(x.start) + size(x.refs)
}
