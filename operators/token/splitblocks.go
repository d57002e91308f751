package token

import (
	"encoding/binary"
	"math/bits"
)

// splitBlocks is Split from i on as long as text is plain: ASCII and Arabic letters,
// punctuation that ends no sentence, and white space at least every 64 bytes. No word may
// be open at i. It returns where it stops, behind white space or at the end, and where
// another try may be worth it.
//
// Where words begin and end comes from bit masks, as in blocks. Measured against a look at
// each character: BenchmarkGate of package gate, arabic_hf.
func (sc *Scanner) splitBlocks(s string, b []byte, i int, l *line, chars *Bits) (at, next int) {
	var tail window
	for i < len(b) {
		text := &tail
		if i+len(tail) <= len(b) {
			text = (*window)(b[i:])
		} else {
			tail = blank
			copy(tail[:], b[i:])
		}
		var is masks
		is.read(text)
		feeds, other := controls(text)
		space, behind := is.space, 0
		if odd := splitOdd(text, &is, other, chars); odd != 0 {
			space &= odd&-odd - 1
			behind = bits.TrailingZeros64(odd) + 1
		}
		size := bits.Len64(space)
		if size == 0 {
			if behind == 0 {
				behind = blockSize
			}
			return i, i + behind
		}
		keep := ^uint64(0) >> (blockSize - size)
		sc.splitLetters(is.letter&keep, is.arabic&keep, is.word&keep, chars)

		starts, hashes := sc.table.room(perBlock, i)
		n := 0
		feeds &= keep
		word := keep &^ is.space
		for first, last := word&^(word<<1), word&^(word>>1); first != 0; first, last = first&(first-1), last&(last-1) {
			if before := first&-first - 1; feeds&before != 0 {
				sc.endLine(s, l)
				feeds &^= before
			}
			start, end := i+bits.TrailingZeros64(first), i+bits.TrailingZeros64(last)+1
			hash := hashAll(b, start, end)
			starts[n%perBlock], hashes[n%perBlock] = uint32(start), hash
			n++
			sc.Words.nextSplit(s, start, end, hash)
			l.add(start, end, hash)
			if is.sentence&(last&-last) != 0 {
				sc.endLine(s, l)
			}
		}
		sc.table.take(n)
		if feeds != 0 {
			sc.endLine(s, l)
		}
		if behind != 0 {
			return i + size, i + behind
		}
		i += size
	}
	return min(i, len(b)), len(b) // the last white space may be behind the end
}

// splitLetters counts the letter-words among letters and takes note of what there is.
func (sc *Scanner) splitLetters(letter, arabic, word uint64, chars *Bits) {
	begin := letter &^ (letter << 1)
	n := bits.OnesCount64(begin & arabic)
	sc.Letters[ArabicLetter] += uint32(n)
	sc.Letters[LatinLetter] += uint32(bits.OnesCount64(begin) - n)
	if arabic != 0 {
		*chars |= narrow[arabicBeh]
	}
	if letter&^arabic != 0 {
		*chars |= narrow['a']
	}
	if word&^letter != 0 {
		*chars |= narrow['0']
	}
}

// splitOdd returns the bytes of the block that keep it from being plain: the first
// character beyond ASCII that does, control characters but line feeds, and letters behind
// letters of the other script. It takes note of other punctuation beyond ASCII.
func splitOdd(b *window, is *masks, other uint64, chars *Bits) uint64 {
	odd := other
	if is.arabic != 0 {
		latin := is.letter &^ is.arabic
		odd |= latin<<1&is.arabic | is.arabic<<1&latin
	}
	for rest := is.odd; rest != 0; {
		at := bits.TrailingZeros64(rest)
		r, n := decodeAt(b[:], at)
		has := BitsOf(r)
		if has&(Letter|Mark|PySpace|Stop|LineEnd) != 0 {
			return odd | 1<<at
		}
		*chars |= has
		rest &^= (1<<n - 1) << at
	}
	return odd
}

// controls returns which bytes of the block are line feeds and which are other control
// characters of ASCII.
func controls(b *window) (feeds, other uint64) {
	const each, low = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F
	for j := 0; j < blockSize; j += 8 {
		x := binary.LittleEndian.Uint64(b[j:])
		control := ^(x&low + 0x60*each | x) >> 7 & each
		if control == 0 {
			continue
		}
		y := x ^ '\n'*each
		feed := ^(y&low + low | y) >> 7 & each
		feeds |= gather(feed) << j
		other |= gather(control&^feed) << j
	}
	return feeds, other
}

// gather makes bit j of the lowest bit of byte j, by a multiplication that moves each to
// its place in the highest byte.
func gather(x uint64) uint64 { return x * 0x0102040810204080 >> 56 }
