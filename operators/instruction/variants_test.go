package instruction

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mizan/operators/text"
)

// wantVariants builds the loose variants in the plainest way: copies.
func wantVariants(s string) [8]string {
	lines := strings.Split(s, "\n")
	cut := func(from, to int) string {
		if from >= to {
			return ""
		}
		return text.Strip(strings.Join(lines[from:to], "\n"))
	}
	n := len(lines)
	v := [8]string{s, s, cut(1, n), cut(0, n-1), cut(1, n-1)}
	v[5], v[6], v[7] = v[2], v[3], v[4]
	for _, i := range []int{1, 5, 6, 7} {
		v[i] = strings.ReplaceAll(v[i], "*", "")
	}
	return v
}

// checkVariants compares the variants of a response: each wanted one that is
// not blank must be there or be equal to an earlier one.
func checkVariants(t *testing.T, r *response, s string) {
	t.Helper()
	r.reset(s)
	r.build()
	want := wantVariants(s)
	have := map[Variant]string{Whole: s}
	order := []Variant{Whole}
	for i := range r.n {
		have[r.variants[i]] = r.loose[i].Text
		order = append(order, r.variants[i])
	}
	if !slices.IsSorted(order) || len(have) != len(order) {
		t.Fatalf("%q: variants %v are out of order or repeated", s, order)
	}
	for i, w := range want {
		v := Variant(i + 1)
		got, ok := have[v]
		switch {
		case ok && got != w:
			t.Fatalf("%q: variant %q is %q, want %q", s, v, got, w)
		case ok && v != Whole && text.IsBlank(w):
			t.Fatalf("%q: variant %q is blank and yet there", s, v)
		case !ok && !text.IsBlank(w) && !slices.Contains(want[:i], w):
			t.Fatalf("%q: variant %q is missing: %q", s, v, w)
		}
	}
}

func TestVariants(t *testing.T) {
	var r response
	for _, s := range []string{
		"", " ", "one line", "*one* line", "a\nb", "a\nb\nc", "\na\n", "*\n*\n*", "a\n*\nb",
		"  first \n\n *mid*dle* \u00a0\n last*  ", "a\r\nb\r\nc", "\n", "\n\n", "*", "a*\n", "\n*a",
	} {
		checkVariants(t, &r, s)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 50000 {
		var b strings.Builder
		for range rnd.IntN(16) {
			b.WriteRune([]rune("*\n a\u00a0é\r\x1c")[rnd.IntN(8)])
		}
		checkVariants(t, &r, b.String())
	}
}

func FuzzVariants(f *testing.F) {
	f.Add("a\n*b*\n c ")
	f.Fuzz(func(t *testing.T, s string) {
		var r response
		checkVariants(t, &r, s)
	})
}
