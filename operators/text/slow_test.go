package text_test

import (
	"math/rand/v2"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mizan/operators/text"
)

// The obvious implementations that the fast ones are compared with: each is
// the specification's sentence, one regular step at a time.

func slowSplit(s string) (items []string) {
	item := ""
	for _, r := range s + " " {
		if !text.Is(r, text.PySpace) {
			item += string(r)
		} else if item != "" {
			items = append(items, item)
			item = ""
		}
	}
	return items
}

func slowStrip(s string) string {
	rs := []rune(s)
	for len(rs) > 0 && text.Is(rs[0], text.PySpace) {
		rs = rs[1:]
	}
	for len(rs) > 0 && text.Is(rs[len(rs)-1], text.PySpace) {
		rs = rs[:len(rs)-1]
	}
	return string(rs)
}

func slowRuns(s string, c text.Class) (runs []string) {
	run := ""
	for _, r := range s + "\x00" {
		if text.Is(r, c) {
			run += string(r)
		} else if run != "" {
			runs = append(runs, run)
			run = ""
		}
	}
	return runs
}

func slowLetterWords(s string) (words []string) {
	word := ""
	for _, r := range s + "\x00" {
		if unicode.Is(unicode.L, r) || word != "" && unicode.Is(unicode.M, r) {
			word += string(r)
		} else if word != "" {
			words = append(words, word)
			word = ""
		}
	}
	return words
}

// slowLower maps each character, and gives a capital sigma its form from the
// characters around it.
func slowLower(s string) string {
	const cased = text.UpperCase | text.LowerCase | text.TitleCase
	rs := []rune(s)
	lower := ""
	for i, r := range rs {
		switch r {
		case '\u0130':
			lower += "i\u0307"
		case '\u03a3':
			before, after := i-1, i+1
			for before >= 0 && text.Is(rs[before], text.CaseIgnorable) {
				before--
			}
			for after < len(rs) && text.Is(rs[after], text.CaseIgnorable) {
				after++
			}
			if before >= 0 && text.Is(rs[before], cased) && (after == len(rs) || !text.Is(rs[after], cased)) {
				lower += "\u03c2"
			} else {
				lower += "\u03c3"
			}
		default:
			lower += string(unicode.ToLower(r))
		}
	}
	return lower
}

func class(r rune) uint8 { return norm.NFD.PropertiesString(string(r)).CCC() }

// slowNFKD decomposes each character by itself and then swaps neighbours that
// are out of order until there are none.
func slowNFKD(s string) string {
	var rs []rune
	for _, r := range s {
		rs = append(rs, []rune(norm.NFKD.String(string(r)))...)
	}
	for swapped := true; swapped; {
		swapped = false
		for i := 1; i < len(rs); i++ {
			if b := class(rs[i]); b != 0 && class(rs[i-1]) > b {
				rs[i-1], rs[i] = rs[i], rs[i-1]
				swapped = true
			}
		}
	}
	return string(rs)
}

// slowNFKC composes slowNFKD: each character with the last starter before it,
// unless one of class 0 or of no lower class stands between.
func slowNFKC(s string) string {
	var out []rune
	starter := -1
	for _, r := range slowNFKD(s) {
		blocked := starter < 0
		for i := starter + 1; i < len(out); i++ {
			if b := class(out[i]); b == 0 || b >= class(r) {
				blocked = true
			}
		}
		if !blocked {
			both := []rune(norm.NFC.String(string(out[starter]) + string(r)))
			if len(both) == 1 {
				out[starter] = both[0]
				continue
			}
		}
		if class(r) == 0 {
			starter = len(out)
		}
		out = append(out, r)
	}
	return string(out)
}

// alphabets are the kinds of characters that random texts are made of.
var alphabets = [][]rune{
	[]rune("abcXYZ 019_"),
	[]rune(" \t\n\v\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"),
	[]rune("\u0627\u0644\u0639\u0631\u0628\u064a\u0629\u0640\u0649\u0648\u0622\u0623\u0624\u0625\u0626"),
	[]rune("\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670\u06d6\u08f0"),
	[]rune("\u200b\u200c\u200d\u200e\u200f\ufeff\u202a\u202e\u2066\u2069\u00ad\u061c\u0600\u06dd\U000e0041"),
	[]rune("\u0300\u0301\u0308\u0323\u0327\u0345\u0338\u3099\u309a\u05b0\u05bc\u0f71\u0f72\u0f74\u093c"),
	[]rune("eaoAu\u00e9\u00c5\u212b\u1e69\u0344\u0340\u0958\u0f73\u0f75\u0f81\u1fee\u1ffd\u00a8\u00b4"),
	[]rune("\u1100\u1112\u1161\u1175\u11a7\u11a8\u11c2\uac00\uac01\uac1b\ud7a3\u3131\u314f\uffa1\uffc2"),
	[]rune("\u2026\ufb01\u00bd\u00b2\u2460\uff21\uff0c\ufdfa\ufefb\ufe8d\ufe71\ufc5e\u33a5\u3300\uff9e\uff76"),
	[]rune("\u03a3\u03c3\u03c2\u0130\u0131\u00df\u01c5\u02b0\u24b6\u2160'.:\u00b7\u2019"),
	[]rune("\u060c\u061b\u061f\u06d4\u0660\u06f5\u0661.!?,;-*`{}[]\"$"),
	[]rune("\u09c7\u09be\u09d7\u0b47\u0b56\u0b3e\u0cc6\u0cd5\u0cca\u0dd9\u0dcf\u1025\u102e\U00011131\U00011127"),
	[]rune("\u4e2d\u6587\uf900\U0002f800\U0001d400\U0001f468\ufe0f\ue000\uffff\U0010ffff\u0378\U0001d15e\U0001d165"),
}

// randomText returns a text of up to n characters: runs of one or two
// alphabets, and sometimes any code point.
func randomText(rnd *rand.Rand, n int) string {
	var rs []rune
	a, b := alphabets[rnd.IntN(len(alphabets))], alphabets[rnd.IntN(len(alphabets))]
	for range rnd.IntN(n + 1) {
		switch k := rnd.IntN(40); {
		case k == 0:
			r := rune(rnd.IntN(0x110000))
			if rnd.IntN(2) == 0 {
				r &= 0xFFFF
			}
			if 0xD800 <= r && r <= 0xDFFF {
				r -= 0x800
			}
			rs = append(rs, r)
		case k < 5:
			c := alphabets[rnd.IntN(len(alphabets))]
			rs = append(rs, c[rnd.IntN(len(c))])
		case k < 20:
			rs = append(rs, b[rnd.IntN(len(b))])
		default:
			rs = append(rs, a[rnd.IntN(len(a))])
		}
	}
	return string(rs)
}
