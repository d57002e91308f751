package token_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

// collect is a sink that keeps the hashes of all words.
type collect struct{ hashes []uint64 }

func (c *collect) Reset()                { c.hashes = nil }
func (c *collect) Overlap() int          { return 0 }
func (c *collect) Window(t *token.Table) { c.hashes = append(c.hashes, t.Hash[t.Kept:]...) }

// A processor without the bit instructions finds the same.
func TestGenericScan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	scan := func(s string) (*token.Scanner, []uint64) {
		var sc token.Scanner
		var c collect
		sc.Loops(s, true, []token.SentenceRun{{MinWords: 3}}, []token.Sink{&c})
		return &sc, c.hashes
	}
	for range 3_000 {
		s := slow.Text(r)
		fast, fastWords := scan(s)
		restore := token.UseGeneric()
		plain, plainWords := scan(s)
		restore()
		if fast.Letters != plain.Letters || fast.Sequences != plain.Sequences || fast.Chars != plain.Chars || fast.Seen != plain.Seen ||
			fast.Words != plain.Words || !reflect.DeepEqual(fast.Sentences, plain.Sentences) || !reflect.DeepEqual(fastWords, plainWords) {
			t.Fatalf("%q: got %+v with the instructions, %+v without", s, fast, plain)
		}
	}
}
