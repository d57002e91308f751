package text

import (
	"encoding/binary"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// The letters whose lower case is not one fixed character.
const (
	capitalIWithDot   = '\u0130'
	capitalSigma      = '\u03A3'
	smallSigma        = '\u03C3'
	smallFinalSigma   = '\u03C2'
	smallIAndDotAbove = "i\u0307"
)

// Lower is Python's s.lower(): the full Unicode mapping, so a capital I with a
// dot becomes two characters, and a capital sigma at the end of a word becomes
// the final sigma. A text without capitals comes back as it is.
func Lower(s string) string {
	at := skipLower(s, 0)
	if at == len(s) {
		return s
	}
	out := appendLower(make([]byte, 0, len(s)+8), s, at)
	return unsafe.String(&out[0], len(out))
}

// AppendLower appends Lower(s) to dst.
func AppendLower(dst []byte, s string) []byte { return appendLower(dst, s, skipLower(s, 0)) }

// appendLower is AppendLower where the first character that changes is known.
func appendLower(dst []byte, s string, at int) []byte {
	from := 0
	for at < len(s) {
		dst = append(dst, s[from:at]...)
		for at < len(s) && s[at] < utf8.RuneSelf {
			if at+8 > len(s) || load(s, at)&highBits != 0 {
				dst = append(dst, lowerASCII(s[at]))
				at++
				continue
			}
			w := load(s, at)
			capitals := capitalsOf(w)
			if capitals == 0 {
				break
			}
			dst = binary.LittleEndian.AppendUint64(dst, w|capitals>>2)
			at += 8
		}
		if at < len(s) && s[at] >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[at:])
			switch {
			case r == capitalIWithDot:
				dst = append(dst, smallIAndDotAbove...)
			case r == capitalSigma && finalSigma(s, at):
				dst = utf8.AppendRune(dst, smallFinalSigma)
			case r == utf8.RuneError:
				dst = append(dst, s[at:at+n]...)
			default:
				dst = utf8.AppendRune(dst, unicode.ToLower(r))
			}
			at += n
		}
		from = at
		at = skipLower(s, at)
	}
	return append(dst, s[from:]...)
}

// skipLower returns the first position of s at or after i where a character
// with a lower case of its own stands, or the word of eight bytes that holds it;
// len(s) if there is none.
func skipLower(s string, i int) int {
	for i < len(s) {
		b := s[i]
		switch {
		case b < utf8.RuneSelf:
			for i+8 <= len(s) {
				w := load(s, i)
				if w&highBits != 0 {
					break
				}
				if capitalsOf(w) != 0 {
					return i
				}
				i += 8
			}
			for i < len(s) && s[i] < utf8.RuneSelf {
				if s[i] != lowerASCII(s[i]) {
					return i
				}
				i++
			}
		case b >= firstUncasedLead && isTwoByte(s, i):
			i += 2
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if Is(r, UpperCase|TitleCase) {
				return i
			}
			i += n
		}
	}
	return len(s)
}

// firstUncasedLead begins the two-byte characters from U+0580 to U+07FF, Hebrew
// and Arabic among them: none of them has case.
const firstUncasedLead = 0xD6

// capitalsOf returns the top bit of each byte of w, which is ASCII, that is a
// capital.
func capitalsOf(w uint64) uint64 {
	return (w + (0x80-'A')*ones) &^ (w + (0x80-'Z'-1)*ones) & highBits
}

func lowerASCII(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

// finalSigma is the condition Final_Sigma of the Unicode Standard (3.13) for
// the capital sigma at byte i: a cased letter before it and none after it,
// characters that are CaseIgnorable left out of account.
func finalSigma(s string, i int) bool {
	const cased = UpperCase | LowerCase | TitleCase
	before := false
	for head := s[:i]; head != ""; {
		r, n := utf8.DecodeLastRuneInString(head)
		head = head[:len(head)-n]
		if !Is(r, CaseIgnorable) {
			before = Is(r, cased)
			break
		}
	}
	if !before {
		return false
	}
	for _, r := range s[i+utf8.RuneLen(capitalSigma):] {
		if !Is(r, CaseIgnorable) {
			return !Is(r, cased)
		}
	}
	return true
}
