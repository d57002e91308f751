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
	i, k := st.i, st.k
	starts, initials := st.starts, st.initials
	for i < len(b) {
		if len(initials)-k < roomForBlocks {
			starts, initials, k = sc.table.makeRoom(k, i)
		}
		n, odd := 0, 0
		if !st.sums.isArabic { // one Arabic block follows another
			n = readASCII(&st.rows, &st.sums, b[i:], i, st.dropMask, starts[k:], initials[k:])
		}
		if n == 0 {
			text := &tail
			if i+len(tail) <= len(b) {
				text = (*window)(b[i:])
			} else {
				tail = blank
				copy(tail[:], b[i:])
			}
			n, odd = 1, st.rows[0].read(&st.sums, text, i, st.dropMask, (*[perBlock]uint32)(starts[k:]), (*[blockSize]byte)(initials[k:]))
			if st.rows[0].size == 0 {
				st.next = i + odd
				break
			}
		}
		at := i
		for j := range st.rows[:n] {
			m := &st.rows[j]
			for sentence := m.sentence; sentence != 0; sentence &= sentence - 1 {
				end := i + bits.TrailingZeros64(sentence)
				if st.drop != 0 && postscriptAt(s[:len(b)], end) {
					return false
				}
				sc.sentences.next(s, st.sentence, end)
				st.sentence = end + 1
			}
			if m.near != 0 {
				st.glued(s, b, i, m)
			} else if m.first != 0 {
				st.runs(s, b, i, m)
			}
			k += m.grams
			i += m.size
		}
		if odd != 0 {
			st.next = at + odd
			break
		}
	}
	st.hashRun(b)
	st.i, st.k = min(i, len(b)), k // the last white space may be behind the end
	st.starts, st.initials = starts, initials
	return true
}

const (
	// rowsAtOnce is how many blocks are read at once.
	rowsAtOnce = 8
	// roomForBlocks is what must be free of a word table's columns for that.
	roomForBlocks = rowsAtOnce*perBlock + blockSize
)

// row is what is to be known of the words and sentences in 64 bytes of plain text, up to
// the last white space among them. Bit j of a mask is byte j.
type row struct {
	size     int    // where the last white space ends, 0 if there is none
	sentence uint64 // . ! ?
	first    uint64 // the first bytes of words
	last     uint64 // their last bytes
	// The first bytes of words with nothing but deleted characters before them, behind
	// another word.
	near  uint64
	alike uint64 // 0 if no word equals the one before it in the block
	grams int    // words of the n-gram detector
}

// sums are over all blocks, the Arabic ones among the others.
type sums struct {
	words, arabicWords         int    // letter-words
	sequences, arabicSequences int    // letter sequences
	digit                      uint64 // not 0 if there was any
	seen                       Bits   // of punctuation beyond ASCII
	isArabic                   bool   // the last block that may not be ASCII has Arabic letters
}

// read reads the block b, which is at that place of the text. drop is all ones if
// characters are to be deleted. The n-gram detector's words go to start and initial. If
// something odd cuts the block short, or there is no white space, it returns where to go
// on behind that, else 0.
func (m *row) read(t *sums, b *window, at int, drop uint64, start *[perBlock]uint32, initial *[blockSize]byte) (next int) {
	var is masks
	is.read(b)
	t.isArabic = is.arabic != 0
	space := is.space
	if is.odd != 0 || is.arabic != 0 {
		if odd := t.odd(b, &is, drop); odd != 0 {
			space &= odd&-odd - 1 // before the first odd character
			next = bits.TrailingZeros64(odd) + 1
		}
	}
	m.size = bits.Len64(space)
	if m.size == 0 {
		if next == 0 {
			next = blockSize
		}
		return next
	}
	keep := ^uint64(0) >> (blockSize - m.size)
	m.sentence = is.sentence & keep
	word, letter, arabic, deleted := is.word&keep, is.letter&keep, is.arabic&keep, is.deleted&keep&drop

	// Letter sequences begin anew only where what is between two letters is not all
	// deleted.
	letters := letter &^ (letter << 1)
	sequences := letters &^ reach(letter, deleted)
	t.words += bits.OnesCount64(letters)
	t.sequences += bits.OnesCount64(sequences)
	if arabic != 0 {
		t.arabicWords += bits.OnesCount64(letters & arabic)
		t.arabicSequences += bits.OnesCount64(sequences & arabic)
	}
	t.digit |= word &^ letter

	// The n-gram detector glues all words together that no white space parts.
	m.first, m.last = word&^(word<<1), word&^(word>>1)
	m.near = m.first & reach(word, deleted)
	w := wordMasks{m.first, m.last, m.first &^ reach(word, keep&^(word|is.space)), arabic}
	m.grams = bits.OnesCount64(w.gram)
	m.alike = words(b, &w, at, start, initial)
	return next
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
func (t *sums) odd(b *window, is *masks, drop uint64) uint64 {
	before := ^uint64(0) >> (blockSize - bits.Len64(is.space))
	// Words and sequences that are not all of one script.
	latin := is.letter &^ is.arabic
	deleted := is.deleted & drop
	odd := (latin<<1|reach(latin, deleted))&is.arabic | (is.arabic<<1|reach(is.arabic, deleted))&latin
	odd &= before
	for rest := is.odd & before; rest != 0; {
		at := bits.TrailingZeros64(rest)
		r, n := decodeAt(b[:], at)
		has := BitsOf(r)
		if has&^(Checked|Stop) != 0 || has&Letter != 0 {
			return odd | 1<<at
		}
		t.seen |= has
		rest &^= (1<<n - 1) << at
	}
	return odd
}

// glued shows the words of the block at i to the run detector, if some of them are near,
// that is, glued to the one before.
func (st *state) glued(s string, b []byte, i int, m *row) {
	if st.gluedAlike(b[i:], b, m) {
		st.hashRun(b)
		var word piece
		for first, last := m.first, m.last; first != 0; first, last = first&(first-1), last&(last-1) {
			start, end := i+bits.TrailingZeros64(first), i+bits.TrailingZeros64(last)+1
			if m.near&first&-first == 0 {
				st.endWord(s, &word)
			}
			word.add(start, end, hashOf(b, start, end))
		}
		st.endWord(s, &word)
		return
	}
	// Only the last word matters, with all that is glued to it.
	at := bits.Len64(m.first&^m.near) - 1
	var word piece
	for first, last := m.first>>at<<at, m.last>>at<<at; first != 0; first, last = first&(first-1), last&(last-1) {
		start, end := i+bits.TrailingZeros64(first), i+bits.TrailingZeros64(last)+1
		word.add(start, end, hashOf(b, start, end))
	}
	st.run.start, st.run.end, st.run.hash, st.run.length = word.start, word.end, word.hash, 1
}

// gluedAlike says whether a word of the block b may equal the one before: whether they
// begin alike.
func (st *state) gluedAlike(block, b []byte, m *row) bool {
	before := byte(0)
	if st.run.length > 0 {
		before = initialOf(b, st.run.start)
	}
	for first := m.first &^ m.near; first != 0; first &= first - 1 {
		c := initialOf(block, bits.TrailingZeros64(first))
		if c == before {
			return true
		}
		before = c
	}
	return false
}

// runs shows the words of the block at i to the run detector.
func (st *state) runs(s string, b []byte, i int, m *row) {
	start := i + bits.TrailingZeros64(m.first)
	if m.alike == 0 && (st.run.length == 0 || initialOf(b, start) != initialOf(b, st.run.start)) {
		// Only the last word matters.
		st.run.start, st.run.end = i+bits.Len64(m.first)-1, i+bits.Len64(m.last)
		st.run.hash, st.run.length = 0, 1
		return
	}
	st.hashRun(b)
	for first, last := m.first, m.last; first != 0; first, last = first&(first-1), last&(last-1) {
		start, end := i+bits.TrailingZeros64(first), i+bits.TrailingZeros64(last)+1
		st.run.next(s, start, end, hashOf(b, start, end), st.drop)
	}
}

// hashRun computes the hash of the run's word, which the fast path does not.
func (st *state) hashRun(b []byte) {
	if st.run.hash == 0 && st.run.length > 0 {
		st.run.hash = hashOf(b, st.run.start, st.run.end)
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

	rows [rowsAtOnce]row
	sums sums
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
