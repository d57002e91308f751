package truthfulqa

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The rewriting rules of the tokeniser intl as they are defined.
var (
	punctAfter  = regexp.MustCompile(`(\P{N})(\p{P})`)
	punctBefore = regexp.MustCompile(`(\p{P})(\P{N})`)
	symbol      = regexp.MustCompile(`(\p{S})`)
)

func slowIntl(s string) []string {
	s = strings.TrimRight(s, " \n")
	s = punctAfter.ReplaceAllString(s, "$1 $2 ")
	s = punctBefore.ReplaceAllString(s, " $1 $2")
	s = symbol.ReplaceAllString(s, " $1 ")
	return strings.Fields(s)
}

// TestIntlAgainstRules compares the tokeniser with its rules on short texts of
// the characters that the rules tell apart.
func TestIntlAgainstRules(t *testing.T) {
	alphabet := []rune("ab1٣½.,¿،'-$+€🍉ñع \n")
	rng := rand.New(rand.NewPCG(1, 2))
	var tok tokenizer
	for range 200_000 {
		var text []rune
		for range rng.IntN(12) {
			text = append(text, alphabet[rng.IntN(len(alphabet))])
		}
		s := string(text)
		tok.intl(s)
		var got []string
		for token := tok.next(); token != nil; token = tok.next() {
			got = append(got, string(token))
		}
		if want := slowIntl(s); !slices.Equal(got, want) {
			t.Fatalf("tokens of %q: %q, want %q", s, got, want)
		}
	}
}
