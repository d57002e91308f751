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

// Wherever four initials equal those n on, all instructions find the first place where
// they do; they may find more where a neighbour is behind the end.
func TestLagged(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	found := 0
	for range 20_000 {
		from := 1 + r.IntN(maxLag)
		to := from + r.IntN(maxLag-from+1)
		step := 1 + r.IntN(2*maxLag)
		s := make([]byte, r.IntN(400), 1000)
		letters := 2 + r.IntN(60)
		for i := range s {
			s[i] = byte('A' + r.IntN(letters))
		}
		type hit struct {
			at   int
			lags uint64
		}
		var want []hit
		for i := 0; i+from+lagBytes <= len(s); i += step {
			h := hit{at: i}
			for n := from; n <= to && i+n+lagBytes <= len(s); n++ {
				if string(s[i:i+lagBytes]) == string(s[i+n:i+n+lagBytes]) {
					h.lags |= 1 << (n - from)
				}
			}
			if h.lags != 0 {
				want = append(want, h)
			}
		}
		found += len(want)
		AtLevels(func(level int) {
			var got []hit
			for i := 0; ; i += step {
				var h hit
				if h.at, h.lags = lagged(s, i, step, from, to); h.at < 0 {
					break
				}
				i = h.at
				for n := from; n <= to; n++ { // those that reach beyond the end
					if i+n+lagBytes > len(s) {
						h.lags &^= 1 << (n - from)
					}
				}
				if h.lags != 0 {
					got = append(got, h)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("level %d: %q, lags %d to %d in steps of %d: got %x, want %x", level, s, from, to, step, got, want)
			}
		})
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// All instructions find the same first byte that differs, wherever it is.
func TestCommon(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 20_000 {
		a, b := make([]byte, r.IntN(400)), make([]byte, r.IntN(400))
		want := min(len(a), len(b))
		if want > 0 && r.IntN(4) > 0 {
			want = r.IntN(want)
			a[want] = 1
			for i := range want {
				a[i] = byte(r.IntN(256))
			}
			copy(b[:want], a)
		}
		AtLevels(func(level int) {
			if got := common(a, b); got != want {
				t.Fatalf("level %d: %q and %q: got %d, want %d", level, a, b, got, want)
			}
		})
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
