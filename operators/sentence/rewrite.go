package sentence

import (
	"bytes"
	"strings"
	"unicode/utf8"
	"unsafe"

	"mizan/operators/text"
)

// rewriter applies the Treebank rules to a text, one after the other in the
// reference's order. Every rule reads src and writes dst; consumed characters
// are no part of the rule's next match.
type rewriter struct {
	src, dst []byte

	// Of CountUpperWords: the words not yet looked at, and how many were upper case.
	counting bool
	words    []string
	upper    int
}

// stopClosers may stand between the full stop that ends a sentence and its end.
const stopClosers = "])}>\"' »”’"

// rewrite puts spaces between the words of s. before and after are what stands
// around it in its sentence, a space or another white space, empty at the
// sentence's start and end. The result is valid until the next call.
func (r *rewriter) rewrite(before, s, after string) []byte {
	start, end := before == "", after == ""
	r.src = append(append(append(r.src[:0], before...), s...), after...)
	// A rule whose signs do not occur changes nothing.
	has := classesOf(s)
	straight := strings.IndexByte(s, '\'') >= 0
	if has&(quote|wide) != 0 {
		r.openingQuotes(start)
		r.quotesAfterOpening()
	}
	if straight {
		r.apostropheBeforeLetter()
	}
	if end {
		r.finalStop(stopClosers, " ")
	}
	if has&comma != 0 {
		r.commas(end)
	}
	if has&(alone|dot) != 0 {
		r.pads(";@#$%&?!")
	}
	if end {
		r.finalStop("])}>\"'", "")
	}
	if straight {
		r.apostropheBeforeSpace()
	}
	if has&(alone|hyphen) != 0 {
		r.brackets()
	}
	r.closingQuotes()
	if straight {
		r.clitics([]string{"s", "m", "d", ""}, false)
		r.clitics([]string{"ll", "re", "ve", "n't"}, true)
	}
	if straight || has&contracted != 0 {
		r.contractions(contractionList)
		r.contractions(tisList[:1])
		r.contractions(tisList[1:])
	}
	return r.src
}

// classesOf returns the classes of all bytes of s and whether it may hold a
// contraction.
func classesOf(s string) (has byte) {
	for i := 0; i < len(s); {
		end, h := scanPiece(s, i)
		has |= h
		i = skipSpace(s, end)
	}
	return has
}

// begin returns the text at hand and an empty one to write.
func (r *rewriter) begin() (src, dst []byte) { return r.src, r.dst[:0] }

// end makes the text written the one at hand.
func (r *rewriter) end(dst []byte) { r.src, r.dst = dst, r.src }

// openingQuotes pads each of « “ ‘ „ and each pair of backticks, and turns a
// quote at the start of the sentence into such a pair.
func (r *rewriter) openingQuotes(start bool) {
	src, dst := r.begin()
	if start && len(src) > 0 && src[0] == '"' {
		dst = append(dst, " `` "...)
		src = src[1:]
	}
	for i := 0; i < len(src); {
		if src[i] == '`' {
			n := 1
			for i+n < len(src) && src[i+n] == '`' {
				n++
			}
			dst = append(dst, ' ')
			for range n / 2 {
				dst = append(dst, " `` "...)
			}
			if n%2 == 1 {
				dst = append(dst, '`')
			}
			dst = append(dst, ' ')
			i += n
			continue
		}
		n := quoteLen(src[i:], "«“‘„")
		dst, i = pad(dst, src, i, n)
	}
	r.end(dst)
}

// pad copies n bytes with a space on both sides, or one byte if n is 0.
func pad(dst, src []byte, i, n int) ([]byte, int) {
	if n == 0 {
		return append(dst, src[i]), i + 1
	}
	dst = append(dst, ' ')
	dst = append(dst, src[i:i+n]...)
	return append(dst, ' '), i + n
}

// quoteLen is the length of the character that b starts with if it is one of
// set, which holds no ASCII, else 0.
func quoteLen(b []byte, set string) int {
	if b[0] < utf8.RuneSelf {
		return 0
	}
	r, n := utf8.DecodeRune(b)
	if n > 1 && strings.ContainsRune(set, r) {
		return n
	}
	return 0
}

// quotesAfterOpening turns " or two apostrophes after a space or an opening
// bracket into backticks.
func (r *rewriter) quotesAfterOpening() {
	src, dst := r.begin()
	for i := 0; i < len(src); i++ {
		dst = append(dst, src[i])
		switch src[i] {
		case ' ', '(', '[', '{', '<':
			rest := src[i+1:]
			n := 0
			if bytes.HasPrefix(rest, []byte("''")) {
				n = 2
			} else if len(rest) > 0 && rest[0] == '"' {
				n = 1
			}
			if n > 0 {
				dst = append(dst, " `` "...)
				i += n
			}
		}
	}
	r.end(dst)
}

// apostropheBeforeLetter puts a space after an apostrophe that a word of one
// character follows, unless that may be a clitic.
func (r *rewriter) apostropheBeforeLetter() {
	src, dst := r.begin()
	for i := 0; i < len(src); i++ {
		dst = append(dst, src[i])
		if src[i] != '\'' {
			continue
		}
		c, n := utf8.DecodeRune(src[i+1:])
		if !text.Is(c, text.PyWord) || wordAt(src, i+1+n) {
			continue
		}
		if strings.ContainsRune("mtsdnMTSDN\u017F", c) { // U+017F is an s to the reference
			continue
		}
		dst = append(dst, ' ')
		dst = append(dst, src[i+1:i+1+n]...)
		i += n
	}
	r.end(dst)
}

// wordAt says whether a word character starts at b[i].
func wordAt(b []byte, i int) bool {
	if i >= len(b) {
		return false
	}
	c, _ := utf8.DecodeRune(b[i:])
	return text.Is(c, text.PyWord)
}

// finalStop sets the last full stop apart, together with the closing
// characters that end the sentence after it.
func (r *rewriter) finalStop(closers, gap string) {
	src := r.src
	at, end := finalStopAt(unsafe.String(unsafe.SliceData(src), len(src)), closers)
	if at < 0 {
		return
	}
	dst := append(r.dst[:0], src[:at]...)
	dst = append(dst, " ."...)
	dst = append(dst, gap...)
	dst = append(dst, src[at+1:end]...)
	r.end(append(dst, ' '))
}

// finalStopAt returns where the full stop that only closers and then white
// space follow stands, -1 if there is none or it belongs to a run of dots, and
// the end of the closers.
func finalStopAt(s, closers string) (at, end int) {
	end = len(text.StripRight(s))
	at = end
	for at > 0 {
		c, n := utf8.DecodeLastRuneInString(s[:at])
		if c == utf8.RuneError || !strings.ContainsRune(closers, c) {
			break
		}
		at -= n
	}
	at--
	if at < 1 || s[at] != '.' || s[at-1] == '.' {
		return -1, 0
	}
	if strings.Contains(closers, " ") {
		// The closers may be spaces; then they take those at the end too.
		for end < len(s) && s[end] == ' ' {
			end++
		}
	}
	return at, end
}

// commas sets : and , apart unless a digit follows.
func (r *rewriter) commas(end bool) {
	src, dst := r.begin()
	for i := 0; i < len(src); i++ {
		c := src[i]
		if c != ',' && c != ':' {
			dst = append(dst, c)
			continue
		}
		if i+1 == len(src) {
			if end {
				dst = append(dst, ' ', c, ' ')
			} else {
				dst = append(dst, c)
			}
			continue
		}
		next, n := utf8.DecodeRune(src[i+1:])
		if text.Is(next, text.Decimal) {
			dst = append(dst, c)
			continue
		}
		dst = append(dst, ' ', c, ' ')
		dst = append(dst, src[i+1:i+1+n]...)
		i += n
	}
	r.end(dst)
}

// pads sets runs of dots and each character of set apart.
func (r *rewriter) pads(set string) {
	src, dst := r.begin()
	for i := 0; i < len(src); {
		n := 0
		if src[i] == '.' {
			for i+n < len(src) && src[i+n] == '.' {
				n++
			}
			if n == 1 {
				n = 0
			}
		} else if strings.IndexByte(set, src[i]) >= 0 {
			n = 1
		}
		dst, i = pad(dst, src, i, n)
	}
	r.end(dst)
}

// apostropheBeforeSpace puts a space in front of an apostrophe that ends a word.
func (r *rewriter) apostropheBeforeSpace() {
	src, dst := r.begin()
	from := 0
	for i := 0; i < len(src); i++ {
		if src[i] == '\'' && i > from && src[i-1] != '\'' && i+1 < len(src) && src[i+1] == ' ' {
			dst = append(dst, " ' "...)
			i++
			from = i + 1
			continue
		}
		dst = append(dst, src[i])
	}
	r.end(dst)
}

// brackets sets asterisks, brackets and double hyphens apart.
func (r *rewriter) brackets() {
	src, dst := r.begin()
	for i := 0; i < len(src); {
		n := 0
		switch src[i] {
		case '*', '[', ']', '(', ')', '{', '}', '<', '>':
			n = 1
		case '-':
			if i+1 < len(src) && src[i+1] == '-' {
				n = 2
			}
		}
		dst, i = pad(dst, src, i, n)
	}
	r.end(dst)
}

// closingQuotes sets closing quotes apart, makes each white space one space
// and puts one at both ends.
func (r *rewriter) closingQuotes() {
	src, dst := r.begin()
	dst = append(dst, ' ')
	space := func() {
		if dst[len(dst)-1] != ' ' {
			dst = append(dst, ' ')
		}
	}
	for i := 0; i < len(src); {
		c, n := utf8.DecodeRune(src[i:])
		switch {
		case text.Is(c, text.PySpace):
			space()
		case c == '"':
			space()
			dst = append(dst, "'' "...)
		case c == '\'' && i+1 < len(src) && src[i+1] == '\'':
			n = 2
			space()
			dst = append(dst, "'' "...)
		case c == '»' || c == '”' || c == '’':
			space()
			dst = append(dst, src[i:i+n]...)
			dst = append(dst, ' ')
		default:
			dst = append(dst, src[i:i+n]...)
		}
		i += n
	}
	space()
	r.end(dst)
}
