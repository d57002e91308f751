package token

// piece is a stretch of word characters, parts of which may lie apart: what
// stands between them has been deleted.
type piece struct {
	start, end int
	size       int // bytes that count
	hash       uint64
}

// add glues s[start:end] to the piece.
func (p *piece) add(start, end int, hash uint64) {
	if p.size == 0 {
		*p = piece{start, end, end - start, hash}
		return
	}
	p.hash = glue(p.hash, p.size, hash)
	p.size += end - start
	p.end = end
}

// loops scans s[from:to].
//
// It alternates between runs of word characters and the gaps between them. What
// a gap holds decides which words it ends: characters of drop end nothing, white
// space ends everything, anything else ends the words of the run detector
// and letter sequences but not the words of the n-gram detector.
func (sc *Scanner) loops(s string, from, to int, drop Bits) {
	b := bytesOf(s[:to])
	var (
		seen     Bits  // of all characters that count
		gone     Bits  // of all characters of drop
		word     piece // of the run detector: not yet ended
		only     = RepWord
		gram     piece // of the n-gram detector: not yet ended
		letters  Bits  // of the letter sequence that is open
		sentence = from
	)
	for i := from; ; {
		// The gap.
		var gap Bits
		hard := false // something that ends a word of the run detector
		for i < to {
			r, n := decode(s[i:to])
			bits := BitsOf(r)
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
				sc.sentences.next(s, sentence, i)
				sentence = i + n
			}
			i += n
		}
		seen |= gap
		if hard || i == to {
			if word.size > 0 {
				if only != 0 {
					sc.Words.next(s, word.start, word.end, word.hash, drop)
				}
				word, only = piece{}, RepWord
			}
			sc.Sequences[letters]++
			letters = 0
		}
		if (gap&Space != 0 || i == to) && gram.size > 0 {
			sc.table.append(gram.start, gram.end, gram.hash)
			gram = piece{}
		}
		if i == to {
			break
		}
		// The run.
		start := i
		any, all := Bits(0), ^Bits(0)
		for i < to {
			r, n := decode(s[i:to])
			bits := BitsOf(r)
			if bits&Word == 0 {
				break
			}
			any |= bits
			if bits&Letter != 0 {
				bits |= Letter
			}
			all &= bits
			i += n
		}
		seen |= any
		hash := hashOf(b, start, i)
		word.add(start, i, hash)
		only &= all
		gram.add(start, i, hash)
		if all&Letter != 0 {
			sc.Letters[any&Letter]++
			letters |= any & Letter
		} else {
			letters = sc.letters(s, start, i, letters)
		}
	}
	sc.sentences.next(s, sentence, to)
	sc.Letters[0], sc.Sequences[0] = 0, 0
	sc.Seen, sc.Chars = seen, seen|gone
}

// letters counts the letter-words and letter sequences of the run s[from:to],
// not all of whose characters are letters. open is the sequence that reaches into
// the run; the one that reaches out of it is returned.
func (sc *Scanner) letters(s string, from, to int, open Bits) Bits {
	var word Bits
	for i := from; i < to; {
		r, n := decode(s[i:to])
		i += n
		bits := BitsOf(r)
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

func sentencesOf(runs []SentenceRun, drop Bits) sentences {
	return sentences{runs: runs, drop: drop}
}
