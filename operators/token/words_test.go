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
		glued := first & r.Uint64()
		var w, g words
		wordsOf(&w, b, 0, first, after, glued)
		wordsGeneric(&g, b, 0, first, after, glued)
		if w != g {
			t.Fatalf("%q, glued %x: got %+v, want %+v", b, glued, w, g)
		}
	}
}
