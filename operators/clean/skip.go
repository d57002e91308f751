package clean

import (
	"unicode/utf8"

	"mizan/operators/text"
)

// dirty are the characters that cleaning has to look at; a plain space that
// stands alone is the only one of them that stays.
const dirty = drop | text.RxSpace | text.Unnormal

// What a character of ASCII or of two bytes is to skipClean.
const (
	plain = iota
	space
	mark    // stays if it is the only mark on its letter
	suspect // any other dirty character
)

// kinds has the kind of each character below U+0800: two kilobytes that stay in
// the cache.
var kinds = func() (t [1 << 11]uint8) {
	for r := range rune(len(t)) {
		end, lonely := text.MarksInOrder(string(r), 0)
		switch {
		case r == ' ':
			t[r] = space
		case text.Is(r, text.Mark) && lonely && end > 0:
			t[r] = mark
		case text.Is(r, dirty):
			t[r] = suspect
		}
	}
	return t
}()

// skipClean returns the first position of s at or after i where something
// stands that cleaning may have to change, len(s) if there is nothing. What
// stands at i is no space too many. It is the hot loop of the package.
func skipClean(s string, i int) int {
	for start := i; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf || b&0xFE == 0xD8 {
			i = text.SkipPlain(s, i, i > start && s[i-1] == ' ')
			if i == len(s) {
				break
			}
			b = s[i]
		}
		switch {
		case b < utf8.RuneSelf:
			if k := kinds[b]; k == suspect || k == space && i > start && s[i-1] == ' ' {
				return i
			}
			i++
		case isTwoByte(s, i):
			switch kinds[uint(b&0x1F)<<6|uint(s[i+1]&0x3F)] {
			case suspect:
				return i
			case mark:
				// Two marks in a row may be out of order, and one behind a dropped
				// character is a case for MarksInOrder as well.
				if i == start || !plainAt(s, i+2) {
					return i
				}
			}
			i += 2
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if text.Is(r, dirty) {
				return i
			}
			i += n
		}
	}
	return i
}

// isTwoByte says whether a character of two bytes stands at byte i of s.
func isTwoByte(s string, i int) bool {
	return s[i]-0xC2 < 0xE0-0xC2 && i+1 < len(s) && s[i+1]&0xC0 == 0x80
}

// plainAt says whether the text ends at byte i of s, or a character follows
// that surely is no mark.
func plainAt(s string, i int) bool {
	if i >= len(s) || s[i] < utf8.RuneSelf {
		return true
	}
	return isTwoByte(s, i) && kinds[uint(s[i]&0x1F)<<6|uint(s[i+1]&0x3F)] == plain
}
