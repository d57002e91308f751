package truthfulqa

import "slices"

// ngramTable numbers the n-grams that are longer than a token, by open addressing. The key
// of one is the number of the n-gram without its last token, shifted by 32, and that token;
// 0 is free.
type ngramTable struct {
	keys  []uint64
	grams []uint32
}

// reset empties the table and makes room for so many n-grams.
func (t *ngramTable) reset(ngrams int) {
	slots := 4
	for 2*slots < 3*ngrams {
		slots *= 2
	}
	t.keys, t.grams = slices.Grow(t.keys[:0], slots)[:slots], slices.Grow(t.grams[:0], slots)[:slots]
	clear(t.keys)
	clear(t.grams)
}

// next returns the n-gram made of g and one more token, 0 if there is none.
func (t *ngramTable) next(g, token uint32) uint32 {
	at, _ := t.find(uint64(g)<<32 | uint64(token))
	return t.grams[at]
}

// find returns where the n-gram of that key is or would be. It spreads keys over a power
// of two by multiplication (Knuth, TAOCP 6.4).
func (t *ngramTable) find(key uint64) (at int, found bool) {
	last := len(t.keys) - 1
	for at = int(key*0x9E3779B97F4A7C15>>33) & last; t.keys[at] != key; at = (at + 1) & last {
		if t.keys[at] == 0 {
			return at, false
		}
	}
	return at, true
}

// fitted copies the table, which has so many n-grams, into one that is no larger than they
// need: in references that repeat themselves there are far fewer than places.
func (t *ngramTable) fitted(ngrams int) (fit ngramTable) {
	fit.reset(ngrams)
	for i, key := range t.keys {
		if key != 0 {
			at, _ := fit.find(key)
			fit.keys[at], fit.grams[at] = key, t.grams[i]
		}
	}
	return fit
}

// bytes is the memory of the table.
func (t *ngramTable) bytes() int { return size(t.keys) + size(t.grams) }
