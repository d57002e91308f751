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
	run := &sc.Words
	for i := 0; ; {
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
		if hash == run.hash && run.length > 0 {
			run.next(s, start, i, hash, 0)
		} else {
			run.start, run.end, run.hash, run.length = start, i, hash, 1
		}
		sc.table.append(start, hash)
		if line.size == 0 {
			line.start = start
		}
		line.add(hash)
		line.end = i
		if last&Stop != 0 {
			sc.endLine(s, &line)
		}
	}
	sc.endLine(s, &line)
	if run.length > 0 {
		run.Longest = max(run.Longest, 1)
	}
	sc.Chars |= chars
	sc.Letters[0] = 0
}

// add puts another word into the sentence. Its hash mixes the hashes of the words
// in their order.
func (l *line) add(hash uint64) {
	l.hash = stir(l.hash, hash)
	l.size++
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
