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
	i, k, r := st.i, st.k, &sc.rows
	starts, initials := st.starts, st.initials
	st.sums.ends = st.run.ends(b)
	for i < len(b) {
		if len(initials)-k < roomForBlocks {
			starts, initials, k = sc.table.makeRoom(k, i)
		}
		odd := 0
		// One Arabic block follows another.
		if st.sums.isArabic || !r.readASCII(&st.sums, b[i:], i, st.dropMask, starts[k:], initials[k:]) {
			text := &tail
			if i+len(tail) <= len(b) {
				text = (*window)(b[i:])
			} else {
				tail = blank
				copy(tail[:], b[i:])
			}
			if odd = r.read(&st.sums, text, i, st.dropMask, (*[perBlock]uint32)(starts[k:]), (*[perBlock]byte)(initials[k:])); r.n == 0 {
				st.next = i + odd
				break
			}
		}
		for rows := r.sentences; rows != 0; rows &= rows - 1 {
			m := &r.row[bits.TrailingZeros64(rows)%rowsAtOnce]
			for sentence := m.sentence; sentence != 0; sentence &= sentence - 1 {
				end := m.at + bits.TrailingZeros64(sentence)
				if st.drop != 0 && postscriptAt(s[:len(b)], end) {
					return false
				}
				sc.sentences.next(s, st.sentence, end)
				st.sentence = end + 1
			}
		}
		st.runs(s, b, r)
		k += r.grams
		if odd != 0 {
			st.next = i + odd
			i += r.size
			break
		}
		i += r.size
	}
	st.i, st.k = min(i, len(b)), k // the last white space may be behind the end
	st.starts, st.initials = starts, initials
	return true
}

const (
	// rowsAtOnce is how many blocks are read at once.
	rowsAtOnce = 16
	// roomForBlocks is what must be free of a word table's columns for that.
	roomForBlocks = rowsAtOnce * perBlock
)

// rows are some blocks of plain text, one behind the other. Each ends at a white space.
type rows struct {
	n         int    // how many there are
	size      int    // their bytes
	grams     int    // words of the n-gram detector
	sentences uint64 // bit j: row j has sentence ends
	alike     uint64 // bit j: a word of row j may equal the one before it, there or in the row before
	row       [rowsAtOnce]row
}

// row is what is to be known of the words and sentences in up to 64 bytes of plain text.
// Bit j of a mask is byte j.
type row struct {
	at       int    // where it is in the text
	sentence uint64 // . ! ?
	first    uint64 // the first bytes of words
	last     uint64 // their last bytes
	// The first bytes of words with nothing but deleted characters before them, behind
	// another word: the two are glued to one.
	near uint64
}

// sums are over all blocks, the Arabic ones among the others.
type sums struct {
	words, arabicWords         int    // letter-words
	sequences, arabicSequences int    // letter sequences
	digit                      uint64 // not 0 if there was any
	ends                       uint64 // of the last word, as endsOf has them
	seen                       Bits   // of punctuation beyond ASCII
	isArabic                   bool   // the last block that may not be ASCII has Arabic letters
}

// read reads the block b, which is at that place of the text, as the only row. drop is all
// ones if characters are to be deleted. The n-gram detector's words go to start and
// initial. If something odd cuts the block short, or there is no white space, it returns
// where to go on behind that, else 0.
func (r *rows) read(t *sums, b *window, at int, drop uint64, start *[perBlock]uint32, initial *[perBlock]byte) (next int) {
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
	r.n, r.size, r.sentences, r.alike = 1, bits.Len64(space), 0, 0
	if r.size == 0 {
		r.n = 0
		if next == 0 {
			next = blockSize
		}
		return next
	}
	m := &r.row[0]
	m.at = at
	keep := ^uint64(0) >> (blockSize - r.size)
	if m.sentence = is.sentence & keep; m.sentence != 0 {
		r.sentences = 1
	}
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
	w := wordMasks{m.first &^ m.near, m.last, m.first &^ reach(word, keep&^(word|is.space)), arabic, 0}
	for near := m.near; near != 0; near &= near - 1 {
		w.glued = 1
		before := w.tail & (near&-near - 1)
		w.tail &^= 1 << (bits.Len64(before) - 1)
	}
	r.grams = bits.OnesCount64(w.gram)
	if words(b, &w, at, start, initial) != 0 {
		r.alike = 1
	}
	if w.head != 0 {
		if w.endsOf(b, bits.TrailingZeros64(w.head), bits.TrailingZeros64(w.tail)) == t.ends {
			r.alike = 1
		}
		t.ends = w.endsOf(b, bits.Len64(w.head)-1, bits.Len64(w.tail)-1)
	}
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

// runs shows the words of the rows to the run detector: all those of rows that may have
// equal ones, and else only the last one, which another may equal.
func (st *state) runs(s string, b []byte, r *rows) {
	done := 0
	for alike := r.alike; alike != 0; alike &= alike - 1 {
		j := bits.TrailingZeros64(alike) % rowsAtOnce
		st.lastOf(r.row[done:j])
		done = j + 1
		m := &r.row[j]
		if m.near == 0 {
			st.wholeWords(s, b, m)
			continue
		}
		var word piece
		for first, last := m.first, m.last; first != 0; first, last = first&(first-1), last&(last-1) {
			start, end := m.at+bits.TrailingZeros64(first), m.at+bits.TrailingZeros64(last)+1
			if m.near&first&-first == 0 {
				st.endWord(s, &word)
			}
			word.add(start, end, hashOf(b, start, end))
		}
		st.endWord(s, &word)
	}
	st.lastOf(r.row[done:r.n])
}

// wholeWords shows the words of a row without glued ones to the run detector.
func (st *state) wholeWords(s string, b []byte, m *row) {
	r := &st.run
	for first, last := m.first, m.last; first != 0; first, last = first&(first-1), last&(last-1) {
		start, end := m.at+bits.TrailingZeros64(first), m.at+bits.TrailingZeros64(last)+1
		if first == m.first { // the word before it may be a glued one
			r.next(s, start, end, hashOf(b, start, end), st.drop)
			continue
		}
		// Most words have another end. A hash of each takes twice as long.
		r.step(start, end, 0, s[end-1] == s[r.end-1] && s[start:end] == s[r.start:r.end])
	}
}

// lastOf makes the last word of some rows, which equals none before it, the run.
func (st *state) lastOf(rows []row) {
	for j := len(rows) - 1; j >= 0; j-- {
		if m := &rows[j]; m.first != 0 {
			st.run.start, st.run.end = m.at+bits.Len64(m.first&^m.near)-1, m.at+bits.Len64(m.last)
			st.run.hash, st.run.length = 0, 1
			return
		}
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
