package token

import "math/bits"

// blockSize is how many bytes block looks at at once.
const blockSize = 64

// blocks scans s from st.i on as long as it is plain: ASCII without _, and with
// white space at least every 64 bytes. Nothing may be open at st.i: no word, no
// letter sequence. It stops after a white space, where nothing is open either, or
// at the end. st.next is then where another try may be worth it. It gives up
// as loops does.
//
// A block ends at its last white space, so that each is complete in itself and
// the work on one need not wait for the one before. Words, letters and the gaps
// between words come from bit masks, without a branch a byte. Measured against
// a loop that looks the class of each character up: BenchmarkGate, package gate.
func (sc *Scanner) blocks(s string, b []byte, st *state) bool {
	var m masks
	var w words
	var tail [blockSize]byte
	i, k := st.i, st.k
	starts, hashes := st.starts, st.hashes
	for i < len(b) {
		if i+blockSize <= len(b) {
			masksOf(&m, (*[blockSize]byte)(b[i:]))
		} else {
			tail = spaces
			copy(tail[:], b[i:])
			masksOf(&m, &tail)
		}
		space := m.space
		if m.odd != 0 {
			space &= m.odd&-m.odd - 1 // before the first odd character
		}
		if space == 0 {
			st.next = i + min(bits.TrailingZeros64(m.odd)+1, blockSize)
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
		alnum, letter := m.alnum&keep, m.letter&keep
		deleted := m.deleted & keep & st.dropMask
		letterWords := letter &^ (letter << 1)
		st.words += bits.OnesCount64(letterWords)
		st.sequences += bits.OnesCount64(letterWords &^ reach(letter, deleted))
		st.letter |= letter
		st.digit |= alnum &^ letter

		// The words of the detectors.
		if len(hashes)-k < perBlock {
			starts, hashes, k = sc.table.makeRoom(k, perBlock, i)
		}
		first := alnum &^ (alnum << 1)
		after := alnum << 1 &^ alnum
		if near := first & reach(alnum, deleted); near != 0 {
			st.i, st.starts, st.hashes, st.k = i, starts, hashes, k
			sc.glued(s, b, st, first, after, near, first&reach(alnum, keep&^(alnum|m.space)))
			i, k = i+size, st.k
			continue
		}
		hash, start := (*[perBlock]uint64)(hashes[k:]), (*[perBlock]int)(starts[k:])
		wordsOf(&w, hash, start, b, i, first, after)
		for long := w.long; long != 0; long &= long - 1 {
			n := (w.n - 1 - bits.TrailingZeros64(long)) & (perBlock - 1)
			hash[n] = hashLong(b, start[n], int(w.size[n]))
		}
		if w.n > 0 {
			st.runs(s, &w, hash, start)
			if glued := first & reach(alnum, keep&^(alnum|m.space)); glued != 0 {
				w.n = w.glue(hash, start, first, glued)
			}
			k += w.n
		}
		i += size
	}
	st.i, st.k = min(i, len(b)), k // the last white space may be behind the end
	st.starts, st.hashes = starts, hashes
	return true
}

// reach returns the bits to which a run of gap leads from a bit of from: the bits
// of neither that follow such a run.
func reach(from, gap uint64) uint64 {
	return (gap + gap&(from<<1)) &^ gap
}

// spaces is a block of white space.
var spaces = func() (b [blockSize]byte) {
	for i := range b {
		b[i] = ' '
	}
	return b
}()

// glued is the loop over the words of a block in which some words have nothing
// but deleted characters between them (near), so that all detectors glue them
// together. glued are the words that the n-gram detector glues to the one before:
// these, and those with anything but white space between them.
func (sc *Scanner) glued(s string, b []byte, st *state, first, after, near, glued uint64) {
	var word, gram piece
	for first != 0 {
		bit := first & -first
		start, end := st.i+bits.TrailingZeros64(first), st.i+bits.TrailingZeros64(after)
		first &^= bit
		after &= after - 1
		hash := hashOf(b, start, end)
		if near&bit == 0 {
			st.endWord(s, &word)
		}
		if glued&bit == 0 {
			st.endGram(&gram)
		}
		word.add(start, end, hash)
		gram.add(start, end, hash)
	}
	st.endWord(s, &word)
	st.endGram(&gram)
}

// state is what loops and blocks hand each other.
type state struct {
	i int // where the scan is

	drop     Bits
	dropMask uint64 // all ones if drop deletes anything
	sentence int    // where the sentence starts
	run      Run    // equal words
	next     int    // blocks need not be tried before

	// Counts of blocks, all of ASCII letters.
	words, sequences int
	letter, digit    uint64 // not 0 if there was any

	// The columns of the word table and the number of words in it.
	starts []int
	hashes []uint64
	k      int
}

// runs shows the words of a block, of which there are some, to the run detector.
func (st *state) runs(s string, w *words, hash *[perBlock]uint64, start *[perBlock]int) {
	run := &st.run
	if w.equal == 0 && (hash[0] != run.hash || run.length == 0) {
		// No two are equal, so only the last one matters.
		last := (w.n - 1) & (perBlock - 1)
		run.start, run.end, run.hash, run.length = start[last], start[last]+int(w.size[last]), hash[last], 1
		return
	}
	for n := range w.n {
		run.next(s, start[n], start[n]+int(w.size[n]), hash[n], st.drop)
	}
}

func (st *state) endWord(s string, p *piece) {
	if p.size > 0 {
		st.run.next(s, p.start, p.end, p.hash, st.drop)
		p.size = 0
	}
}

// endGram needs room in the table.
func (st *state) endGram(p *piece) {
	if p.size > 0 {
		st.starts[st.k], st.hashes[st.k] = p.start, p.hash
		st.k++
		p.size = 0
	}
}
