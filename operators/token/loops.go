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
//
// Most words end at white space, or at one other character and white space. The
// inner loop is for these and takes ASCII words eight bytes at a time; what it
// does not know it leaves to the outer one. Measured against a loop that looks
// the class of each character up: BenchmarkGate, package gate.
func (sc *Scanner) loops(s string, from, to int, drop Bits) {
	b := bytesOf(s[:to])
	var (
		seen     Bits      // of all characters that count
		gone     Bits      // of all characters of drop
		word     piece     // of the run detector: not yet ended
		only     = RepWord // of all characters of word
		gram     piece     // of the n-gram detector: not yet ended
		letters  Bits      // of the letter sequence that is open
		sentence = from    // where the sentence starts
		run      = sc.Words
		latin    int // words of ASCII letters alone
		table    = &sc.table
	)
	starts, ends, hashes, k := table.makeRoom(0)
	for i := from; ; {
		// The gap.
		var gap Bits
		hard := false // something that ends a word of the run detector
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
				sc.sentences.next(s, sentence, i)
				sentence = i + n
			}
			i += n
		}
		seen |= gap
		if hard || i == to {
			if word.size > 0 {
				if only != 0 {
					run.next(s, word.start, word.end, word.hash, drop)
				}
				word.size, only = 0, RepWord
			}
			sc.Sequences[letters]++
			letters = 0
		}
		if (gap&Space != 0 || i == to) && gram.size > 0 {
			if k == len(hashes) {
				starts, ends, hashes, k = table.makeRoom(k)
			}
			starts[k], ends[k], hashes[k] = gram.start, gram.end, gram.hash
			k++
			gram.size = 0
		}
		if i == to {
			break
		}
		for i < to {
			// The run.
			start := i
			all := RepWord
			var hash uint64
			alpha, alnum, n := uint64(0), uint64(0), 0
			x := load(b, i)
			alpha, alnum = alnumOf(x)
			n = firstByte(^alnum & highs)
			i += n
			if n < 8 {
				used := uint64(1)<<(8*n) - 1
				hash = x & used
				alpha |= ^used
			} else {
				for n == 8 {
					a, w := alnumOf(load(b, i))
					n = firstByte(^w & highs)
					i += n
					alpha &= a | ^(uint64(1)<<(8*n) - 1)
				}
				hash = hashOf(b, start, i)
			}
			end, after := look(b, i)
			if end&(uint32(Word)|notASCII) != 0 || i == start {
				// Not a word of ASCII letters and digits alone, if any.
				var any Bits
				any, all, i = runOf(b, start)
				if i == start {
					break // the gap goes on
				}
				seen |= any
				hash = hashOf(b, start, i)
				if all&Letter != 0 {
					sc.Letters[any&Letter]++
					letters |= any & Letter
				} else {
					letters = sc.letters(s, start, i, letters)
				}
				end, after = look(b, i)
			} else if ^alpha&highs == 0 {
				latin++
				letters |= LatinLetter
			} else {
				letters = sc.letters(s, start, i, letters)
			}
			if (end|after)&(uint32(Space)|textEnd) == 0 || end&notASCII != 0 || word.size != 0 || gram.size != 0 {
				// Too much for the inner loop.
				word.add(start, i, hash)
				only &= all
				gram.add(start, i, hash)
				break
			}
			// The word ends here for everybody.
			if all&RepWord != 0 {
				if hash == run.hash && run.length > 0 {
					run.next(s, start, i, hash, drop)
				} else {
					run.start, run.end, run.hash, run.length = start, i, hash, 1
				}
			}
			if k == len(hashes) {
				starts, ends, hashes, k = table.makeRoom(k)
			}
			starts[k], ends[k], hashes[k] = start, i, hash
			k++
			sc.Sequences[letters]++
			letters = 0
			if bits := Bits(end); bits&drop != 0 {
				gone |= bits
			} else {
				seen |= bits
			}
			if end&uint32(Space) != 0 {
				i++
				continue
			}
			if end == textEnd {
				break
			}
			if end&uint32(SentenceEnd) != 0 {
				sc.sentences.next(s, sentence, i)
				sentence = i + 1
			}
			i = min(i+2, to)
		}
	}
	table.setLen(k)
	sc.sentences.next(s, sentence, to)
	sc.Words = run
	if run.length > 0 {
		sc.Words.Longest = max(run.Longest, 1)
	}
	if latin > 0 {
		sc.Letters[LatinLetter] += latin
		seen |= narrow['a']
	}
	sc.Letters[0], sc.Sequences[0] = 0, 0
	sc.Seen |= seen
	sc.Chars = sc.Seen | gone
}

// Properties of bytes that the inner loop of loops knows beside Bits.
const (
	notASCII uint32 = 1 << 16 // part of a character of several bytes
	textEnd  uint32 = 1 << 17 // no byte
)

// ascii holds the Bits of the ASCII characters, and notASCII.
var ascii = func() (t [256]uint32) {
	for c := range t {
		t[c] = notASCII
		if c < 0x80 {
			t[c] = uint32(narrow[c])
		}
	}
	return t
}()

// look returns the properties of the two bytes at b[i:].
func look(b []byte, i int) (first, second uint32) {
	if i+1 < len(b) {
		return ascii[b[i]], ascii[b[i+1]]
	}
	if i < len(b) {
		return ascii[b[i]], textEnd
	}
	return textEnd, textEnd
}

// runOf returns the bits that any and all characters of the run of word
// characters at b[i:] have, and its end. Letters have all of the bits of Letter
// in all.
func runOf(b []byte, i int) (any, all Bits, end int) {
	all = ^Bits(0)
	for i < len(b) {
		var bits Bits
		n := 1
		switch c := b[i]; {
		case c < 0x80:
			bits = narrow[c]
		case isPair(b, i):
			bits, n = narrow[rune(c&0x1F)<<6|rune(b[i+1]&0x3F)], 2
		default:
			var r rune
			r, n = decodeAt(b, i)
			bits = BitsOf(r)
		}
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
	return any, all, i
}

// isPair says whether a character of two bytes stands at b[i:].
func isPair(b []byte, i int) bool {
	return b[i]-0xC2 < 0xE0-0xC2 && i+1 < len(b) && b[i+1]&0xC0 == 0x80
}

// startsWord says whether b[i:] is seen at a glance to begin with a word
// character: an ASCII letter or digit, or a word character of two bytes.
func startsWord(b []byte, i int) bool {
	c := b[i]
	if c < 0x80 {
		return narrow[c]&RepWord != 0
	}
	return isPair(b, i) && narrow[rune(c&0x1F)<<6|rune(b[i+1]&0x3F)]&Word != 0
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

func sentencesOf(runs []SentenceRun, drop Bits) sentences {
	return sentences{runs: runs, drop: drop}
}
