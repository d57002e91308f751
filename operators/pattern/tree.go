package pattern

import "strings"

// op is what a node of the parsed pattern does.
type op uint8

const (
	opLiteral   op = iota // r
	opNot                 // any character but r
	opAny                 // .
	opSet                 // set
	opAt                  // at
	opRepeat              // subs[0], min, max, how
	opGroup               // subs[0]; group (0: not capturing), add, del
	opAtomic              // subs[0]
	opLook                // subs[0], behind, not
	opBranch              // subs
	opBackref             // group
	opCondition           // group, subs[0], subs[1] if given
)

// at is a position test.
type at uint8

const (
	atStart    at = iota // ^
	atEnd                // $
	atTextHead           // \A
	atTextEnd            // \Z
	atWordEdge           // \b
	atNoEdge             // \B
)

// how a repeat gives back what it took.
type how uint8

const (
	greedy how = iota
	lazy
	possessive
)

// unlimited is a repeat without an upper bound (Python's MAXREPEAT).
const unlimited = 1<<32 - 1

// inline flags; only these have an effect on a text pattern.
type flagSet uint16

const (
	flagIgnoreCase flagSet = 1 << iota
	flagMultiline
	flagDotAll
	flagVerbose
	flagASCII
	flagUnicode
	flagLocale
	flagTemplate
)

const typeFlags = flagASCII | flagUnicode | flagLocale

type node struct {
	op       op
	r        rune
	set      *setSpec
	at       at
	min, max int64
	how      how
	group    int
	add, del flagSet
	behind   bool
	not      bool
	subs     []seq
}

// seq is a sequence of nodes.
type seq []node

// tree is a parsed pattern.
type tree struct {
	flags  flagSet
	groups int // capture groups
	seq    seq
	// widths of the capture groups, by number.
	widths []width
}

// width is the least and the greatest number of characters a node matches.
type width struct{ min, max int64 }

// maxWidth stands for "no bound". Sums stop there.
const maxWidth = 1 << 61

func addWidth(a, b int64) int64 { return min(a+b, maxWidth) }

func mulWidth(a, b int64) int64 {
	if a != 0 && b > maxWidth/a {
		return maxWidth
	}
	return a * b
}

func (t *tree) width(s seq) width {
	var w width
	for i := range s {
		n := t.nodeWidth(&s[i])
		w.min, w.max = addWidth(w.min, n.min), addWidth(w.max, n.max)
	}
	return w
}

func (t *tree) nodeWidth(n *node) width {
	switch n.op {
	case opLiteral, opNot, opAny, opSet:
		return width{1, 1}
	case opGroup, opAtomic:
		return t.width(n.subs[0])
	case opRepeat:
		w := t.width(n.subs[0])
		most := mulWidth(w.max, n.max)
		if n.max == unlimited && w.max > 0 {
			most = maxWidth
		}
		return width{mulWidth(w.min, n.min), most}
	case opBranch, opCondition:
		w := t.width(n.subs[0])
		for _, s := range n.subs[1:] {
			o := t.width(s)
			w = width{min(w.min, o.min), max(w.max, o.max)}
		}
		if n.op == opCondition && len(n.subs) == 1 {
			w.min = 0
		}
		return w
	case opBackref:
		return t.widths[n.group]
	}
	return width{}
}

// simple says whether a repeat of s is a repeat of single characters.
func simple(s seq) bool {
	if len(s) != 1 {
		return false
	}
	switch n := &s[0]; n.op {
	case opLiteral, opNot, opAny, opSet:
		return true
	case opGroup:
		return n.group == 0 && simple(n.subs[0])
	}
	return false
}

// asLiteral says whether the pattern is a plain text, with a word boundary at
// both ends or at neither.
func (t *tree) asLiteral() (text string, ignoreCase, bounded, ok bool) {
	s := t.seq
	edge := func(n node) bool { return n.op == opAt && n.at == atWordEdge }
	if len(s) >= 3 && edge(s[0]) && edge(s[len(s)-1]) {
		s, bounded = s[1:len(s)-1], true
	}
	if len(s) == 0 || t.flags&flagASCII != 0 {
		return "", false, false, false
	}
	var b strings.Builder
	for _, n := range s {
		// A surrogate is a character to Python's parser and to no text.
		if n.op != opLiteral || 0xD800 <= n.r && n.r <= 0xDFFF {
			return "", false, false, false
		}
		b.WriteRune(n.r)
	}
	return b.String(), t.flags&flagIgnoreCase != 0, bounded, true
}
