package token

import "unicode/utf8"

// equal says whether two stretches of a text have the same content.
func equal(a, b string, content Content) bool {
	if a == b {
		return true
	}
	if content == Tokens {
		return equalTokens(a, b)
	}
	return equalKept(a, b, Word, 0)
}

// equalKept compares a and b by the characters that have one of the bits keep
// and none of the bits drop.
func equalKept(a, b string, keep, drop Bits) bool {
	same := common(bytesOf(a), bytesOf(b))
	if same < len(a) && same < len(b) && a[same]|b[same] < utf8.RuneSelf {
		// Two characters that count, and are not the same.
		if x, y := narrow[a[same]], narrow[b[same]]; (keep == 0 || x&y&keep != 0) && (x|y)&drop == 0 {
			return false
		}
	}
	for same > 0 && (same < len(a) && !utf8.RuneStart(a[same]) || same < len(b) && !utf8.RuneStart(b[same])) {
		same--
	}
	a, b = a[same:], b[same:]
	for {
		var x, y string
		x, a = nextKept(a, keep, drop)
		y, b = nextKept(b, keep, drop)
		if x != y {
			return false
		}
		if x == "" {
			return true
		}
	}
}

func nextKept(s string, keep, drop Bits) (char, rest string) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if bits := BitsOf(r); (keep == 0 || bits&keep != 0) && bits&drop == 0 {
			return s[i : i+n], s[i+n:]
		}
		i += n
	}
	return "", ""
}

// equalTokens says whether a and b split into the same tokens.
func equalTokens(a, b string) bool {
	for {
		var x, y string
		x, a = nextToken(a)
		y, b = nextToken(b)
		if x != y {
			return false
		}
		if x == "" {
			return true
		}
	}
}

func nextToken(s string) (token, rest string) {
	start := -1
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch space := BitsOf(r)&PySpace != 0; {
		case space && start >= 0:
			return s[start:i], s[i:]
		case !space && start < 0:
			start = i
		}
		i += n
	}
	if start < 0 {
		return "", ""
	}
	return s[start:], ""
}
