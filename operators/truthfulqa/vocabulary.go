package truthfulqa

import (
	"hash/maphash"
	"slices"
)

// seed keeps texts that were made to share slots from doing so.
var seed = maphash.MakeSeed()

// vocabulary numbers tokens from 1 on.
type vocabulary struct {
	text []byte   // all tokens, one behind the other
	ends []uint32 // by number: where the token ends in text; number 0 stands for none
	// Open addressing by the upper half of the hash, which the upper half of a slot holds;
	// the lower one is the number, and 0 is free.
	slots []uint64
}

// fewSlots is the least number of slots.
const fewSlots = 256

// reset empties the vocabulary.
func (v *vocabulary) reset() {
	v.text, v.ends = v.text[:0], append(v.ends[:0], 0)
	v.slots = slices.Grow(v.slots[:0], fewSlots)[:fewSlots]
	clear(v.slots)
}

// find returns the token's number, 0 if it has none, and what belongs in which free slot
// to give it one.
func (v *vocabulary) find(token []byte) (number uint32, slot int, tag uint64) {
	tag = maphash.Bytes(seed, token) &^ (1<<32 - 1)
	for slot = v.home(tag); v.slots[slot] != 0; slot = (slot + 1) & (len(v.slots) - 1) {
		if s := v.slots[slot]; s&^(1<<32-1) == tag {
			if g := uint32(s); string(v.text[v.ends[g-1]:v.ends[g]]) == string(token) {
				return g, slot, tag
			}
		}
	}
	return 0, slot, tag
}

// home is the first slot for a token.
func (v *vocabulary) home(tag uint64) int { return int(tag>>32) & (len(v.slots) - 1) }

// number returns the token's number and gives it one if it has none.
func (v *vocabulary) number(token []byte) uint32 {
	g, slot, tag := v.find(token)
	if g != 0 {
		return g
	}
	g = uint32(len(v.ends))
	v.text = append(v.text, token...)
	v.ends = append(v.ends, uint32(len(v.text)))
	v.slots[slot] = tag | uint64(g)
	if 2*len(v.ends) > len(v.slots) {
		v.grow()
	}
	return g
}

// grow doubles the number of slots.
func (v *vocabulary) grow() {
	old := slices.Clone(v.slots)
	v.slots = slices.Grow(v.slots[:0], 2*len(old))[:2*len(old)]
	clear(v.slots)
	for _, s := range old {
		if s == 0 {
			continue
		}
		slot := v.home(s)
		for v.slots[slot] != 0 {
			slot = (slot + 1) & (len(v.slots) - 1)
		}
		v.slots[slot] = s
	}
}

// bytes is the memory of the vocabulary.
func (v *vocabulary) bytes() int { return size(v.text) + size(v.ends) + size(v.slots) }

// clone copies the vocabulary into memory of its own.
func (v *vocabulary) clone() vocabulary {
	return vocabulary{slices.Clone(v.text), slices.Clone(v.ends), slices.Clone(v.slots)}
}
