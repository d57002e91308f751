package token

// Counts are numbers of runs of letters, by the kinds of letters in them: the
// index is a set of LatinLetter, ArabicLetter, ArabicMath, OtherLetter and Mark. A text
// of less than 4 GiB has not too many of them.
type Counts [1 << 5]uint32

// isLatin says that all runs are of LatinLetter alone, as in most English texts. To ask
// that first takes 2 to 3% off BenchmarkChain of package gate.
func (c *Counts) isLatin() bool {
	var others uint32
	for _, n := range c[LatinLetter+1:] {
		others |= n
	}
	return others == 0
}

// Words are the counts of letter-words of a text (text-operators.md, section 9;
// kinds: ifeval-arabic.md, section 3, D3 and D6).
type Words struct {
	Letter  int // all
	English int // ASCII letters alone, no mark
	Arabic  int // letters of ArabicB alone, marks or not
	Mixed   int // an ArabicB and an ASCII letter in one word
	Other   int // not mixed, and a letter that is neither
}

// Words returns the counts of letter-words by kind.
func (c *Counts) Words() Words {
	const arabic = ArabicLetter | ArabicMath
	if n := int(c[LatinLetter]); c.isLatin() {
		return Words{Letter: n, English: n}
	}
	var w Words
	for i, n := range c {
		if n == 0 || i == 0 {
			continue
		}
		n := int(n)
		w.Letter += n
		switch b := Bits(i); {
		case b&arabic != 0 && b&LatinLetter != 0:
			w.Mixed += n
		case b&OtherLetter != 0:
			w.Other += n
		case b&arabic != 0:
			w.Arabic += n
		case b == LatinLetter:
			w.English += n
		}
	}
	return w
}

// EnglishRatio is the share of English words, 0 where there are no words.
func (w Words) EnglishRatio() float64 {
	if w.Letter == 0 {
		return 0
	}
	return float64(w.English) / float64(w.Letter)
}

// Sequences are the counts of maximal runs of letters of a text, marks not
// being letters (text-operators.md, section 8).
type Sequences struct {
	Total   int
	Latin   int // wholly Latin
	Arabic  int // wholly ArabicA
	Foreign int // holding a letter that is neither
}

// Sequences returns the counts of letter sequences by kind.
func (c *Counts) Sequences() Sequences {
	s := Sequences{Latin: int(c[LatinLetter]), Arabic: int(c[ArabicLetter])}
	if c.isLatin() {
		s.Total = s.Latin
		return s
	}
	for i, n := range c {
		if n == 0 || i == 0 {
			continue
		}
		n := int(n)
		s.Total += n
		if Bits(i)&(ArabicMath|OtherLetter) != 0 {
			s.Foreign += n
		}
	}
	return s
}
