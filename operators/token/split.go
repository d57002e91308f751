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
	size       int // of its words, for the hash
	hash       uint64
}

func (sc *Scanner) split(s string) {
	b := bytesOf(s)
	var line line
	for i := 0; i < len(s); {
		// White space.
		var gap Bits
		for i < len(s) {
			r, n := decode(s[i:])
			bits := BitsOf(r)
			if bits&PySpace == 0 {
				break
			}
			gap |= bits
			i += n
		}
		sc.Chars |= gap
		if gap&LineEnd != 0 {
			sc.endLine(s, &line)
		}
		if i == len(s) {
			break
		}
		// A word of split().
		start := i
		var last, word Bits
		for i < len(s) {
			r, n := decode(s[i:])
			bits := BitsOf(r)
			if bits&PySpace != 0 {
				break
			}
			sc.Chars |= bits
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
		hash := hashOf(b, start, i)
		sc.Words.next(s, start, i, hash, 0)
		sc.table.append(start, hash)
		if line.size == 0 {
			line.start = start
		}
		// The separator keeps "a b" and "ab" apart.
		line.hash = glue(line.hash, line.size, hash)
		line.hash = glue(line.hash, line.size+i-start, ' ')
		line.size += i - start + 1
		line.end = i
		if last&Stop != 0 {
			sc.endLine(s, &line)
		}
	}
	sc.endLine(s, &line)
	sc.Letters[0] = 0
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
