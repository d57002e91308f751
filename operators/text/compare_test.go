package text_test

import (
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"

	"mizan/operators/text"
)

// compare holds every fast function against its obvious implementation.
func compare(t *testing.T, s string) {
	t.Helper()
	same := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s(%+q) = %+q, want %+q", name, s, got, want)
		}
	}
	list := func(name string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s(%+q) = %+q, want %+q", name, s, got, want)
		}
	}
	if norm.Version == text.UnicodeVersion {
		same("NFKC", text.NFKC(s), slowNFKC(s))
		same("NFKD", text.NFKD(s), slowNFKD(s))
		same("AppendNFKC", string(text.AppendNFKC([]byte("x"), s)), "x"+slowNFKC(s))
	}
	same("Lower", text.Lower(s), slowLower(s))
	same("AppendLower", string(text.AppendLower([]byte("x"), s)), "x"+slowLower(s))
	list("Split", text.Split(nil, s), slowSplit(s))
	same("Strip", text.Strip(s), slowStrip(s))
	if got, want := text.IsBlank(s), slowStrip(s) == ""; got != want {
		t.Errorf("IsBlank(%+q) = %v, want %v", s, got, want)
	}
	for _, c := range []text.Class{text.PyWord, text.RxWord, text.HfWord, text.Letter, text.Decimal} {
		want := slowRuns(s, c)
		list("Runs", text.Runs(nil, s, c), want)
		if got := text.CountRuns(s, c); got != len(want) {
			t.Errorf("CountRuns(%+q, %#x) = %d, want %d", s, c, got, len(want))
		}
	}
	list("LetterWords", text.LetterWords(nil, s), slowLetterWords(s))
}
