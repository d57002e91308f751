package token

import "unicode/utf8"

// Table holds words of a text as a struct of arrays: word i starts at
// Text[Start[i]:], has the hash Hash[i], and ends before the next one starts. A long
// text does not fit: the scan hands the table to its sinks each time it is full,
// so that memory is bounded whatever the text's length.
type Table struct {
	Text  string
	Start []int
	Hash  []uint64
	// Kept is the number of words at the front that the sink has seen before.
	Kept int
	// Content says which characters count from the start of a word to the start
	// of the next one.
	Content Content

	sinks   []Sink
	size    int
	overlap int
	end     int // where the text of the last word ends
}

// Content says what of a stretch of text counts when two are compared.
type Content uint8

// The contents.
const (
	WordChars Content = iota // text.RxWord alone
	Tokens                   // the items of split(): white space separates and is otherwise ignored
)

// windowWords is the least number of words a table holds. At 16 bytes a word
// this stays in the second-level cache, and nearly all responses fit.
const windowWords = 8192

// Sink takes the words of a text window by window.
type Sink interface {
	// Reset makes ready for another text.
	Reset()
	// Overlap is the number of words that a window must repeat from the one
	// before it.
	Overlap() int
	// Window looks at a full table or at the last one of a text.
	Window(t *Table)
}

// reset empties the table for a text and the sinks that are to see its words.
func (t *Table) reset(s string, content Content, sinks []Sink) {
	t.overlap, t.sinks = 0, sinks
	for _, sink := range sinks {
		sink.Reset()
		t.overlap = max(t.overlap, sink.Overlap())
	}
	t.size = max(windowWords, 4*t.overlap)
	t.Start, t.Hash = t.Start[:0], t.Hash[:0]
	t.Text, t.Content, t.Kept = s, content, 0
}

// Len is the number of words in the table.
func (t *Table) Len() int { return len(t.Hash) }

// append adds a word.
func (t *Table) append(start int, hash uint64) {
	starts, hashes, n := t.makeRoom(len(t.Hash), 1, start)
	starts[n], hashes[n] = start, hash
	t.setLen(n + 1)
}

// makeRoom makes room for so many more words in a table of n words: it grows the
// table, or hands it on and keeps its last words. It returns the columns, longer
// than the table, and the number of words in it. The caller fills them itself,
// which is worth it in a hot loop, and calls setLen in the end. The words that are
// there end before end.
func (t *Table) makeRoom(n, more, end int) (start []int, hash []uint64, words int) {
	t.setLen(n)
	if n+more > t.size {
		t.window(end)
		from := max(0, n-t.overlap)
		t.Kept = n - from
		copy(t.Start, t.Start[from:])
		copy(t.Hash, t.Hash[from:])
		n = t.Kept
		t.setLen(n)
	}
	if n+more > cap(t.Hash) {
		size := min(t.size, max(256, 2*n+more))
		t.Start = append(make([]int, 0, size), t.Start...)
		t.Hash = append(make([]uint64, 0, size), t.Hash...)
	}
	size := min(t.size, cap(t.Hash))
	return t.Start[:size], t.Hash[:size], n
}

// setLen sets the number of words.
func (t *Table) setLen(n int) { t.Start, t.Hash = t.Start[:n], t.Hash[:n] }

// finish hands on what is left, of which the last word ends before end, and lets
// go of the text.
func (t *Table) finish(end int) {
	if len(t.Hash) > t.Kept {
		t.window(end)
	}
	t.Text, t.sinks = "", nil
}

func (t *Table) window(end int) {
	t.end = end
	for _, sink := range t.sinks {
		sink.Window(t)
	}
}

// Equal says whether words i and j are the same: hashes first, then bytes.
func (t *Table) Equal(i, j int) bool {
	if t.Hash[i] != t.Hash[j] {
		return false
	}
	a, b := t.text(i, i+1), t.text(j, j+1)
	// So short a word is its own hash; but an item of split() may end in zero bytes.
	return t.Content == WordChars && len(a) < 8 && len(b) < 8 || equal(a, b, t.Content)
}

// Repeats returns the length of the longest run of words, from word from on, that
// equal the word n before them, and of the run that the table ends in; run is the
// length of the one that reaches the word before from.
func (t *Table) Repeats(n, from, run int) (longest, atEnd int) {
	for i := from; i < len(t.Hash); {
		to := i
		for to < len(t.Hash) && t.Hash[to] == t.Hash[to-n] {
			to++
		}
		if i < to && t.text(i-n, to-n) == t.text(i, to) {
			// The texts that repeat mostly do so with all that is between the words.
			run += to - i
			longest = max(longest, run)
			i = to
		}
		for ; i < to; i++ {
			if t.Equal(i-n, i) {
				run++
				longest = max(longest, run)
			} else {
				run = 0
			}
		}
		if i < len(t.Hash) {
			run = 0
			i++
		}
	}
	return longest, run
}

// text is the text from the start of word i to the start of word j, or to where the
// last word ends.
func (t *Table) text(i, j int) string {
	if j < len(t.Start) {
		return t.Text[t.Start[i]:t.Start[j]]
	}
	return t.Text[t.Start[i]:t.end]
}

func equal(a, b string, content Content) bool {
	if a == b {
		return true
	}
	if content == Tokens {
		return equalTokens(a, b)
	}
	return equalKept(a, b, Word, 0)
}

// equalKept compares a and b by the characters that have one of the bits keep
// and none of the bits drop.
func equalKept(a, b string, keep, drop Bits) bool {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	for same > 0 && (same < len(a) && !utf8.RuneStart(a[same]) || same < len(b) && !utf8.RuneStart(b[same])) {
		same--
	}
	a, b = a[same:], b[same:]
	for {
		var x, y string
		x, a = nextKept(a, keep, drop)
		y, b = nextKept(b, keep, drop)
		if x != y {
			return false
		}
		if x == "" {
			return true
		}
	}
}

func nextKept(s string, keep, drop Bits) (char, rest string) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if bits := BitsOf(r); (keep == 0 || bits&keep != 0) && bits&drop == 0 {
			return s[i : i+n], s[i+n:]
		}
		i += n
	}
	return "", ""
}

// equalTokens says whether a and b split into the same tokens.
func equalTokens(a, b string) bool {
	for {
		var x, y string
		x, a = nextToken(a)
		y, b = nextToken(b)
		if x != y {
			return false
		}
		if x == "" {
			return true
		}
	}
}

func nextToken(s string) (token, rest string) {
	start := -1
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch space := BitsOf(r)&PySpace != 0; {
		case space && start >= 0:
			return s[start:i], s[i:]
		case !space && start < 0:
			start = i
		}
		i += n
	}
	if start < 0 {
		return "", ""
	}
	return s[start:], ""
}
