package pattern

import (
	"unicode"

	"mizan/operators/text"
)

// setItem is a member of a set: the characters lo..hi, or a class (class != 0)
// or what is outside it.
type setItem struct {
	lo, hi rune
	class  text.Class
	not    bool
	span   bool // written as a range
}

// setSpec is a set as it is written.
type setSpec struct {
	negate bool
	items  []setItem
}

// class reads a set, whose [ has been read.
func (p *parser) class() node {
	set := &setSpec{negate: p.match('^')}
	get := func() token {
		t := p.get()
		if !t.ok {
			panic(p.fault("unterminated character set"))
		}
		return t
	}
	for {
		this := get()
		if this.is(']') && len(set.items) > 0 {
			break
		}
		low := p.member(this)
		if !p.match('-') {
			set.items = append(set.items, low)
			continue
		}
		that := get()
		if that.is(']') {
			set.items = append(set.items, low, setItem{lo: '-', hi: '-'})
			break
		}
		high := p.member(that)
		if low.class != 0 || high.class != 0 || high.lo < low.lo {
			panic(p.fault("bad character range %s-%s", this, that))
		}
		set.items = append(set.items, setItem{lo: low.lo, hi: high.lo, span: true})
	}
	if len(set.items) > 1 {
		set.items = unique(set.items)
	}
	if only := set.items[0]; len(set.items) == 1 && only.class == 0 && !only.span {
		if set.negate {
			return node{op: opNot, r: only.lo}
		}
		return node{op: opLiteral, r: only.lo}
	}
	return node{op: opSet, set: set}
}

func unique(items []setItem) []setItem {
	seen := map[setItem]bool{}
	kept := items[:0]
	for _, it := range items {
		if !seen[it] {
			seen[it] = true
			kept = append(kept, it)
		}
	}
	return kept
}

// member reads one member of a set, whose first token is t.
func (p *parser) member(t token) setItem {
	r := t.r
	if t.escaped {
		if class, not, ok := classEscape(t.r); ok {
			return setItem{class: class, not: not}
		}
		if isOctal(t.r) {
			r = number(append([]rune{t.r}, p.while(2, isOctal)...), 8)
			if r > 0o377 {
				panic(p.fault("octal escape value outside of range 0-0o377"))
			}
		} else {
			r = p.characterEscape(t.r)
		}
	}
	return setItem{lo: r, hi: r}
}

// charSet is a compiled set.
type charSet struct {
	ascii  [128]bool // the answer for ASCII, negation and folding included
	negate bool
	fold   bool // a character is lowered before the test
	onlyA  bool // classes are ASCII's
	items  []setItem
	// bmp holds, for a set that ignores case, the lowered members below
	// U+10000 and their equivalents, as a bit map.
	bmp *[1024]uint64
}

// newCharSet compiles a set for the flags at hand.
func newCharSet(spec *setSpec, flags flagSet) *charSet {
	c := &charSet{negate: spec.negate, onlyA: flags&flagASCII != 0}
	if flags&flagIgnoreCase == 0 {
		c.items = spec.items
	} else {
		c.addFolded(spec.items)
	}
	for r := range rune(128) {
		c.ascii[r] = c.test(r)
	}
	return c
}

// addFolded does what Python's compiler does with a set that ignores case,
// its treatment of characters beyond U+FFFF included: a single one of these
// stays as it is written, so an upper-case one never matches (the text is
// lowered), and a range of them also takes characters whose upper case lies in
// it.
func (c *charSet) addFolded(items []setItem) {
	low, isCased := lower, cased
	if c.onlyA {
		low, isCased = lowerASCII, casedASCII
	}
	c.bmp = new([1024]uint64)
	put := func(r rune) { c.bmp[r>>6] |= 1 << (r & 63) }
	for _, it := range items {
		if it.class != 0 {
			c.items = append(c.items, it)
			continue
		}
		beyond := false
		for r := it.lo; r <= it.hi; r++ {
			l := low(r)
			if l > 0xFFFF {
				beyond = true
				break
			}
			put(l)
			if !c.onlyA {
				for _, k := range familyOf[l] {
					put(k)
				}
			}
			c.fold = c.fold || isCased(r)
		}
		if beyond {
			c.fold = true
			c.items = append(c.items, it)
		}
	}
}

// has says whether r is matched by the set.
func (c *charSet) has(r rune) bool {
	if uint32(r) < 128 {
		return c.ascii[r]
	}
	return c.test(r)
}

func (c *charSet) test(r rune) bool {
	if c.fold {
		if c.onlyA {
			r = lowerASCII(r)
		} else {
			r = lower(r)
		}
	}
	return c.member(r) != c.negate
}

func (c *charSet) member(r rune) bool {
	if c.bmp != nil && r <= 0xFFFF && c.bmp[r>>6]&(1<<(r&63)) != 0 {
		return true
	}
	for _, it := range c.items {
		switch {
		case it.class != 0:
			if inClass(r, it.class, c.onlyA) != it.not {
				return true
			}
		case it.lo <= r && r <= it.hi:
			return true
		case c.bmp != nil && it.span:
			if u := unicode.ToUpper(r); it.lo <= u && u <= it.hi {
				return true
			}
		}
	}
	return false
}

// inClass is \d \s or \w, in ASCII's sense under the flag a.
func inClass(r rune, class text.Class, onlyASCII bool) bool {
	if onlyASCII {
		if r >= 0x80 || class == text.PySpace && 0x1C <= r && r <= 0x1F {
			return false
		}
	}
	return text.Is(r, class)
}
