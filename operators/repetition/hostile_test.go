package repetition

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"mizan/internal/yardstick"
	"mizan/operators/token"
)

// alikes returns words of 16 bytes that are alike to everything but the last comparison:
// they have the same hash in a token.Table, and the same first character.
func alikes(r *rand.Rand, n int) []string {
	stir := func(h, x uint64) uint64 {
		h = (h ^ x) * mix
		return h ^ h>>32
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	random := func(b []byte) {
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
	}
	var hash uint64
	var words []string
	b := make([]byte, 16)
	for len(words) < n {
		random(b)
		b[0] = 'a'
		h := stir(0, binary.LittleEndian.Uint64(b))
		if len(words) == 0 {
			hash = h ^ binary.LittleEndian.Uint64(b[8:])
		}
		binary.LittleEndian.PutUint64(b[8:], hash^h)
		if strings.Trim(string(b), letters) == "" {
			words = append(words, string(b))
		}
	}
	return words
}

// oneHash is a sink that says whether, in some window, most words have the hash of one before them.
type oneHash struct{ few bool }

func (*oneHash) Reset()       {}
func (*oneHash) Overlap() int { return 0 }
func (o *oneHash) Window(t *token.Table) {
	distinct := map[uint64]bool{}
	for _, h := range t.Hash() {
		distinct[h] = true
	}
	o.few = o.few || len(distinct) < t.Len()/50
}

// A text that is made to look like a repetition wherever it is looked at takes no more
// than some passes over it.
func TestHostileTexts(t *testing.T) {
	runtime.LockOSThread() // its time is measured
	defer runtime.UnlockOSThread()
	r := rand.New(rand.NewPCG(11, 12))
	words := alikes(r, 40)
	// text has stretches of so many of the words, and a word of its own after each.
	text := func(stretch int) string {
		var b strings.Builder
		for b.Len() < 1<<20 {
			for range stretch {
				b.WriteString(words[r.IntN(len(words))] + " ")
			}
			random := r.Uint64()
			for range 9 {
				b.WriteByte('A' + byte(random%26))
				random /= 26
			}
			b.WriteByte(' ')
		}
		return b.String()
	}
	var sc token.Scanner
	for _, n := range []Ngrams{LoopNgrams, {5, 60, 600}, {5, 100, 3}, {8, 60, 2}} {
		for _, stretch := range []int{20, 100, 180, 1000, 9000} {
			s := text(stretch)
			var hashes oneHash
			if sc.Loops(s, false, nil, []token.Sink{&hashes}); !hashes.few && stretch > 50 {
				t.Fatal("the words have hashes of their own")
			}
			search := Search{Ngrams: n}
			start := yardstick.CPUTime()
			sc.Loops(s, false, nil, []token.Sink{&search})
			if d := yardstick.CPUTime() - start; d > time.Second {
				t.Errorf("%+v, stretches of %d: %v", n, stretch, d)
			}
			if search.N != 0 {
				t.Errorf("%+v, stretches of %d: found %d", n, stretch, search.N)
			}
		}
	}
}
