package sentence

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// clitics puts a space in front of 's and the like at the end of a word: an
// apostrophe and one of the list, or an n't, all lower or all upper case
// (either case each where they are of one letter), in front of a space.
func (r *rewriter) clitics(list []string, more bool) {
	src, dst := r.begin()
	from := 0
	for i := 0; i < len(src); i++ {
		if i > from && src[i] != ' ' && src[i-1] != '\'' && src[i-1] != ' ' {
			if n := cliticLen(src[i:], list, more); n > 0 {
				dst = append(dst, ' ')
				dst = append(dst, src[i:i+n]...)
				dst = append(dst, ' ')
				i += n
				from = i + 1
				continue
			}
		}
		dst = append(dst, src[i])
	}
	r.end(dst)
}

// cliticLen is the length of the clitic that b starts with, 0 for none.
func cliticLen(b []byte, list []string, more bool) int {
	for _, w := range list {
		if w != "n't" {
			if b[0] != '\'' {
				continue
			}
			if n := 1 + len(w); len(b) > n && b[n] == ' ' && sameCase(b[1:n], w) {
				return n
			}
		} else if more && len(b) > 3 && b[3] == ' ' && (string(b[:3]) == "n't" || string(b[:3]) == "N'T") {
			return 3
		}
	}
	return 0
}

// sameCase says whether b is the lower-case word w or its upper-case form.
func sameCase(b []byte, w string) bool {
	return string(b) == w || string(b) == strings.ToUpper(w)
}

// contraction is a word that is cut in two.
type contraction struct{ first, second string }

var (
	contractionList = []contraction{
		{"can", "not"}, {"d", "'ye"}, {"gim", "me"}, {"gon", "na"},
		{"got", "ta"}, {"lem", "me"}, {"more", "'n"}, {"wan", "na"},
	}
	// The entries of tisList need a space in front, which may be one that the
	// list above or the entry before has brought in.
	tisList = []contraction{{" 't", "is"}, {" 't", "was"}}
)

// contractions cuts cannot, gimme, 'tis and the like, in any case, where they
// are whole words.
func (r *rewriter) contractions(list []contraction) {
	src, dst := r.begin()
	before := false // a word character stands before i
	for i := 0; i < len(src); {
		c, n := utf8.DecodeRune(src[i:])
		word := text.Is(c, text.PyWord)
		if word && !before || c == ' ' {
			if first, second := contractionAt(src[i:], list); second > 0 {
				dst = append(dst, ' ')
				dst = append(dst, src[i:i+first]...)
				dst = append(dst, ' ')
				dst = append(dst, src[i+first:i+second]...)
				dst = append(dst, ' ')
				i += second
				before = true
				continue
			}
		}
		dst = append(dst, src[i:i+n]...)
		i += n
		before = word
	}
	r.end(dst)
}

// contractionAt returns the ends of the two halves of the contraction that b
// starts with, 0 where there is none.
func contractionAt(b []byte, list []contraction) (first, second int) {
	for _, w := range list {
		if first = foldedPrefix(b, w.first); first == 0 {
			continue
		}
		n := foldedPrefix(b[first:], w.second)
		second = first + n
		if n > 0 && !wordAt(b, second) && (w.first != "wan" || b[second] == ' ') {
			return first, second
		}
	}
	return 0, 0
}

// foldedPrefix is the length of the prefix of b that equals w regardless of
// case as the reference sees it, 0 for none.
func foldedPrefix(b []byte, w string) int {
	i := 0
	for _, want := range w {
		c, n := utf8.DecodeRune(b[i:])
		switch {
		case c == want || 'A' <= c && c <= 'Z' && c|0x20 == want:
		case want == 'i' && (c == '\u0130' || c == '\u0131'): // dotted capital, dotless small i
		case want == 's' && c == '\u017F': // long s
		default:
			return 0
		}
		i += n
	}
	return i
}
