package token

import "math/bits"

// blocks scans s from st.i on as long as it is plain: ASCII without _, the Arabic
// letters, punctuation that is nothing to any check, and white space at least every 64
// bytes. Nothing may be open at st.i: no word, no letter sequence. It stops after a
// white space, where nothing is open either, or at the end. st.next is then where
// another try may be worth it. It gives up as loops does.
//
// A block ends at its last white space, so that each is complete in itself. Words,
// letters and the gaps between words come from bit masks, without a branch a byte.
// Measured against a loop that looks the class of each character up: BenchmarkGate,
// package gate.
func (sc *Scanner) blocks(s string, b []byte, st *state) bool {
	var tail window
	var m masks
	var w wordMasks
	i, k := st.i, st.k
	starts, initials := st.starts, st.initials
	for i < len(b) {
		text := &tail
		if i+len(tail) <= len(b) {
			text = (*window)(b[i:])
		} else {
			tail = blank
			copy(tail[:], b[i:])
		}
		m.read(text)
		space, odd := m.space, uint64(0)
		if m.odd != 0 || m.arabic != 0 {
			odd = st.odd(text, &m)
			space &= odd&-odd - 1 // before the first odd character
		}
		if space == 0 {
			st.next = i + min(bits.TrailingZeros64(odd)+1, blockSize)
			break
		}
		size := bits.Len64(space) // up to the last white space
		keep := ^uint64(0) >> (blockSize - size)
		for sentence := m.sentence & keep; sentence != 0; sentence &= sentence - 1 {
			at := i + bits.TrailingZeros64(sentence)
			if st.drop != 0 && postscriptAt(s[:len(b)], at) {
				return false
			}
			sc.sentences.next(s, st.sentence, at)
			st.sentence = at + 1
		}

		// Letter-words, and letter sequences: those begin anew only where what
		// is between two letters is not all deleted.
		word, letter, arabic := m.word&keep, m.letter&keep, m.arabic&keep
		deleted := m.deleted & keep & st.dropMask
		letters := letter &^ (letter << 1)
		sequences := letters &^ reach(letter, deleted)
		st.words += bits.OnesCount64(letters)
		st.sequences += bits.OnesCount64(sequences)
		if arabic != 0 {
			st.arabicWords += bits.OnesCount64(letters & arabic)
			st.arabicSequences += bits.OnesCount64(sequences & arabic)
		}
		st.digit |= word &^ letter

		// The words of the detectors.
		w.first, w.last = word&^(word<<1), word&^(word>>1)
		if w.first != 0 {
			if len(initials)-k < blockSize {
				starts, initials, k = sc.table.makeRoom(k, i)
			}
			w.gram, w.arabic = w.first&^reach(word, keep&^(word|m.space)), arabic
			alike := words(text, &w, i, (*[perBlock]uint32)(starts[k:]), (*[blockSize]byte)(initials[k:]))
			k += bits.OnesCount64(w.gram)
			if near := w.first & reach(word, deleted); near != 0 {
				st.i = i
				st.glued(s, b, &w, near)
			} else {
				st.runs(s, b, i, &w, alike)
			}
		}
		i += size
		if odd != 0 {
			st.next = i - size + bits.TrailingZeros64(odd) + 1
			break
		}
	}
	st.i, st.k = min(i, len(b)), k // the last white space may be behind the end
	st.starts, st.initials = starts, initials
	return true
}

// mayBePlain says whether a block that starts with b is worth a try.
func mayBePlain(b byte) bool { return b < 0x80 || b&0xFE == 0xD8 }

// blank is a block of white space.
var blank = func() (b window) {
	for i := range b {
		b[i] = ' '
	}
	return b
}()

// reach returns the bits to which a run of gap leads from a bit of from: the bits
// of neither that follow such a run.
func reach(from, gap uint64) uint64 {
	return (gap + gap&(from<<1)) &^ gap
}

// odd returns the bytes of the block before its last white space that keep it from
// being plain, at least the first. It takes note of the other punctuation beyond ASCII.
func (st *state) odd(b *window, m *masks) uint64 {
	before := ^uint64(0) >> (blockSize - bits.Len64(m.space))
	// Words and sequences that are not all of one script.
	latin := m.letter &^ m.arabic
	deleted := m.deleted & st.dropMask
	odd := (latin<<1|reach(latin, deleted))&m.arabic | (m.arabic<<1|reach(m.arabic, deleted))&latin
	odd &= before
	for rest := m.odd & before; rest != 0; {
		at := bits.TrailingZeros64(rest)
		r, n := decodeAt(b[:], at)
		is := BitsOf(r)
		if is&^(Checked|Stop) != 0 || is&Letter != 0 {
			return odd | 1<<at
		}
		st.seen |= is
		rest &^= (1<<n - 1) << at
	}
	return odd
}

// glued is the loop over the words of the block at st.i for the run detector, if some
// of them are near: deleted characters are all that parts them from the one before,
// so that they are glued to it.
func (st *state) glued(s string, b []byte, w *wordMasks, near uint64) {
	var word piece
	for first, last := w.first, w.last; first != 0; first, last = first&(first-1), last&(last-1) {
		start, end := st.i+bits.TrailingZeros64(first), st.i+bits.TrailingZeros64(last)+1
		if near&first&-first == 0 {
			st.endWord(s, &word)
		}
		word.add(start, end, hashOf(b, start, end))
	}
	st.endWord(s, &word)
}

// runs shows the words of the block at i to the run detector. alike is 0 if no two
// neighbours among them are equal.
func (st *state) runs(s string, b []byte, i int, w *wordMasks, alike uint64) {
	start, end := i+bits.TrailingZeros64(w.first), i+bits.TrailingZeros64(w.last)+1
	hash := hashOf(b, start, end)
	if alike == 0 && (hash != st.run.hash || st.run.length == 0) {
		// Only the last word matters.
		start, end = i+bits.Len64(w.first)-1, i+bits.Len64(w.last)
		st.run.start, st.run.end, st.run.hash, st.run.length = start, end, hashOf(b, start, end), 1
		return
	}
	for first, last := w.first, w.last; first != 0; first, last = first&(first-1), last&(last-1) {
		start, end := i+bits.TrailingZeros64(first), i+bits.TrailingZeros64(last)+1
		st.run.next(s, start, end, hashOf(b, start, end), st.drop)
	}
}

// state is what loops and blocks hand each other.
type state struct {
	i int // where the scan is

	drop     Bits
	dropMask uint64 // all ones if drop deletes anything
	sentence int    // where the sentence starts
	run      Run    // equal words
	next     int    // blocks need not be tried before

	// Counts of blocks, the Arabic ones among the others.
	words, sequences             int
	arabicWords, arabicSequences int
	digit                        uint64 // not 0 if there was any
	seen                         Bits   // of punctuation beyond ASCII

	// The columns of the word table and the number of words in it.
	starts   []uint32
	initials []byte
	k        int
}

func (st *state) endWord(s string, p *piece) {
	if p.hash != 0 {
		st.run.next(s, p.start, p.end, p.hash, st.drop)
		p.hash = 0
	}
}
