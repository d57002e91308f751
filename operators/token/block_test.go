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

// controls knows each byte, wherever it stands and whatever is beside it.
func TestControls(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 20_000 {
		var b window
		var feeds, other uint64
		for i := range b {
			b[i] = byte(r.IntN(256)) >> r.IntN(6)
			switch {
			case i >= blockSize:
			case b[i] == '\n':
				feeds |= 1 << i
			case b[i] < ' ':
				other |= 1 << i
			}
		}
		if f, o := controls(&b); f != feeds || o != other {
			t.Fatalf("%q: got %x and %x, want %x and %x", b, f, o, feeds, other)
		}
	}
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
	alikes, glued := 0, 0
	for range 100_000 {
		b := randomBlock(r)
		var m masks
		m.read(&b)
		keep := ^uint64(0) >> (blockSize - bits.Len64(m.space))
		word := m.word & keep
		w := wordMasks{head: word &^ (word << 1), tail: word &^ (word >> 1), arabic: m.arabic & keep}
		if w.head == 0 {
			continue
		}
		w.gram = w.head &^ reach(word, keep&^(word|m.space))
		// Glue some words together.
		rest := w.head & (w.head - 1)
		for first := rest; first != 0; first &= first - 1 {
			if r.IntN(8) == 0 {
				near := first & -first
				w.head &^= near
				w.tail &^= 1 << (bits.Len64(w.tail&(near-1)) - 1)
				w.glued = 1
				glued++
			}
		}
		w.gram &= w.head
		n := bits.OnesCount64(w.gram)
		var wantStart, start [perBlock]uint32
		var wantInitial, initial [perBlock]byte
		equal := false
		for head, tail, before := w.head, w.tail, ""; head != 0; head, tail = head&(head-1), tail&(tail-1) {
			kept := ""
			for i := bits.TrailingZeros64(head); i <= bits.TrailingZeros64(tail); i++ {
				if word>>i&1 != 0 {
					kept += string(b[i : i+1])
				}
			}
			equal = equal || kept == before
			before = kept
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
	if alikes == 0 || glued == 0 {
		t.Errorf("%d neighbours were equal, %d glued", alikes, glued)
	}
}

// Wherever four initials equal those some lag on, all instructions find the places where
// they do; they may find more where a neighbour is behind the end.
func TestLagged(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	found := 0
	for range 20_000 {
		from := 1 + r.IntN(maxLag)
		l := planLags(from, from+r.IntN(maxLag-from+1), 1+r.IntN(4))
		if l.step < 1 {
			continue
		}
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
		for k := 0; k*l.step+from+lagBytes <= len(s); k++ {
			h := hit{at: k}
			for i, n := k*l.step, from; n <= l.to && i+n+lagBytes <= len(s); n++ {
				if i%l.stepOf(n) == 0 && string(s[i:i+lagBytes]) == string(s[i+n:i+n+lagBytes]) {
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
			for k := 0; ; k++ {
				var h hit
				if h.at, h.lags = lagged(s, k, &l); h.at < 0 {
					break
				}
				k = h.at
				for n := from; n <= l.to; n++ { // those that reach beyond the end
					if k*l.step+n+lagBytes > len(s) {
						h.lags &^= 1 << (n - from)
					}
				}
				if h.lags != 0 {
					got = append(got, h)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("level %d: %q, %+v: got %x, want %x", level, s, l, got, want)
			}
		})
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}

// However many neighbours must equal those n on, they cover a place where that lag is
// looked at.
func TestPlanLags(t *testing.T) {
	for from := 1; from <= maxLag; from++ {
		for times := 1; times < 10; times++ {
			l := planLags(from, maxLag, times)
			if l.step < 1 {
				continue
			}
			if l.mid < from+few || l.mid > from+32 {
				t.Errorf("from %d, %d times: %+v", from, times, l)
			}
			for n := from; n <= maxLag; n++ {
				if least := l.stepOf(n) + lagBytes - 1; times*n < least {
					t.Errorf("from %d, %d times: %d neighbours at lag %d are less than %d", from, times, times*n, n, least)
				}
			}
		}
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
	w := wordMasks{head: m.word &^ (m.word << 1), tail: m.word &^ (m.word >> 1)}
	w.gram = w.head
	var start [perBlock]uint32
	var initial [perBlock]byte
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
