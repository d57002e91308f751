package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// What SkipPlain skips is plain, with and without vector instructions, and with
// them it stops no earlier unless fewer bytes are left than it looks at at once.
func TestSkipPlain(t *testing.T) {
	plain := func(s string, afterSpace bool) bool {
		for _, r := range s {
			if ' ' > r || r == 0x7F || r > 0x7F && (r < 0x600 || r > 0x67F || Is(r, Unnormal|Control|RxSpace|Mark)) || r == ' ' && afterSpace {
				return false
			}
			afterSpace = r == ' '
		}
		return true
	}
	pieces := []string{"a", "word ", "~", " ", "نص", "عربي ", "\u063f", "\u0640", "\u064a", "\u061d"}
	odd := []string{" ", "\n", "\x7f", "\x00", "é", "\u060c", "\u061c", "\u064b", "\u0670", "“", "\U0001F600", "\u07ff", "\u0400"}
	r := rand.New(rand.NewPCG(5, 5))
	longest := 0
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(40) {
			if r.IntN(30) == 0 {
				b.WriteString(odd[r.IntN(len(odd))])
			} else {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
		}
		s := b.String()
		i := 0
		if s != "" {
			for i = r.IntN(min(len(s), 10)); i < len(s) && !utf8.RuneStart(s[i]); i++ {
			}
		}
		afterSpace := r.IntN(2) == 0
		got, generic := SkipPlain(s, i, afterSpace), skipPlainGeneric(s, i, afterSpace)
		for _, end := range []int{got, generic} {
			if end < i || end > len(s) || end < len(s) && !utf8.RuneStart(s[end]) || !plain(s[i:end], afterSpace) {
				t.Fatalf("%q from %d, after a space: %v: skips to %d", s, i, afterSpace, end)
			}
		}
		if got < generic && got+8 <= len(s) {
			t.Fatalf("%q from %d, after a space: %v: got %d, want %d at least", s, i, afterSpace, got, generic)
		}
		longest = max(longest, got-i)
	}
	if longest < 100 {
		t.Errorf("at most %d bytes were skipped: the texts are too odd", longest)
	}
}

// What is not UTF-8 must do no harm.
func FuzzSkipPlain(f *testing.F) {
	f.Add("The quick brown fox jumps over the lazy dog.\xd8", uint8(0))
	f.Add(strings.Repeat("\xd9\x84", 40)+"\xd9", uint8(2))
	f.Fuzz(func(t *testing.T, s string, from uint8) {
		i := min(int(from), len(s))
		if got := SkipPlain(s, i, false); got < i || got > len(s) {
			t.Errorf("%q from %d: skips to %d", s, i, got)
		}
	})
}
