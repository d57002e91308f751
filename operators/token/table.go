package token

import "slices"

// Table holds words of a text as a struct of arrays: word i starts at
// Text[Start[i]:] and ends before the next one starts. A long text does not fit: the
// scan hands the table to its sinks each time it is full, so that memory is bounded
// whatever the text's length.
type Table struct {
	Text  string
	Start []uint32
	// Kept is the number of words at the front that the sink has seen before.
	Kept int
	// Content says which characters count from the start of a word to the start
	// of the next one.
	Content Content

	// Of the content WordChars: a byte for the first character of each word, which
	// many words share. Behind it are bytes that may be read.
	initial []byte
	// A hash of each word. Of the content WordChars nobody may ever ask for it.
	hash []uint64

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

// windowWords is the least number of words a table holds. At up to 13 bytes a word
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
	t.Text, t.Content, t.Kept = s, content, 0
	t.setLen(0)
	t.hash = t.hash[:0]
}

// Len is the number of words in the table.
func (t *Table) Len() int { return len(t.Start) }

// append adds a word to a table of the content Tokens.
func (t *Table) append(start int, hash uint64) {
	if len(t.Start) == t.size {
		t.window(start)
		t.hash = append(t.hash[:0], t.hash[t.keep():]...)
	}
	t.Start, t.hash = append(t.Start, uint32(start)), append(t.hash, hash)
}

// room returns the columns behind the last word of a table of the content Tokens, with
// room for so many more words, which take makes words of the table. The words that are
// there end before end.
func (t *Table) room(words, end int) (start []uint32, hash []uint64) {
	if len(t.Start)+words > t.size {
		t.window(end)
		t.hash = append(t.hash[:0], t.hash[t.keep():]...)
	}
	t.Start, t.hash = slices.Grow(t.Start, words), slices.Grow(t.hash, words)
	n := len(t.Start)
	return t.Start[n : n+words], t.hash[n : n+words]
}

// take adds the words that have been put behind the last one.
func (t *Table) take(words int) {
	t.Start, t.hash = t.Start[:len(t.Start)+words], t.hash[:len(t.hash)+words]
}

// makeRoom makes room for the words of some blocks in a table of n words of the content
// WordChars: it grows the table, or hands it on and keeps its last words. It returns
// the columns, longer than the table, and the number of words in it. The caller
// fills them itself, which is worth it in a hot loop, and calls setLen in the end. The
// words that are there end before end.
func (t *Table) makeRoom(n, end int) (start []uint32, initial []byte, words int) {
	t.setLen(n)
	if n+roomForBlocks > t.size {
		t.window(end)
		t.initial = append(t.initial[:0], t.initial[t.keep():]...)
		n = t.Kept
	}
	// Neighbours of the last words are read without a check of the length.
	const behind = maxLag
	if n+roomForBlocks+behind > min(cap(t.Start), cap(t.initial)) {
		size := min(t.size, max(1024, 4*n)) + behind
		t.Start, t.initial = slices.Grow(t.Start, size-n), slices.Grow(t.initial, size-n)
	}
	size := min(cap(t.Start), cap(t.initial)) - behind
	return t.Start[:size], t.initial[:size], n
}

// setLen sets the number of words.
func (t *Table) setLen(n int) {
	t.Start = t.Start[:n]
	t.initial = t.initial[:min(n, cap(t.initial))]
}

// keep drops all but the last words, which the next window begins with. It returns the
// number of words dropped.
func (t *Table) keep() int {
	from := max(0, len(t.Start)-t.overlap)
	t.Start = append(t.Start[:0], t.Start[from:]...)
	t.Kept = len(t.Start)
	return from
}

// finish hands on what is left, of which the last word ends before end, and lets
// go of the text.
func (t *Table) finish(end int) {
	if len(t.Start) > t.Kept {
		t.window(end)
	}
	t.Text, t.sinks = "", nil
}

func (t *Table) window(end int) {
	t.end = end
	if t.Content == WordChars {
		t.hash = t.hash[:0]
	}
	for _, sink := range t.sinks {
		sink.Window(t)
	}
}

// Hash returns the hashes of the words. Equal words have equal hashes, and hardly
// ever others.
func (t *Table) Hash() []uint64 {
	if len(t.hash) < len(t.Start) {
		t.hash = t.hash[:0]
		for i := range t.Start {
			t.hash = append(t.hash, hashKept(t.text(i, i+1)))
		}
	}
	return t.hash
}

// Equal says whether words i and j are the same: hashes first, if there are any, then
// bytes.
func (t *Table) Equal(i, j int) bool {
	return t.similar(i, j) && equal(t.text(i, i+1), t.text(j, j+1), t.Content)
}

// similar says whether words i and j may be the same.
func (t *Table) similar(i, j int) bool {
	if len(t.hash) > 0 {
		return t.hash[i] == t.hash[j]
	}
	return t.initial[i] == t.initial[j]
}

// similarTo returns the end of the run of words from word i on that may equal the word n
// before them.
func (t *Table) similarTo(i, n int) int {
	if len(t.hash) == 0 {
		return i + common(t.initial[i-n:], t.initial[i:])
	}
	for i < t.Len() && t.hash[i] == t.hash[i-n] {
		i++
	}
	return i
}

// Repeats returns the length of the longest run of words, from word from on, that
// equal the word n before them, and of the run that the table ends in; run is the
// length of the one that reaches the word before from.
func (t *Table) Repeats(n, from, run int) (longest, atEnd int) {
	for i := from; i < t.Len(); {
		if !t.similar(i, i-n) {
			run = 0
			i++
			continue
		}
		to := t.similarTo(i, n)
		for i < to {
			same := t.same(i-n, i, to-i, nil)
			run += same
			longest = max(longest, run)
			if i += same; i < to {
				run = 0
				i++
			}
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
