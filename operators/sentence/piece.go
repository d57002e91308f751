package sentence

import (
	"bytes"
	"strings"
	"unicode/utf8"
	"unsafe"

	"mizan/operators/text"
)

// Classes of the bytes that matter to the Treebank rules.
const (
	letter   byte = 1 << iota // A-Z a-z
	alone                     // stands apart wherever it is
	comma                     // stands apart unless a digit follows
	dot                       // runs of two or more stand apart
	hyphen                    // pairs stand apart
	quote                     // needs the rules
	wide                      // a byte of a character outside ASCII
	pieceEnd                  // ASCII white space
)

// contracted is a property that scanPiece finds: the piece may hold a word such
// as cannot, which is cut in two.
const contracted = pieceEnd

var treebankClass = func() (t [256]byte) {
	for c := range t {
		switch {
		case c >= utf8.RuneSelf:
			t[c] = wide
		case isLetter(byte(c)):
			t[c] = letter
		case text.Is(rune(c), text.PySpace):
			t[c] = pieceEnd
		}
	}
	for _, set := range []struct {
		chars string
		class byte
	}{
		{";@#$%&?!*[](){}<>", alone}, {",:", comma}, {".", dot}, {"-", hyphen}, {"'\"`", quote},
	} {
		for _, c := range []byte(set.chars) {
			t[c] = set.class
		}
	}
	return t
}()

// scanPiece returns the end of the piece that starts at s[i] and the classes of
// all its bytes.
func scanPiece(s string, i int) (end int, has byte) {
	run := i // start of the run of ASCII letters
	for i < len(s) {
		class := treebankClass[s[i]]
		if class == letter {
			i++
			continue
		}
		if class == pieceEnd {
			break
		}
		n := 1
		if class == wide {
			var c rune
			c, n = utf8.DecodeRuneInString(s[i:])
			if text.Is(c, text.PySpace) {
				break
			}
			if c == '\u0130' || c == '\u0131' || c == '\u017F' {
				has |= contracted // equal to i and s there
			}
		}
		if maybe := i - run; (maybe == 5 || maybe == 6) && isContraction(s[run:i]) {
			has |= contracted
		}
		has |= class
		i += n
		run = i
	}
	if isContraction(s[run:i]) {
		has |= contracted
	}
	return i, has
}

// isContraction says whether w is one of the words without an apostrophe that
// are cut in two.
func isContraction(w string) bool {
	if len(w) != 5 && len(w) != 6 {
		return false
	}
	switch w[0] | 0x20 {
	case 'c', 'g', 'l', 'w':
		for _, c := range contractionList {
			if n := len(c.first); n+len(c.second) == len(w) &&
				strings.EqualFold(w[:n], c.first) && strings.EqualFold(w[n:], c.second) {
				return true
			}
		}
	}
	return false
}

// piece appends the words of s[i:end], which holds no white space and stands
// between white space, the ends of the sentence or its final stop. Nearly all
// pieces are plain, have signs that just stand apart, or one apostrophe; the
// others go through the rules.
func (r *rewriter) piece(dst []string, s string, i, end int, has byte) []string {
	w := s[i:end]
	switch {
	case has&contracted != 0:
		return r.byRules(dst, s, i, end)
	case has&quote != 0:
		if out, ok := apostrophe(dst, w); ok {
			return out
		}
		return r.byRules(dst, s, i, end)
	case has&(alone|comma|dot|hyphen|wide) == 0:
		return append(dst, w)
	}
	from := 0 // start of the word at hand
	for k := 0; k < len(w); {
		n := 1
		apart := false
		switch treebankClass[w[k]] {
		case alone:
			apart = true
		case comma:
			next, size := utf8.DecodeRuneInString(w[k+1:])
			apart = size == 0 || !text.Is(next, text.Decimal)
		case dot:
			for k+n < len(w) && w[k+n] == '.' {
				n++
			}
			apart = n > 1
		case hyphen:
			if k+1 < len(w) && w[k+1] == '-' {
				n, apart = 2, true
			}
		case wide:
			var c rune
			c, n = utf8.DecodeRuneInString(w[k:])
			switch c {
			case '«', '»', '“', '”', '‘', '’', '„':
				apart = true
			}
		}
		if apart {
			if from < k {
				dst = append(dst, w[from:k])
			}
			dst = r.flush(append(dst, w[k:k+n]), flushAt)
			from = k + n
			if n == 1 && treebankClass[w[k]] == comma && from < len(w) && treebankClass[w[from]] == comma {
				// The first has consumed it: it stays with what follows.
				n++
			}
		}
		k += n
	}
	if from < len(w) {
		dst = append(dst, w[from:])
	}
	return dst
}

// apostrophe appends the words of a piece of letters, an apostrophe and
// letters, and perhaps a sign that stands apart. ok is false, and dst as it
// was, for other pieces and for the few that have rules of their own.
func apostrophe(dst []string, w string) (words []string, ok bool) {
	sign := ""
	if last := len(w) - 1; treebankClass[w[last]]&(alone|comma) != 0 {
		w, sign = w[:last], w[last:]
	}
	p := strings.IndexByte(w, '\'')
	if p < 1 || !allLetters(w[:p]) || !allLetters(w[p+1:]) {
		return dst, false
	}
	cut := 0
	switch w[p+1:] {
	case "", "s", "S", "m", "M", "d", "D", "ll", "LL", "re", "RE", "ve", "VE":
		cut = p
	case "t", "T":
		if n := w[p-1]; p > 1 && (n == 'n' && w[p+1] == 't' || n == 'N' && w[p+1] == 'T') {
			cut = p - 1
		}
	default:
		// A single letter moves away from the apostrophe; more'n and d'ye are
		// contractions.
		if len(w) == p+2 || strings.EqualFold(w, "d'ye") {
			return dst, false
		}
	}
	if isContraction(w[:cut]) {
		return dst, false
	}
	if cut > 0 {
		dst = append(dst, w[:cut])
	}
	dst = append(dst, w[cut:])
	if sign != "" {
		dst = append(dst, sign)
	}
	return dst, true
}

func allLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if treebankClass[s[i]] != letter {
			return false
		}
	}
	return true
}

// byRules appends the words of s[i:end] that the rules make, seen with the
// white space around it. The whole end of a sentence is told from a piece by
// its reaching the end of s.
func (r *rewriter) byRules(dst []string, s string, i, end int) []string {
	spaceAt := func(at int) string {
		if s[at] == ' ' || s[at] == '.' { // the final stop comes to stand apart
			return " "
		}
		return "\n" // whatever it is, no rule wants it but those for any white space
	}
	before, after := "", ""
	if i > 0 {
		before = spaceAt(i - 1)
	}
	if end < len(s) {
		after = spaceAt(end)
	}
	out := r.rewrite(before, s[i:end], after)
	if !r.counting {
		return text.Split(dst, string(out))
	}
	for len(out) > 0 { // the rules leave single spaces between words
		w := out
		if at := bytes.IndexByte(out, ' '); at >= 0 {
			w, out = out[:at], out[at+1:]
		} else {
			out = nil
		}
		if text.IsUpper(unsafe.String(unsafe.SliceData(w), len(w))) {
			r.upper++
		}
	}
	return dst
}
