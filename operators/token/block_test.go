package token

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomBlock is a block of mostly plain text.
func randomBlock(r *rand.Rand) (b window) {
	pieces := []string{"a", "Z", "0", "-", "*", ".", "_", "ن", "ا", "ـ", "\u060c", "\u0651", "é", "\xd8", "\xd9", "\x80", "\x00", "\n", "”"}
	common := 1 + r.IntN(len(pieces))
	for i := 0; i < len(b); {
		if r.IntN(4) == 0 {
			b[i] = ' '
			i++
			continue
		}
		i += copy(b[i:], pieces[r.IntN(common)])
	}
	return b
}

// The instructions of each level read the same masks of a block, whatever it is.
func TestMasks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var seen masks
	for range 100_000 {
		b := randomBlock(r)
		var want masks
		want.readGeneric(&b)
		AtLevels(func(level int) {
			var got masks
			if got.read(&b); got != want {
				t.Fatalf("%q: got %x at level %d, want %x", b, got, level, want)
			}
		})
		seen.arabic |= want.arabic
		seen.odd |= want.odd
		seen.deleted |= want.deleted
		seen.sentence |= want.sentence
	}
	if all := ^uint64(0); seen.arabic != all || seen.odd != all || seen.deleted != all || seen.sentence != all {
		t.Errorf("the blocks are too tame: %x", seen)
	}
}

// Each byte has its bits, wherever it stands.
func TestMasksOfEachByte(t *testing.T) {
	AtLevels(func(level int) {
		for c := range 256 {
			for _, at := range []int{0, 7, 31, 32, 63} {
				var b window
				b[at] = byte(c)
				var m masks
				m.read(&b)
				var is Bits
				if c < 0x80 {
					is = BitsOf(rune(c))
				}
				want := func(is bool) uint64 {
					if is {
						return 1 << at
					}
					return 0
				}
				if w := (masks{
					letter: want(is&LatinLetter != 0), word: want(is&RepWord != 0), space: want(is&Space != 0),
					deleted: want(is&Deleted != 0), sentence: want(is&SentenceEnd != 0), odd: want(c >= 0x80 || c == '_'),
				}); m != w {
					t.Fatalf("level %d, byte %#x at %d: got %x, want %x", level, c, at, m, w)
				}
			}
		}
	})
}

// All Arabic letters of the masks have the bits that blocks takes them to have.
func TestArabicOfMasks(t *testing.T) {
	var is [3]Bits
	for c := rune(0); c < 0x800; c++ {
		s := string(c)
		if len(s) == 2 && isArabicLetter(s[0], s[1]) {
			is[0]++
			is[1] |= BitsOf(c)
			is[2] |= ^BitsOf(c)
		}
	}
	if is[0] == 0 || is[1]&is[2] != 0 || is[1] != narrow[arabicBeh] {
		t.Errorf("%d letters, with bits %b and without %b", is[0], is[1], is[2])
	}
}

// The instructions find the same words, and no two equal neighbours escape.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	alikes := 0
	for range 100_000 {
		b := randomBlock(r)
		var m masks
		m.read(&b)
		keep := ^uint64(0) >> (blockSize - bits.Len64(m.space))
		word := m.word & keep
		w := wordMasks{first: word &^ (word << 1), last: word &^ (word >> 1), arabic: m.arabic & keep}
		if w.first == 0 {
			continue
		}
		w.gram = w.first &^ reach(word, keep&^(word|m.space))
		n := bits.OnesCount64(w.gram)
		var wantStart, start [perBlock]uint32
		var wantInitial, initial [blockSize]byte
		equal := false
		for first, last, before := w.first, w.last, ""; first != 0; first, last = first&(first-1), last&(last-1) {
			word := string(b[bits.TrailingZeros64(first) : bits.TrailingZeros64(last)+1])
			equal = equal || word == before
			before = word
		}
		wantAlike := wordsGeneric(&b, &w, 1000, &wantStart, &wantInitial)
		alike := words(&b, &w, 1000, &start, &initial)
		if !slices.Equal(start[:n], wantStart[:n]) || string(initial[:n]) != string(wantInitial[:n]) || equal && (alike == 0 || wantAlike == 0) {
			t.Fatalf("%q: got %d %q %x, want %d %q %x", b, start[:n], initial[:n], alike, wantStart[:n], wantInitial[:n], wantAlike)
		}
		for j := range n {
			if initial[j] != initialOf(b[:], int(start[j])-1000) {
				t.Fatalf("%q: word %d has the initial %q", b, j, initial[j])
			}
		}
		if equal {
			alikes++
		}
	}
	if alikes == 0 {
		t.Error("no two neighbours were equal")
	}
}

// A lag is never missed, whatever instructions there are, and hardly ever seen where
// there is none.
func TestLagged(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	falsely := 0
	for range 5_000 {
		n, repeats := 2+r.IntN(59), 2+r.IntN(3)
		need := (repeats - 1) * n
		if need < 7 {
			continue
		}
		table := Table{initial: make([]byte, need+n+r.IntN(100), 1000)}
		letters := 2 + r.IntN(60)
		for i := range table.initial {
			table.initial[i] = byte('A' + r.IntN(letters))
		}
		at := n + r.IntN(len(table.initial)-n-need+1)
		for i := at; i < at+need; i++ {
			table.initial[i] = table.initial[i-n]
		}
		AtLevels(func(level int) {
			for _, lags := range [][2]int{{n, n}, {max(n-r.IntN(50), (7+repeats-2)/(repeats-1)), min(n+r.IntN(50), maxLag)}} {
				if may, known := table.Lagged(lags[0], lags[1], repeats); !may || !known {
					t.Fatalf("level %d: %q, lags %d, %d times: got %v, %v", level, table.initial, lags, repeats, may, known)
				}
			}
		})
		for i := range table.initial {
			table.initial[i] = byte(255 - i) // the bytes behind count up
		}
		AtLevels(func(int) {
			if may, _ := table.Lagged(7, maxLag, repeats); may && len(table.initial) <= 256 {
				falsely++
			}
		})
	}
	if falsely > 0 {
		t.Errorf("%d times there was no lag", falsely)
	}
}

func BenchmarkBlock(b *testing.B) {
	var text window
	copy(text[:], "The quick brown fox, as we know, jumps over the lazy dog. \"Why?\" he asks")
	var m masks
	m.read(&text)
	w := wordMasks{first: m.word &^ (m.word << 1), last: m.word &^ (m.word >> 1)}
	w.gram = w.first
	var start [perBlock]uint32
	var initial [blockSize]byte
	AtLevels(func(level int) {
		name := []string{"generic", "avx2", "avx512"}[level]
		b.Run("masks/"+name, func(b *testing.B) {
			b.SetBytes(blockSize)
			for b.Loop() {
				m.read(&text)
			}
		})
		b.Run("words/"+name, func(b *testing.B) {
			b.SetBytes(blockSize)
			for b.Loop() {
				words(&text, &w, 0, &start, &initial)
			}
		})
	})
}
