package token_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"mizan/operators/internal/slow"
	"mizan/operators/token"
)

// collect is a sink that keeps the starts and hashes of all words.
type collect struct {
	starts []uint32
	hashes []uint64
}

func (c *collect) Reset()       { *c = collect{} }
func (c *collect) Overlap() int { return 0 }
func (c *collect) Window(t *token.Table) {
	c.starts = append(c.starts, t.Start[t.Kept:]...)
	c.hashes = append(c.hashes, t.Hash()[t.Kept:]...)
}

// A processor without the instructions finds the same.
func TestLevels(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 5_000 {
		s := slow.Text(r)
		var generic *token.Scanner
		var genericWords collect
		token.AtLevels(func(level int) {
			var sc token.Scanner
			var c collect
			sc.Loops(s, true, []token.SentenceRun{{MinWords: 3}}, []token.Sink{&c})
			if generic == nil {
				generic, genericWords = &sc, c
				return
			}
			if sc.Letters != generic.Letters || sc.Sequences != generic.Sequences || sc.Chars != generic.Chars || sc.Seen != generic.Seen ||
				sc.Words != generic.Words || !reflect.DeepEqual(sc.Sentences, generic.Sentences) || !reflect.DeepEqual(c, genericWords) {
				t.Fatalf("%q: got %+v with the instructions of level %d, %+v without", s, sc, level, generic)
			}
		})
		var genericSplit *token.Scanner
		var genericLines collect
		token.AtLevels(func(level int) {
			var sc token.Scanner
			var words, lines collect
			sc.Split(s, []token.Sink{&words}, []token.Sink{&lines})
			if genericSplit == nil {
				genericSplit, genericWords, genericLines = &sc, words, lines
				return
			}
			if sc.Letters != genericSplit.Letters || sc.Chars != genericSplit.Chars || sc.Words != genericSplit.Words || sc.Lines != genericSplit.Lines ||
				!reflect.DeepEqual(words, genericWords) || !reflect.DeepEqual(lines, genericLines) {
				t.Fatalf("%q: split gives %+v with the instructions of level %d, %+v without", s, sc, level, genericSplit)
			}
		})
	}
}
