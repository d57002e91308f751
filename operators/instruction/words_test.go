package instruction

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mizan/operators/text"
)

func TestCountPyWords(t *testing.T) {
	for s, want := range map[string]int{
		"":                            0,
		"alpha":                       1,
		"a b":                         2,
		"well-known fact":             3,
		"snake_case name":             2,
		"x² y½ ①":                     3,
		"cafe\u0301 au lait":          3,
		"كَتَبَ":                      3,
		"12345678":                    1,
		"1234567 9":                   2,
		"@AZ[`az{/09:":                3,
		strings.Repeat("abcdefgh", 3): 1,
		strings.Repeat("abcdefg ", 3): 3,
		"abcdefgé abcdefgh“x”":        3,
	} {
		if got := countPyWords(s); got != want {
			t.Errorf("countPyWords(%q) = %d, want %d", s, got, want)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	chars := []rune("aZ09_ .-@[`{/:\n\x7fé½“”\u0301ع中𝒳")
	for range 20000 {
		var b strings.Builder
		for range rnd.IntN(40) {
			b.WriteRune(chars[rnd.IntN(len(chars))])
		}
		if got, want := countPyWords(b.String()), text.CountRuns(b.String(), text.PyWord); got != want {
			t.Fatalf("countPyWords(%q) = %d, want %d", b.String(), got, want)
		}
	}
}

func BenchmarkCountPyWords(b *testing.B) {
	s := strings.Repeat("The quick brown fox — it’s said — jumps over the lazy dog, 12 times a day. ", 30)
	b.Run("here", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			countPyWords(s)
		}
	})
	b.Run("runs", func(b *testing.B) {
		b.SetBytes(int64(len(s)))
		for b.Loop() {
			text.CountRuns(s, text.PyWord)
		}
	})
}
