package token

import (
	"math/rand/v2"
	"testing"
)

func TestWordsOfBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 20_000 {
		// Words of one letter in two, and of 30 letters.
		b := make([]byte, blockSize+8)
		odds := 1 + r.IntN(12)
		for i := range b {
			if b[i] = ' '; r.IntN(odds) > 0 || odds == 1 && i%2 == 0 {
				b[i] = "aab-"[r.IntN(4)]
			}
		}
		b[blockSize-1] = ' '
		var m masks
		masksOf(&m, (*[blockSize]byte)(b))
		first, after := m.alnum&^(m.alnum<<1), m.alnum<<1&^m.alnum
		var w, g words
		var hash, wantHash [perBlock]uint64
		var start, wantStart [perBlock]int
		wordsOf(&w, &hash, &start, b, 0, first, after)
		wordsGeneric(&g, &wantHash, &wantStart, b, 0, first, after)
		if w != g || hash != wantHash || start != wantStart {
			t.Fatalf("%q: got %+v %x %d, want %+v %x %d", b, w, hash, start, g, wantHash, wantStart)
		}
	}
}
