package langdetect

import (
	"strings"
	"unicode/utf8"
)

// maxChars is how many characters of the prepared text count.
const maxChars = 10000

// Longest runs that the reference's patterns of URLs and e-mail addresses take.
const (
	maxURL    = 2076
	maxLocal  = 64
	maxDomain = 255
)

// Classes of the ASCII characters in URLs and e-mail addresses.
const (
	inURL byte = 1 << iota
	inLocal
	inDomain
	notPlain // starts an URL, marks an e-mail address, or is not ASCII
)

var classes = func() (t [256]byte) {
	for c := range t {
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '_' {
			t[c] |= inURL | inLocal | inDomain
		}
		if c >= utf8.RuneSelf {
			t[c] |= notPlain
		}
	}
	t['.'] |= inURL | inLocal
	for _, c := range "?&~;+=/#" {
		t[c] |= inURL
	}
	t['h'] |= notPlain
	t['@'] |= notPlain
	return t
}()

// read prepares the text: URLs, then e-mail addresses become a space,
// Vietnamese letters and their marks are composed, the first maxChars
// characters are kept. The reference does each step to the whole text; here
// they advance together and stop early.
//
// Repeated spaces, which the reference drops, are kept: they end and start a
// window of n-grams just as one does.
func (d *detector) read(m *model, s string) {
	// An e-mail address takes back up to maxLocal characters, a mark changes
	// the one before it: beyond this length the first maxChars are settled.
	const settled = maxChars + maxLocal + 1
	if cap(d.chars) < settled {
		d.chars = make([]char, settled)
	}
	chars := d.chars[:settled]
	n := 0
	put := func(c char) {
		chars[n] = c
		n++
	}
	ascii := m.pages[0]
	d.ascii = true
	barrier := 0 // where the last URL or address ended: no address reaches across
	for i := 0; i < len(s) && n < settled; {
		c := s[i]
		if classes[c]&notPlain == 0 || c == 'h' && (i+1 == len(s) || s[i+1] != 't') {
			put(ascii[c])
			i++
			continue
		}
		switch {
		case c == 'h':
			if end := urlEnd(s, i); end > 0 {
				put(space)
				i, barrier = end, end
				continue
			}
			put(ascii[c])
			i++
		case c == '@':
			local := 0
			for local < maxLocal && i-local > barrier && classes[s[i-local-1]]&inLocal != 0 {
				local++
			}
			if local > 0 {
				if end := domainEnd(s, i+1); end > 0 {
					n -= local
					put(space)
					i, barrier = end, end
					continue
				}
			}
			put(ascii[c])
			i++
		default:
			d.ascii = false
			r, size := utf8.DecodeRuneInString(s[i:])
			// The letter before a mark is the last character read, unless it is
			// itself a mark that has been composed: those are in no pair.
			if 0x0300 <= r && r <= 0x0323 {
				if composed := m.compose(s[barrier:i], r); composed != 0 {
					n--
					r = composed
				}
			}
			put(m.char(r))
			i += size
		}
	}
	d.chars = chars[:min(n, maxChars)]
}

// compose returns the Vietnamese letter that the mark makes of the letter at
// the end of s, 0 if it makes none.
func (m *model) compose(s string, mark rune) rune {
	row, ok := m.viMark[mark]
	if !ok || s == "" {
		return 0
	}
	before, _ := utf8.DecodeLastRuneInString(s)
	if base, ok := m.viBase[before]; ok {
		return m.viComposed[row*len(m.viBase)+base]
	}
	return 0
}

// char returns the normalised character of a code point.
func (m *model) char(r rune) char {
	if r < rune(len(m.pages)<<8) {
		return m.pages[r>>8][r&0xFF]
	}
	return charOther
}

// urlEnd returns the end of the URL that starts at s[i], 0 if none does.
func urlEnd(s string, i int) int {
	rest := s[i:]
	if !strings.HasPrefix(rest, "http") {
		return 0
	}
	rest = strings.TrimPrefix(rest[4:], "s")
	if !strings.HasPrefix(rest, "://") {
		return 0
	}
	rest = rest[3:]
	n := 0
	for n < min(len(rest), maxURL) && classes[rest[n]]&inURL != 0 {
		n++
	}
	if n == 0 {
		return 0
	}
	return len(s) - len(rest) + n
}

// domainEnd returns the end of the e-mail domain that starts at s[i], 0 if
// none does. It is [-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255} with the greedy
// reading of a backtracking engine, in a text whose URLs are gone.
func domainEnd(s string, i int) int {
	run := func(at int, class byte) int {
		n := 0
		for n < maxDomain && at+n < len(s) && classes[s[at+n]]&class != 0 {
			if s[at+n] == 'h' && urlEnd(s, at+n) > 0 {
				break
			}
			n++
		}
		return n
	}
	head := run(i, inDomain)
	if head == 0 {
		return 0
	}
	tail := run(i+head, inLocal)
	if tail == 0 && head < 2 {
		return 0
	}
	// Without a tail the last character of the head is given back to be it.
	return i + head + tail
}
