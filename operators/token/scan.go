// Package token is the one scan that all checks on an answer share. It goes over
// a text once, with bit masks of 64 bytes of ASCII and Arabic letters at a time or one
// class lookup a character, and fills counts of letter runs, the longest runs of equal
// neighbouring words and sentences, and a table of the words (struct of arrays: start
// and initial, or hash), so that what is left to the checks is comparing integers.
// What they find equal is always confirmed on the bytes.
//
// The masks come from AVX-512 instructions (VBMI2) where the processor has them, else
// from AVX2, else from plain Go. All give the same results.
//
// Two ways to cut a text into words exist. Loops cuts as the three detectors of
// the langcheck gates do, with or without langcheck_preprocess, whose
// deletions it makes on the fly: nothing is copied. Split cuts as Python's
// split() does, for the strict repetition of the documented Arabic gate.
//
// Memory does not grow with the text: words go to their sinks in windows of
// some thousand, and of sentences only the last one is remembered.
package token

import (
	"math/bits"
	"unicode/utf8"
)

// Scanner scans texts. It holds memory that is reused from text to text and
// belongs to one goroutine. The zero value is ready.
type Scanner struct {
	// Result of the last scan. Of the bits, only those of Checked are sure.
	Letters   Counts // letter-words of the whole text
	Chars     Bits   // bits that occur in the whole text
	Sequences Counts // letter sequences of the scanned part, after deletions
	Seen      Bits   // bits that occur in the scanned part, after deletions
	Words     Run    // equal words in a row
	Sentences []SentenceRun
	Lines     Run // of Split: equal sentences in a row

	table     Table
	rows      rows
	sentences sentences
	lines     Table // of Split: the sentences
}

// Loops scans s for the detectors and script checks of the langcheck gates
// (text-operators.md, sections 4 to 9). With prepared set, Sequences, Seen,
// Words, Sentences and the words that the sinks get are those of
// langcheck_preprocess(s); Letters and Chars are always those of s itself.
// sentences says which runs of sentences are wanted and receives them. s has less than
// 4 GiB, as all strings of an Arrow array.
func (sc *Scanner) Loops(s string, prepared bool, sentences []SentenceRun, sinks []Sink) {
	if !prepared {
		sc.scan(s, 0, len(s), 0, sentences, sinks)
		return
	}
	// P.P.S. is rare and the scan sees it: to look for it before takes a tenth of
	// the time of the scan.
	from, to, _ := unfence(s)
	if sc.scan(s, from, to, Deleted, sentences, sinks) {
		sc.profile(s, 0, from)
		sc.profile(s, to, len(s))
		return
	}
	from, to, _ = Body(s)
	sc.scan(s, from, to, Deleted, sentences, sinks)
	if r, _ := utf8.DecodeLastRuneInString(s[:to]); BitsOf(r)&(Letter|Mark) != 0 {
		// A word may reach over the cut: count the whole text anew.
		from, to = 0, 0
		sc.Letters, sc.Chars = Counts{}, 0
	}
	sc.profile(s, 0, from)
	sc.profile(s, to, len(s))
}

// scan scans s[from:to]. It gives up and returns false where it finds P.P.S. and
// there is something to drop.
func (sc *Scanner) scan(s string, from, to int, drop Bits, runs []SentenceRun, sinks []Sink) bool {
	sc.reset(runs)
	sc.table.reset(s, WordChars, sinks)
	sc.sentences = sentences{runs: runs, drop: drop}
	if !sc.loops(s, from, to, drop) {
		return false
	}
	sc.table.finish(to)
	return true
}

func (sc *Scanner) reset(sentences []SentenceRun) {
	clear(sc.Letters[:])
	clear(sc.Sequences[:])
	sc.Chars, sc.Seen = 0, 0
	sc.Words = Run{}
	for i := range sentences {
		sentences[i].Longest, sentences[i].enough = 0, 0
	}
	sc.Sentences = sentences
}

// profile adds the letter-words and the bits of s[from:to], no end of which cuts
// a word.
func (sc *Scanner) profile(s string, from, to int) {
	if from == to {
		return
	}
	var word Bits
	next := from // where a block is worth a try
	for i := from; i < to; {
		if word == 0 && i >= next {
			if n := sc.profileBlock(bytesOf(s[i:to])); n > 0 {
				i += n
				continue
			}
			next = i + blockSize
		}
		r, n := decode(s[i:to])
		i += n
		is := BitsOf(r)
		sc.Chars |= is
		switch {
		case is&Letter != 0:
			word |= is & Letter
		case is&Mark != 0 && word != 0:
			word |= Mark
		default:
			sc.Letters[word]++
			word = 0
		}
	}
	sc.Letters[word]++
	sc.Letters[0] = 0
}

// profileBlock is profile for the words of the block that b begins with, up to its last
// white space. It returns the number of bytes, 0 if they are not all ASCII or too few.
func (sc *Scanner) profileBlock(b []byte) int {
	if len(b) < len(window{}) {
		return 0
	}
	var is masks
	is.read((*window)(b))
	n := bits.Len64(is.space)
	if is.odd != 0 || is.arabic != 0 || n == 0 {
		return 0
	}
	keep := ^uint64(0) >> (blockSize - n)
	if words := bits.OnesCount64(is.letter &^ (is.letter << 1) & keep); words > 0 {
		sc.Letters[LatinLetter] += uint32(words)
		sc.Chars |= narrow['a']
	}
	if is.word&^is.letter&keep != 0 {
		sc.Chars |= narrow['0']
	}
	return n
}
