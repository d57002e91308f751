package report

// interner keeps one copy of each text: the pages they stand in go.
type interner struct{ known map[string]string }

// maxInterned bounds the texts that are kept: reasons and instruction ids come
// from anybody's records, so they may all differ.
const maxInterned = 1 << 16

func newInterner() *interner { return &interner{known: map[string]string{}} }

// text returns b as a text that outlives b.
func (in *interner) text(b []byte) string {
	if s, ok := in.known[string(b)]; ok {
		return s
	}
	if len(in.known) == maxInterned {
		clear(in.known)
	}
	s := string(b)
	in.known[s] = s
	return s
}
