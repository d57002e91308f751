package gate

import (
	"fmt"
	"slices"
	"strings"
)

// exemption is an Exempt made ready.
type exemption struct {
	ids   []string
	words []string // lower case
}

func newExemption(e *Exempt) (*exemption, error) {
	if e == nil {
		return nil, nil
	}
	x := &exemption{ids: e.InstructionIDs}
	for _, w := range e.PromptWords {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool { return r >= 0x80 || !asciiWord(byte(r)) }) {
			return nil, fmt.Errorf("key exempt: prompt_words: %q is no word of ASCII letters, digits and _", w)
		}
		x.words = append(x.words, strings.ToLower(w))
	}
	return x, nil
}

// covers says whether the record is exempt.
func (x *exemption) covers(prompt string, ids []string) bool {
	if x == nil {
		return false
	}
	for _, id := range ids {
		if slices.Contains(x.ids, id) {
			return true
		}
	}
	if len(x.words) == 0 {
		return false
	}
	for i := 0; i < len(prompt); i++ {
		if !asciiWord(prompt[i]) {
			continue
		}
		start := i
		for i < len(prompt) && asciiWord(prompt[i]) {
			i++
		}
		for _, w := range x.words {
			if len(w) == i-start && equalFold(prompt[start:i], w) {
				return true
			}
		}
	}
	return false
}

func asciiWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// equalFold says whether s in lower case is w. Both are of ASCII word
// characters and equally long.
func equalFold(s, w string) bool {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != w[i] {
			return false
		}
	}
	return true
}
