package pattern

import "unicode"

// caseFamilies are the lower-case letters that Python takes for equal when it
// ignores case though neither is the other's lower case: letters with the same
// upper case. (Python 3.11, re, generated from Unicode; the letters are written
// by code point because many look alike.)
var caseFamilies = [][]rune{
	{0x0069, 0x0131},         // i, dotless i
	{0x0073, 0x017F},         // s, long s
	{0x00B5, 0x03BC},         // micro sign, mu
	{0x0345, 0x03B9, 0x1FBE}, // ypogegrammeni, iota, prosgegrammeni
	{0x0390, 0x1FD3},         // iota with dialytika and tonos, oxia
	{0x03B0, 0x1FE3},         // upsilon with dialytika and tonos, oxia
	{0x03B2, 0x03D0},         // beta, beta symbol
	{0x03B5, 0x03F5},         // epsilon, lunate epsilon
	{0x03B8, 0x03D1},         // theta, theta symbol
	{0x03BA, 0x03F0},         // kappa, kappa symbol
	{0x03C0, 0x03D6},         // pi, pi symbol
	{0x03C1, 0x03F1},         // rho, rho symbol
	{0x03C2, 0x03C3},         // final sigma, sigma
	{0x03C6, 0x03D5},         // phi, phi symbol
	{0x0432, 0x1C80},         // Cyrillic ve, rounded ve
	{0x0434, 0x1C81},         // de, long-legged de
	{0x043E, 0x1C82},         // o, narrow o
	{0x0441, 0x1C83},         // es, wide es
	{0x0442, 0x1C84, 0x1C85}, // te, tall te, three-legged te
	{0x044A, 0x1C86},         // hard sign, tall hard sign
	{0x0463, 0x1C87},         // yat, tall yat
	{0x1C88, 0xA64B},         // unblended uk, monograph uk
	{0x1E61, 0x1E9B},         // s with dot above, long s with dot above
	{0xFB05, 0xFB06},         // ligatures long s t, st
}

const sharpS = '\u00DF' // the lower case of U+1E9E, itself without a simple upper case

var familyOf = func() map[rune][]rune {
	m := map[rune][]rune{}
	for _, f := range caseFamilies {
		for _, r := range f {
			m[r] = f
		}
	}
	return m
}()

// lower is the simple lower case, the comparison form of case-insensitive
// matching.
func lower(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r
}

// cased says whether some other character may equal r when case is ignored.
func cased(r rune) bool {
	if r < 0x80 {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.ToLower(r) != r || unicode.ToUpper(r) != r || r == sharpS || familyOf[r] != nil
}

func casedASCII(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// fold maps the characters that equal each other when case is ignored to one of
// them.
func fold(r rune) rune {
	r = lower(r)
	if r < 0x80 {
		return r
	}
	if f := familyOf[r]; f != nil {
		return f[0]
	}
	return r
}

// eachOfFold calls visit for every character r with fold(r) == f.
func eachOfFold(f rune, visit func(rune)) {
	members := []rune{f}
	if fam := familyOf[f]; fam != nil {
		members = fam
	}
	for _, m := range members {
		visit(m)
		// Simple folding orbits hold every character that lowers to m, and some
		// that only share its upper case: keep the former.
		for r := unicode.SimpleFold(m); r != m; r = unicode.SimpleFold(r) {
			if lower(r) == m {
				visit(r)
			}
		}
	}
	if f == 'i' {
		visit('\u0130') // capital I with dot above: lowers to i, outside i's orbit
	}
}
