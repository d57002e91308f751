package token

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Run counts equal neighbours in a sequence of stretches of a text.
type Run struct {
	// Longest is the length of the longest run of equal neighbours, 0 without
	// any stretch.
	Longest int

	length     int
	start, end int
	hash       uint64 // 0 if nobody has computed it
}

// next takes the stretch text[start:end]; drop are the characters in it that
// do not count.
func (r *Run) next(text string, start, end int, hash uint64, drop Bits) {
	r.step(start, end, hash, r.length > 0 && (hash == r.hash || r.hash == 0) && (text[start:end] == text[r.start:r.end] ||
		drop != 0 && equalKept(text[start:end], text[r.start:r.end], 0, drop)))
}

// nextLine takes the stretch text[start:end], of which the words count and not
// the white space between them.
func (r *Run) nextLine(text string, start, end int, hash uint64) {
	r.step(start, end, hash, r.length > 0 && hash == r.hash &&
		equal(text[start:end], text[r.start:r.end], Tokens))
}

func (r *Run) step(start, end int, hash uint64, same bool) {
	if same {
		r.length++
	} else {
		r.length = 1
	}
	r.start, r.end, r.hash = start, end, hash
	r.Longest = max(r.Longest, r.length)
}

// SentenceRun counts equal neighbouring sentences. Those of fewer than MinWords
// words are no run, however often they stand in a row.
type SentenceRun struct {
	MinWords int
	Longest  int

	enough int // the last run of equal sentences known to be long enough
}

// sentences compares the sentences of a text with one another as they come.
type sentences struct {
	runs []SentenceRun
	drop Bits // characters that do not count

	length int // of the current run
	run    int // its number, from 1 on
	least  int // the least Longest of runs
	// The last sentence is text[start:end], from which nothing may have been cut off.
	start, end int
}

// next takes the piece text[start:end] between two sentence ends.
//
// Most sentences end otherwise than the one before, in a character that counts. How they
// begin need not be known then. Measured against a comparison of how they begin:
// BenchmarkChain of package gate.
func (s *sentences) next(text string, start, end int) {
	if s.least == 0 || !s.differ(text, start, end) {
		if start < end {
			s.compare(text, start, end)
		}
		return
	}
	s.start, s.end, s.length = start, end, 1
	s.run++
}

// differ says whether text[start:end] ends otherwise than the last sentence. It may say
// that it does not where it does.
func (s *sentences) differ(text string, start, end int) bool {
	const size = 8
	if s.end < size {
		return false
	}
	b := bytesOf(text)
	last, this := binary.LittleEndian.Uint64(b[s.end-size:]), binary.LittleEndian.Uint64(b[end-size:])
	// The last byte that is another one.
	shift := uint(63-bits.LeadingZeros64(last^this)) & 56
	x, y := byte(last>>shift), byte(this>>shift)
	is := narrow[x&0x7F] | narrow[y&0x7F]
	if x|y >= utf8.RuneSelf {
		is = bitsAt(last, int(shift/8)) | bitsAt(this, int(shift/8))
	}
	return x != y && is&(PySpace|s.drop) == 0 && size-int(shift/8) <= min(end-start, s.end-s.start)
}

// bitsAt returns the bits of the character that byte i of key belongs to, all bits if that
// does not say.
func bitsAt(key uint64, i int) Bits {
	switch c := byte(key >> (8 * i)); {
	case c < utf8.RuneSelf:
		return narrow[c]
	case c < 0xC0:
		i--
	}
	if i < 0 || i > 6 {
		return ^Bits(0)
	}
	lead, second := byte(key>>(8*i)), byte(key>>(8*i+8))
	if lead-0xC2 >= 0xE0-0xC2 || second&0xC0 != 0x80 {
		return ^Bits(0)
	}
	return narrow[uint(lead&0x1F)<<6|uint(second&0x3F)]
}

// compare is next for all sentences.
func (s *sentences) compare(text string, start, end int) {
	cut := PySpace | s.drop
	start, end = trim(text, start, end, cut)
	if start == end {
		return
	}
	s.start, s.end = trim(text, s.start, s.end, cut)
	if s.length == 0 || text[start] != text[s.start] || !s.same(text[start:end], text[s.start:s.end]) {
		s.length = 0
		s.run++
	}
	s.start, s.end = start, end
	if s.length++; s.length > s.least {
		s.count(text, start, end)
	}
}

// same says whether two sentences are the same.
func (s *sentences) same(a, b string) bool {
	return a == b || s.drop != 0 && equalKept(a, b, 0, s.drop)
}

// count takes note of a run of sentences that may be the longest. The words are
// counted only where that can change the answer.
func (s *sentences) count(text string, start, end int) {
	s.least = s.length
	for i := range s.runs {
		r := &s.runs[i]
		if s.length > r.Longest && (r.enough == s.run || wordsReach(text, start, end, s.drop, r.MinWords)) {
			r.Longest, r.enough = s.length, s.run
		}
		s.least = min(s.least, r.Longest)
	}
}

// trim narrows text[start:end] until neither end is one of the characters cut.
func trim(text string, start, end int, cut Bits) (int, int) {
	for start < end {
		c := text[start]
		if c < utf8.RuneSelf {
			if narrow[c]&cut == 0 {
				break
			}
			start++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[start:end])
		if BitsOf(r)&cut == 0 {
			break
		}
		start += n
	}
	for start < end {
		c := text[end-1]
		if c < utf8.RuneSelf {
			if narrow[c]&cut == 0 {
				break
			}
			end--
			continue
		}
		r, n := utf8.DecodeLastRuneInString(text[start:end])
		if BitsOf(r)&cut == 0 {
			break
		}
		end -= n
	}
	return start, end
}

// wordsReach says whether text[start:end] without the dropped characters has at least n
// items of split().
func wordsReach(text string, start, end int, drop Bits, n int) bool {
	// Letters behind white space are mostly enough.
	if b := bytesOf(text[start:]); len(b) >= len(window{}) {
		var is masks
		is.read((*window)(b))
		begin := is.letter & (is.space<<1 | 1)
		if bits.OnesCount64(begin<<max(0, blockSize-(end-start))) >= n {
			return true
		}
	}
	s := text[start:end]
	in := false
	for i := 0; i < len(s) && n > 0; {
		bits, size := narrow[s[i]], 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, size = decode(s[i:])
			bits = BitsOf(r)
		}
		i += size
		switch {
		case bits&drop != 0:
		case bits&PySpace != 0:
			in = false
		case !in:
			in = true
			n--
		}
	}
	return n <= 0
}
