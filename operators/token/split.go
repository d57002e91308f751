package token

// Split scans s for the strict repetition and the script checks of the
// documented Arabic gate (text-operators.md, sections 9 and 10). Words and the
// words that the sinks get are the items of split(); lines get its
// sentences, which are compared as sequences of words, and Lines counts equal
// neighbours among them. Letters and Chars are those of s.
func (sc *Scanner) Split(s string, words, lines []Sink) {
	sc.reset(nil)
	sc.Lines = Run{}
	sc.table.reset(s, Tokens, words)
	sc.lines.reset(s, Tokens, lines)
	sc.split(s)
	sc.table.finish(len(s))
	sc.lines.finish(len(s))
}

// line is the sentence that Split is in.
type line struct {
	start, end int
	size       int // words
	hash       uint64
}

func (sc *Scanner) split(s string) {
	b := bytesOf(s)
	var line line
	var chars Bits
	for i, next := 0, 0; ; {
		if i >= next && i < len(b) {
			i, next = sc.splitBlocks(s, b, i, &line, &chars)
		}
		// White space.
		for i < len(b) {
			bits, n := narrow[b[i]], 1
			if b[i] >= 0x80 {
				var r rune
				r, n = decodeAt(b, i)
				bits = BitsOf(r)
			}
			if bits&PySpace == 0 {
				break
			}
			chars |= bits
			if bits&LineEnd != 0 {
				sc.endLine(s, &line)
			}
			i += n
		}
		if i == len(b) {
			break
		}
		// A word of split(). Most begin with a run of letters and have little
		// behind it.
		start := i
		any, all, end := runOf(b, i)
		var last, word Bits
		if all&Letter != 0 && end > i {
			i, word, chars = end, any&Letter, chars|any
		}
		for i < len(b) {
			bits, n := narrow[b[i]], 1
			if b[i] >= 0x80 {
				var r rune
				r, n = decodeAt(b, i)
				bits = BitsOf(r)
			}
			if bits&PySpace != 0 {
				break
			}
			chars |= bits
			last = bits
			switch {
			case bits&Letter != 0:
				word |= bits & Letter
			case bits&Mark != 0 && word != 0:
				word |= Mark
			default:
				sc.Letters[word]++
				word = 0
			}
			i += n
		}
		sc.Letters[word]++
		hash := hashAll(b, start, i)
		sc.Words.nextSplit(s, start, i, hash)
		sc.table.append(start, hash)
		line.add(start, i, hash)
		if last&Stop != 0 {
			sc.endLine(s, &line)
		}
	}
	sc.endLine(s, &line)
	if sc.Words.length > 0 {
		sc.Words.Longest = max(sc.Words.Longest, 1)
	}
	sc.Chars |= chars
	sc.Letters[0] = 0
}

// nextSplit is next for a word whose hash tells all words apart, or nearly so.
func (r *Run) nextSplit(s string, start, end int, hash uint64) {
	if hash == r.hash && r.length > 0 {
		r.next(s, start, end, hash, 0)
		return
	}
	r.start, r.end, r.hash, r.length = start, end, hash, 1
}

// add puts another word into the sentence. Its hash mixes the hashes of the words
// in their order.
func (l *line) add(start, end int, hash uint64) {
	if l.size == 0 {
		l.start = start
	}
	l.hash = stir(l.hash, hash)
	l.size++
	l.end = end
}

// endLine ends the sentence that is open, if it has a word.
func (sc *Scanner) endLine(s string, l *line) {
	if l.size == 0 {
		return
	}
	sc.Lines.nextLine(s, l.start, l.end, l.hash)
	sc.lines.append(l.start, l.hash)
	*l = line{}
}
