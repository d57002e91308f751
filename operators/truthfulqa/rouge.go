package truthfulqa

import "strings"

// rougeText replaces " . " by ".\n", so that sentences stand on lines of their
// own for ROUGE-Lsum.
func rougeText(s string) string { return strings.ReplaceAll(s, " . ", ".\n") }

// isLine says whether the text is one line that is not empty.
func isLine(s string) bool { return s != "" && strings.IndexByte(s, '\n') < 0 }

// sentences is a text as numbered tokens, cut into its non-empty lines.
type sentences struct {
	ids  []uint32
	ends []int
}

// bytes is the memory of the numbers.
func (s *sentences) bytes() int { return size(s.ids) + size(s.ends) }

// each calls visit with the tokens of each sentence.
func (s *sentences) each(visit func(ids []uint32)) {
	from := 0
	for _, end := range s.ends {
		visit(s.ids[from:end])
		from = end
	}
}

// fScore is 100 times the F1 measure of hits out of n in the response and m in
// the reference.
func fScore(hits, n, m int) float64 {
	p, r := float64(hits)/float64(max(n, 1)), float64(hits)/float64(max(m, 1))
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r) * 100
}

// ngrams is the number of n-grams in a text of that many tokens.
func ngrams(tokens, n int) int { return max(tokens-n+1, 0) }

// lcs is the memory for longest common subsequences.
type lcs struct {
	table []int32
	hit   []bool
	// By token number: how often the response has it, and how many of these and
	// of the reference's are not used up yet. Arrays, not maps: with maps half
	// the time of ROUGE went into them.
	inResp, leftResp, leftRef []int32
}

// bytes is the memory that is used again.
func (l *lcs) bytes() int { return size(l.table) + size(l.hit) + 3*size(l.inResp) }

// response makes resp the text that summary compares with, of an index whose
// numbers are below that.
func (l *lcs) response(resp *sentences, numbers int) {
	if len(l.inResp) < numbers {
		l.inResp, l.leftResp, l.leftRef = make([]int32, numbers), make([]int32, numbers), make([]int32, numbers)
	}
	clear(l.inResp[:numbers])
	for _, id := range resp.ids {
		l.inResp[id]++
	}
}

// summary is ROUGE-Lsum (Lin, 2004) as rouge_score computes it: for each
// sentence of the reference the union of its longest common subsequences with
// the sentences of the response; a token counts while both sides have it left.
func (l *lcs) summary(ref, resp *sentences) float64 {
	if len(ref.ids) == 0 || len(resp.ids) == 0 {
		return 0
	}
	for _, id := range ref.ids {
		l.leftRef[id], l.leftResp[id] = 0, l.inResp[id]
	}
	for _, id := range ref.ids {
		l.leftRef[id]++
	}
	hits := 0
	ref.each(func(r []uint32) {
		l.hit = append(l.hit[:0], make([]bool, len(r))...)
		resp.each(func(c []uint32) { l.mark(r, c) })
		for i, id := range r {
			if l.hit[i] && l.leftRef[id] > 0 && l.leftResp[id] > 0 {
				hits++
				l.leftRef[id]--
				l.leftResp[id]--
			}
		}
	})
	return fScore(hits, len(resp.ids), len(ref.ids))
}

// mark sets l.hit at the positions in r of one longest common subsequence of r
// and c: which one of several is the reference's choice. Tokens that no
// reference has are number 0 in c and equal nothing.
func (l *lcs) mark(r, c []uint32) {
	w := len(c) + 1
	cells := (len(r) + 1) * w
	if cap(l.table) < cells {
		l.table = make([]int32, cells)
	}
	t := l.table[:cells]
	clear(t[:w])
	for i, token := range r {
		above, row := t[i*w:(i+1)*w], t[(i+1)*w:(i+2)*w]
		row[0] = 0
		left := int32(0)
		for j, other := range c {
			if token == other {
				left = above[j] + 1
			} else {
				left = max(above[j+1], left)
			}
			row[j+1] = left
		}
	}
	for i, j := len(r), len(c); i > 0 && j > 0; {
		switch {
		case r[i-1] == c[j-1]:
			l.hit[i-1] = true
			i--
			j--
		case t[i*w+j-1] > t[(i-1)*w+j]:
			j--
		default:
			i--
		}
	}
}
