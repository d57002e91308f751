package scan

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str scans a text from the byte after its opening quote. end is the position
// after the closing one.
func (s *Scanner) str(i int) (end int, escaped, ok bool) {
	d := s.data
	for {
		// Eight bytes at a time: a byte's high bit in m is set where the byte is
		// a quote, a backslash or a control character. A borrow may set bits
		// above the first true one, so only the first counts.
		for i+8 <= len(d) {
			w := binary.LittleEndian.Uint64(d[i:])
			q := w ^ ('"' * ones)
			b := w ^ ('\\' * ones)
			m := ((w - ' '*ones) | (q - ones) | (b - ones)) &^ w & highs
			if m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				goto found
			}
			i += 8
		}
		for i < len(d) && d[i] != '"' && d[i] != '\\' && d[i] >= ' ' {
			i++
		}
		if i >= len(d) {
			return 0, false, s.fail(i, "the text is not closed")
		}
	found:
		switch d[i] {
		case '"':
			return i + 1, escaped, true
		case '\\':
			escaped = true
			if i+1 >= len(d) {
				return 0, false, s.fail(i+1, "the text is not closed")
			}
			switch d[i+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				i += 2
			case 'u':
				if i+6 > len(d) {
					return 0, false, s.fail(len(d), "expected four hexadecimal digits after \\u")
				}
				if _, ok := hex4(d[i+2:]); !ok {
					return 0, false, s.fail(i+2, "expected four hexadecimal digits after \\u")
				}
				i += 6
			default:
				return 0, false, s.fail(i+1, "unknown escape in a text")
			}
		default:
			return 0, false, s.fail(i, "control character in a text (it must be escaped)")
		}
	}
}

// scalar scans a number, true, false, null or one of Python's special numbers.
func (s *Scanner) scalar(i int) (k Kind, end int, special, ok bool) {
	switch c := s.data[i]; {
	case c == '-' || c-'0' <= 9:
		return s.number(i)
	case c == 't':
		end, ok = s.literal(i, "true")
		return Bool, end, false, ok
	case c == 'f':
		end, ok = s.literal(i, "false")
		return Bool, end, false, ok
	case c == 'n':
		end, ok = s.literal(i, "null")
		return Null, end, false, ok
	case c == 'N':
		end, ok = s.literal(i, "NaN")
		return Number, end, true, ok
	case c == 'I':
		end, ok = s.literal(i, "Infinity")
		return Number, end, true, ok
	}
	return Invalid, 0, false, s.fail(i, "expected a value")
}

func (s *Scanner) literal(i int, word string) (end int, ok bool) {
	if len(s.data)-i < len(word) || string(s.data[i:i+len(word)]) != word {
		return 0, s.fail(i, "expected a value")
	}
	return i + len(word), true
}

func (s *Scanner) number(i int) (k Kind, end int, special, ok bool) {
	d := s.data
	if d[i] == '-' {
		i++
		if i < len(d) && d[i] == 'I' {
			end, ok = s.literal(i, "Infinity")
			return Number, end, true, ok
		}
	}
	j := i
	for i < len(d) && d[i]-'0' <= 9 {
		i++
	}
	switch {
	case i == j:
		return Number, 0, false, s.fail(i, "expected a digit")
	case d[j] == '0' && i-j > 1:
		return Number, 0, false, s.fail(j, "a number must not start with 0")
	}
	if i < len(d) && d[i] == '.' {
		i++
		j = i
		for i < len(d) && d[i]-'0' <= 9 {
			i++
		}
		if i == j {
			return Number, 0, false, s.fail(i, "expected a digit after the point")
		}
	}
	if i < len(d) && d[i]|0x20 == 'e' {
		i++
		if i < len(d) && (d[i] == '+' || d[i] == '-') {
			i++
		}
		j = i
		for i < len(d) && d[i]-'0' <= 9 {
			i++
		}
		if i == j {
			return Number, 0, false, s.fail(i, "expected a digit in the exponent")
		}
	}
	return Number, i, false, true
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20-'a' <= 5:
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
