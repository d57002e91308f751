package pattern

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// literal searches for a fixed text, exactly or ignoring case.
type literal struct {
	text  string
	exact bool // byte-wise search: case counts, or no character has a case
	// bounded asks for a word boundary at both ends of a match.
	bounded bool
	// norm maps the characters that match each other to one.
	norm func(rune) rune

	// For a search that ignores case:
	folded []rune // norm of each character
	ascii  []byte // the same as bytes, where all are ASCII
	// The search looks for one character, the anchor, and compares around it.
	anchor       int  // its index in folded
	lo, up       byte // the two bytes it may be, where anchored
	anchored     bool
	first        [256]bool // bytes a match may start with, where not anchored
	long         bool      // the search compares hashes first
	hash         uint32    // of folded, where long
	needle       string    // an uncased stretch to look for instead, if any
	needleBefore int       // characters before it
}

// rarity orders ASCII letters by how seldom they occur in English text; the
// anchor is the rarest letter of the text.
const rarity = "zqxjkvbpygfwmucldrhsnioate"

func newLiteral(s string, ignoreCase, bounded bool) *literal {
	l := &literal{text: s, bounded: bounded, norm: fold}
	ascii, hasCase := true, false
	for _, r := range s {
		hasCase = hasCase || cased(r)
		ascii = ascii && r < utf8.RuneSelf
	}
	if !ignoreCase || !hasCase {
		l.exact, l.norm = true, identity
	}
	l.long = len(s) >= longLiteral && (bounded || !l.exact)
	if l.exact && !l.long {
		return l
	}
	l.folded = make([]rune, 0, len(s))
	for _, r := range s {
		l.folded = append(l.folded, l.norm(r))
	}
	if l.long {
		for _, r := range l.folded {
			l.hash = l.hash*hashBase + uint32(r)
		}
		return l
	}
	if ascii {
		l.ascii = []byte(strings.ToLower(s))
		l.chooseAnchor()
	} else {
		l.chooseNeedle()
	}
	if !l.anchored && l.needle == "" {
		firstBytes(l.folded[0], func(b byte) { l.first[b] = true })
	}
	return l
}

// chooseAnchor picks the rarest character that is one of at most two bytes in
// every spelling: i, k and s also have spellings beyond ASCII.
func (l *literal) chooseAnchor() {
	best := len(rarity) + 1
	for i, b := range l.ascii {
		rank := -1 // no letter: rarest
		if 'a' <= b && b <= 'z' {
			if b == 'i' || b == 'k' || b == 's' {
				continue
			}
			rank = strings.IndexByte(rarity, b)
		} else if b == ' ' {
			rank = len(rarity)
		}
		if rank < best {
			best, l.anchor, l.anchored = rank, i, true
			l.lo, l.up = b, b
			if 'a' <= b && b <= 'z' {
				l.up = b - 'a' + 'A'
			}
		}
	}
}

// chooseNeedle picks the longest stretch of characters without case.
func (l *literal) chooseNeedle() {
	at, chars := -1, 0
	before := 0
	end := func(i int) {
		if at >= 0 && i-at > len(l.needle) {
			l.needle, l.needleBefore = l.text[at:i], before
		}
		at = -1
	}
	for i, r := range l.text {
		if cased(r) {
			end(i)
		} else if at < 0 {
			at, before = i, chars
		}
		chars++
	}
	end(len(l.text))
}

// firstBytes calls add for the first byte of every character that folds to f.
func firstBytes(f rune, add func(byte)) {
	var buf [utf8.UTFMax]byte
	one := func(r rune) {
		utf8.EncodeRune(buf[:], r)
		add(buf[0])
	}
	eachOfFold(f, one)
}

func identity(r rune) rune { return r }

// next returns the first match that starts at or after from, or -1.
func (l *literal) next(s string, from int) (start, end int) {
	for {
		start, end = l.candidate(s, from)
		if start < 0 || !l.bounded || l.long || atBoundary(s, start) && atBoundary(s, end) {
			return start, end
		}
		_, w := utf8.DecodeRuneInString(s[start:])
		from = start + w
	}
}

// candidate returns the first match that starts at or after from, or -1; a long
// literal's boundaries are right already.
func (l *literal) candidate(s string, from int) (start, end int) {
	switch {
	case l.long:
		return l.nextRolling(s, from)
	case l.exact:
		i := strings.Index(s[from:], l.text)
		if i < 0 {
			return -1, -1
		}
		return from + i, from + i + len(l.text)
	case l.anchored:
		return l.nextAnchored(s, from)
	case l.needle != "":
		return l.nextByNeedle(s, from)
	}
	for i := from; i < len(s); i++ {
		if l.first[s[i]] {
			if n := l.matchAt(s, i); n >= 0 {
				return i, i + n
			}
		}
	}
	return -1, -1
}

// longLiteral is the length in bytes from which on comparing at each place could
// cost too much on a text that is nearly made of the literal.
const longLiteral = 64

// hashBase is the base of the rolling hash, a prime.
const hashBase = 16777619

// nextRolling compares where the rolling hash of as many characters agrees
// (Karp and Rabin 1987) and the boundaries are right.
func (l *literal) nextRolling(s string, from int) (start, end int) {
	power := uint32(1) // of the character that leaves the window
	for range l.folded {
		power *= hashBase
	}
	hash, n := uint32(0), 0
	for start, end = from, from; end < len(s); {
		r, w := utf8.DecodeRuneInString(s[end:])
		end += w
		hash = hash*hashBase + uint32(l.norm(r))
		if n++; n > len(l.folded) {
			r, w := utf8.DecodeRuneInString(s[start:])
			start += w
			hash -= power * uint32(l.norm(r))
			n--
		}
		if n == len(l.folded) && hash == l.hash &&
			(!l.bounded || atBoundary(s, start) && atBoundary(s, end)) &&
			l.matchRunes(s, start, 0, start) >= 0 {
			return start, end
		}
	}
	return -1, -1
}

// nextAnchored looks for the anchor and compares around it.
func (l *literal) nextAnchored(s string, from int) (start, end int) {
	for at := from; ; at++ {
		if at = l.nextAnchor(s, at); at < 0 {
			return -1, -1
		}
		if i := l.back(s, from, at, l.anchor); i >= 0 {
			if n := l.matchAt(s, i); n >= 0 {
				return i, i + n
			}
		}
	}
}

// nextAnchor returns the first place of the anchor, in either case, at or after
// from, or -1. It looks in windows that grow, so that the cost is a multiple of
// the distance to that place even where one of the cases never occurs.
func (l *literal) nextAnchor(s string, from int) int {
	if l.lo == l.up {
		if i := strings.IndexByte(s[from:], l.lo); i >= 0 {
			return from + i
		}
		return -1
	}
	for size := 64; from < len(s); size *= 2 {
		window := s[from:min(from+size, len(s))]
		lo := strings.IndexByte(window, l.lo)
		if lo >= 0 {
			window = window[:lo]
		}
		if up := strings.IndexByte(window, l.up); up >= 0 {
			return from + up
		}
		if lo >= 0 {
			return from + lo
		}
		from += len(window)
	}
	return -1
}

func (l *literal) nextByNeedle(s string, from int) (start, end int) {
	for at := from; ; {
		i := strings.Index(s[at:], l.needle)
		if i < 0 {
			return -1, -1
		}
		at += i
		if i := l.back(s, from, at, l.needleBefore); i >= 0 {
			if n := l.matchAt(s, i); n >= 0 {
				return i, i + n
			}
		}
		_, w := utf8.DecodeRuneInString(s[at:])
		at += w
	}
}

// back goes chars characters back from at, not before from; -1 if it cannot.
func (l *literal) back(s string, from, at, chars int) int {
	for ; chars > 0; chars-- {
		if at <= from {
			return -1
		}
		if b := s[at-1]; b < utf8.RuneSelf {
			at--
			continue
		}
		_, w := utf8.DecodeLastRuneInString(s[from:at])
		at -= w
	}
	return at
}

// matchAt returns the length in bytes of a match that starts at i, or -1.
func (l *literal) matchAt(s string, i int) int {
	at := i
	if l.ascii != nil && len(s)-i >= len(l.ascii) {
		// The common case, ASCII against ASCII, by bytes.
		for k, want := range l.ascii {
			b := s[i+k]
			if b != want && (b|0x20 != want || want < 'a' || want > 'z') {
				if b < utf8.RuneSelf {
					return -1
				}
				return l.matchRunes(s, i+k, k, i)
			}
		}
		return len(l.ascii)
	}
	return l.matchRunes(s, at, 0, i)
}

func (l *literal) matchRunes(s string, at, k, start int) int {
	for _, want := range l.folded[k:] {
		if at >= len(s) {
			return -1
		}
		r, w := utf8.DecodeRuneInString(s[at:])
		if l.norm(r) != want {
			return -1
		}
		at += w
	}
	return at - start
}

// atBoundary is \b: a word character on exactly one side of byte offset i.
func atBoundary(s string, i int) bool {
	return wordBefore(s, i) != wordAfter(s, i)
}

func wordBefore(s string, i int) bool {
	if i == 0 {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return text.Is(r, text.PyWord)
}

func wordAfter(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return text.Is(r, text.PyWord)
}
