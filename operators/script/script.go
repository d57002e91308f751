// Package script judges the writing systems of a text: Arabic, English (ASCII
// letters) and everything else. The checks here are functions of a text; a gate
// takes the same decisions from the counts of its one scan (package token).
// Rules: text-operators.md, sections 4, 8 and 9; ifeval-english.md, sections 3 and
// 4; ifeval-arabic.md, section 3.
package script

import (
	"sync"

	"mizan/operators/token"
)

// Caps on English in Arabic text, inclusive: more is too much (seed 000).
const (
	InceptionEnglishCap = 0.05 // of the letter sequences
	ArabicHFEnglishCap  = 0.07 // of the letter-words
)

// Making a scanner anew takes longer than to scan a typical answer.
var scanners = sync.Pool{New: func() any { return new(token.Scanner) }}

// scan returns what f makes of a scan of s.
func scan[T any](s string, f func(sc *token.Scanner) T) T {
	sc := scanners.Get().(*token.Scanner)
	defer scanners.Put(sc)
	sc.Loops(s, false, nil, nil)
	return f(sc)
}

// WordsOf counts the letter-words of s by kind.
func WordsOf(s string) token.Words {
	return scan(s, func(sc *token.Scanner) token.Words { return sc.Letters.Words() })
}

// ValidArabic says whether each letter sequence of s is wholly Arabic or wholly
// Latin, some are Arabic, and at most the share englishCap is Latin.
func ValidArabic(s string, englishCap float64) bool {
	return scan(s, func(sc *token.Scanner) bool { return Arabic(sc.Sequences.Sequences(), englishCap) })
}

// Arabic is ValidArabic of a text with these letter sequences.
func Arabic(s token.Sequences, englishCap float64) bool {
	return s.Arabic > 0 && s.Arabic+s.Latin == s.Total && !(float64(s.Latin)/float64(s.Total) > englishCap)
}

// ValidArabicEnglish says whether s holds a Latin or Arabic character or a
// subscript digit, and no letters but Latin and Arabic ones.
func ValidArabicEnglish(s string) bool {
	return scan(s, func(sc *token.Scanner) bool { return ArabicEnglish(sc.Sequences.Sequences(), sc.Seen) })
}

// ArabicEnglish is ValidArabicEnglish of a text with these letter sequences
// and character bits.
func ArabicEnglish(s token.Sequences, seen token.Bits) bool {
	return seen&token.ArabicEnglish != 0 && s.Foreign == 0
}

// ValidEnglishV41 says whether s passes the English check as shipped with
// variant 4.1: it holds no character of a list of scripts, which has gaps.
func ValidEnglishV41(s string) bool {
	return scan(s, func(sc *token.Scanner) bool { return sc.Seen&token.NotV41 == 0 })
}
