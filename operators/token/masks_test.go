package token

import (
	"math/rand/v2"
	"testing"
)

func TestMasksOfEachByte(t *testing.T) {
	for c := range 256 {
		for _, at := range []int{0, 7, 31, 32, 63} {
			var b [64]byte
			b[at] = byte(c)
			var m, g masks
			masksOf(&m, &b)
			masksGeneric(&g, &b)
			if m != g {
				t.Fatalf("byte %#x at %d: got %x, want %x", c, at, m, g)
			}
			var bits Bits
			if c < 0x80 {
				bits = BitsOf(rune(c))
			}
			want := func(is bool) uint64 {
				if is {
					return 1 << at
				}
				return 0
			}
			if w := (masks{
				letter: want(bits&LatinLetter != 0), alnum: want(bits&RepWord != 0), space: want(bits&Space != 0),
				deleted: want(bits&Deleted != 0), sentence: want(bits&SentenceEnd != 0), odd: want(c >= 0x80 || c == '_'),
			}); m != w {
				t.Fatalf("byte %#x at %d: got %x, want %x", c, at, m, w)
			}
		}
	}
}

func TestMasksOfRandomBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		var b [64]byte
		for i := range b {
			b[i] = byte(r.Uint32() >> (r.IntN(2) * 1))
		}
		var m, g masks
		masksOf(&m, &b)
		masksGeneric(&g, &b)
		if m != g {
			t.Fatalf("%q: got %x, want %x", b, m, g)
		}
	}
}

func BenchmarkMasks(b *testing.B) {
	text := []byte("The quick brown fox, as we know, jumps over the lazy dog. \"Why?\"")
	block := (*[64]byte)(append(text, make([]byte, 64)...))
	var m masks
	for name, f := range map[string]func(*masks, *[64]byte){"best": masksOf, "generic": masksGeneric} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(64)
			for b.Loop() {
				f(&m, block)
			}
		})
	}
}
