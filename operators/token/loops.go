package token

// piece is a stretch of word characters, parts of which may lie apart: what
// stands between them has been deleted.
type piece struct {
	start, end int
	hash       uint64 // 0 if there is none
}

// add glues s[start:end] to the piece.
func (p *piece) add(start, end int, hash uint64) {
	if p.hash == 0 {
		p.start = start
	}
	p.hash = glue(p.hash, hash)
	p.end = end
}

// loops scans s[from:to].
//
// It alternates between runs of word characters and the gaps between them. What
// a gap holds decides which words it ends: characters of drop end nothing, white
// space ends everything, anything else ends the words of the run detector
// and letter sequences but not the words of the n-gram detector. Plain text goes to
// blocks wherever nothing is open.
//
// It gives up and returns false where it finds P.P.S. and there is something to
// drop: what follows does not count then, but Body must find that out.
func (sc *Scanner) loops(s string, from, to int, drop Bits) bool {
	b := bytesOf(s[:to])
	st := state{i: from, next: from, sentence: from, drop: drop}
	if drop != 0 {
		st.dropMask = ^uint64(0)
	}
	st.starts, st.initials, st.k = sc.table.makeRoom(0, from)
	var (
		seen    Bits      // of all characters that count
		gone    Bits      // of all characters of drop
		word    piece     // of the run detector: not yet ended
		only    = RepWord // of all characters of word
		inGram  bool      // a word of the n-gram detector has not yet ended
		letters Bits      // of the letter sequence that is open
		gap     = Space   // bits of the gap before i; the start of the text ends all
	)
	for {
		if gap&Space != 0 && st.i >= st.next && st.i < to && mayBePlain(b[st.i]) {
			if !sc.blocks(s, b, &st) {
				return false
			}
		}
		// The gap.
		i := st.i
		hard := gap&Space != 0 // something that ends a word of the run detector
		for i < to {
			bits, n := narrow[b[i]], 1
			if b[i] >= 0x80 {
				var r rune
				r, n = decodeAt(b, i)
				bits = BitsOf(r)
			}
			if bits&Word != 0 {
				break
			}
			if bits&drop != 0 {
				gone |= bits
			} else {
				gap |= bits
				hard = true
			}
			if bits&SentenceEnd != 0 {
				if drop != 0 && postscriptAt(s[:to], i) {
					return false
				}
				sc.sentences.next(s, st.sentence, i)
				st.sentence = i + n
			}
			i += n
		}
		seen |= gap
		if hard || i == to {
			if only != 0 {
				st.endWord(s, &word)
			}
			word.hash, only = 0, RepWord
			sc.Sequences[letters]++
			letters = 0
		}
		if gap&Space != 0 {
			inGram = false
		}
		if i == to {
			break
		}
		if gap&Space != 0 && i >= st.next && mayBePlain(b[i]) {
			st.i = i
			continue
		}
		// A run, and more of them as long as nothing is open and single spaces
		// stand in between.
		for {
			start := i
			var any, all Bits
			any, all, i = runOf(b, start)
			if i == start {
				break
			}
			seen |= any
			hash := hashOf(b, start, i)
			if !inGram {
				sc.addGram(b, &st, start)
			}
			if all&Letter != 0 {
				sc.Letters[any&Letter]++
				letters |= any & Letter
			} else {
				letters = sc.letters(s, start, i, letters)
			}
			if gap&Space == 0 || i == to || b[i] != ' ' {
				word.add(start, i, hash)
				only &= all
				inGram = true
				gap = 0
				break
			}
			if all&RepWord != 0 {
				st.run.next(s, start, i, hash, drop)
			}
			sc.Sequences[letters]++
			letters = 0
			i++
			if i == to || i >= st.next && mayBePlain(b[i]) {
				break
			}
		}
		st.i = i
	}
	sc.sentences.next(s, st.sentence, to)
	sc.table.setLen(st.k)
	sc.Words.Longest = st.run.Longest
	if st.run.length > 0 {
		sc.Words.Longest = max(st.run.Longest, 1)
	}
	sc.Letters[LatinLetter] += uint32(st.sums.words - st.sums.arabicWords)
	sc.Letters[ArabicLetter] += uint32(st.sums.arabicWords)
	sc.Sequences[LatinLetter] += uint32(st.sums.sequences - st.sums.arabicSequences)
	sc.Sequences[ArabicLetter] += uint32(st.sums.arabicSequences)
	if st.sums.words > st.sums.arabicWords {
		seen |= narrow['a']
	}
	if st.sums.arabicWords > 0 {
		seen |= narrow[arabicBeh]
	}
	if st.sums.digit != 0 {
		seen |= narrow['0']
	}
	seen |= st.sums.seen
	sc.Letters[0], sc.Sequences[0] = 0, 0
	sc.Seen |= seen
	sc.Chars = sc.Seen | gone
	return true
}

// addGram adds the word at b[i:] to the table.
func (sc *Scanner) addGram(b []byte, st *state, i int) {
	if st.k == len(st.initials) {
		st.starts, st.initials, st.k = sc.table.makeRoom(st.k, i)
	}
	st.starts[st.k], st.initials[st.k] = uint32(i), initialOf(b, i)
	st.k++
}

// letters counts the letter-words and letter sequences of the run s[from:to],
// not all of whose characters are letters, and adds their bits to Seen. open is
// the sequence that reaches into the run; the one that reaches out of it is
// returned.
func (sc *Scanner) letters(s string, from, to int, open Bits) Bits {
	var word Bits
	for i := from; i < to; {
		r, n := decode(s[i:to])
		i += n
		bits := BitsOf(r)
		sc.Seen |= bits
		if bits&Letter != 0 {
			word |= bits & Letter
			open |= bits & Letter
			continue
		}
		sc.Sequences[open]++
		open = 0
		if bits&Mark != 0 && word != 0 {
			word |= Mark
			continue
		}
		sc.Letters[word]++
		word = 0
	}
	sc.Letters[word]++
	return open
}
