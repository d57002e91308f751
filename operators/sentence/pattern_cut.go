package sentence

import (
	"bytes"

	"mizan/operators/text"
)

// settled marks the bytes that settle copies as they are.
var settled = func() (t [256]bool) {
	for c := range t {
		t[c] = c < protected
	}
	for _, c := range []byte(".?!<") {
		t[c] = false
	}
	return t
}()

// settle writes the final text and the ends of its sentences.
func (p *patternText) settle() {
	out, ends := p.out[:0], p.ends[:0]
	for i := 0; i < len(p.b); i++ {
		from := i
		for i < len(p.b) && settled[p.b[i]] {
			i++
		}
		out = append(out, p.b[from:i]...)
		if i == len(p.b) {
			break
		}
		switch c := p.b[i]; c {
		case '.', '?', '!':
			out = append(out, c)
			ends = append(ends, len(out))
		case protected:
			out = append(out, '.')
		case protectedCut:
			out = append(out, '.')
			ends = append(ends, len(out))
		case cutHere:
			ends = append(ends, len(out))
		case cutSpace:
			ends = append(ends, len(out))
			out = append(out, ' ')
		case '<':
			if bytes.HasPrefix(p.b[i:], []byte("<prd>")) {
				out = append(out, '.')
				i += len("<prd>") - 1
			} else if bytes.HasPrefix(p.b[i:], []byte("<stop>")) {
				ends = append(ends, len(out))
				i += len("<stop>") - 1
			} else {
				out = append(out, c)
			}
		}
	}
	p.out, p.ends = out, append(ends, len(out))
}

// last is the last sentence, not stripped.
func (p *patternText) last() []byte {
	from := 0
	if n := len(p.ends); n > 1 {
		from = p.ends[n-2]
	}
	return p.out[from:]
}

func (p *patternText) cut(dst []string) []string {
	p.settle()
	all := string(p.out)
	from := 0
	for i, to := range p.ends {
		piece := text.Strip(all[from:to])
		if piece != "" || i < len(p.ends)-1 {
			dst = append(dst, piece)
		}
		from = to
	}
	return dst
}
