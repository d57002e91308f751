// Package shared holds the checks of instructions on which the dialects agree
// to the last character, as Makers for their maps and as functions of a text.
// What differs between dialects, however little, is not here.
//
// The reference writes most of these checks as regular expressions; each
// function's comment has the expression that it is equal to. They are scans
// that look at each byte a bounded number of times.
package shared

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// blank says whether s is PySpace only. Most pieces are not, by their first byte.
func blank(s string) bool {
	if s != "" && s[0] > ' ' && s[0] < utf8.RuneSelf {
		return false
	}
	return text.IsBlank(s)
}

// CountPlaceholders counts the matches of `\[.*?\]`.
func CountPlaceholders(s string) int {
	n := 0
	for {
		open := strings.IndexByte(s, '[')
		if open < 0 {
			return n
		}
		s = s[open+1:]
		end := strings.IndexByte(s, '\n')
		line := s
		if end >= 0 {
			line = s[:end]
		}
		for {
			closing := strings.IndexByte(line, ']')
			if closing < 0 {
				break
			}
			n++
			line = line[closing+1:]
			open = strings.IndexByte(line, '[')
			if open < 0 {
				break
			}
			line = line[open+1:]
		}
		if end < 0 {
			return n
		}
		s = s[end+1:]
	}
}

// CountBullets counts the multi-line matches of `^\s*\*[^\*].*$` and of `^\s*-.*$`.
//
// Both begin at a line's first character that is not white space. The
// character after the asterisk may be the line's end: such a lone asterisk
// takes the next line along, where then no asterisk begins a bullet.
func CountBullets(s string) int {
	n, taken := 0, 0 // lines that start before taken belong to a lone asterisk
	for start := 0; start < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[start:], '\n'); i >= 0 {
			end = start + i
		}
		at := start
		for at < end && (s[at] == ' ' || s[at] == '\t') {
			at++
		}
		if at < end && (s[at] < ' ' || s[at] >= utf8.RuneSelf) {
			at = end - len(text.StripLeft(s[at:end]))
		}
		switch {
		case at == end: // a blank line
		case s[at] == '-':
			n++
		case s[at] == '*' && start >= taken:
			switch {
			case at+1 < end:
				if s[at+1] != '*' {
					n++
				}
			case end < len(s):
				n++
				taken = len(s)
				if i := strings.IndexByte(s[end+1:], '\n'); i >= 0 {
					taken = end + 1 + i
				}
			}
		}
		start = end + 1
	}
	return n
}

// CountHighlights counts the matches of `\*[^\n\*]*\*` and of `\*\*[^\n\*]*\*\*`
// that are not blank between their asterisks.
func CountHighlights(s string) int { return singles(s) + doubles(s) }

func singles(s string) int {
	n := 0
	open := strings.IndexByte(s, '*')
	for open >= 0 {
		s = s[open+1:]
		closing := strings.IndexByte(s, '*')
		if closing < 0 {
			break
		}
		inner := s[:closing]
		if strings.IndexByte(inner, '\n') >= 0 {
			open = closing // it may open the next one
			continue
		}
		if !blank(inner) {
			n++
		}
		s = s[closing+1:]
		open = strings.IndexByte(s, '*')
	}
	return n
}

func doubles(s string) int {
	n := 0
	for {
		open := strings.Index(s, "**")
		if open < 0 {
			return n
		}
		rest := s[open+2:]
		closing := strings.IndexByte(rest, '*')
		if closing < 0 {
			return n
		}
		inner := rest[:closing]
		switch {
		case closing+1 < len(rest) && rest[closing+1] == '*' && strings.IndexByte(inner, '\n') < 0:
			if !blank(inner) {
				n++
			}
			s = rest[closing+2:]
		case closing == 0:
			s = s[open+1:]
		default:
			s = rest[closing:]
		}
	}
}

// CountParagraphs counts the pieces of a split at `\s?\*\*\*\s?`, less a blank first
// and a blank last one. ok is false if another piece is blank. The white space
// of the expression goes unmatched here: it makes no piece more or less blank.
func CountParagraphs(s string) (n int, ok bool) {
	const divider = "***"
	for first := true; ; first = false {
		at := strings.Index(s, divider)
		piece := s
		if at >= 0 {
			piece = s[:at]
		}
		if !blank(piece) {
			n++
		} else if !first && at >= 0 {
			return n, false
		}
		if at < 0 {
			return n, true
		}
		s = s[at+len(divider):]
	}
}

// IsTwoResponses says whether a split at six asterisks gives two pieces that are
// not blank and differ once stripped; blank ones may stand first and last only.
func IsTwoResponses(s string) bool {
	const divider = "******"
	var found [2]string
	n := 0
	for first := true; ; first = false {
		piece, rest, more := strings.Cut(s, divider)
		if !blank(piece) {
			if n == len(found) {
				return false
			}
			found[n] = piece
			n++
		} else if !first && more {
			return false
		}
		if !more {
			return n == len(found) && text.Strip(found[0]) != text.Strip(found[1])
		}
		s = rest
	}
}

// FindTitle returns the first match of `<<[^\n]+>>` that is not blank once its
// leading `<` and trailing `>` are removed, and whether there is one. The
// expression is greedy: it reaches to the last `>>` of the line.
func FindTitle(s string) (string, bool) {
	for {
		open := strings.Index(s, "<<")
		if open < 0 {
			return "", false
		}
		s = s[open:]
		line, rest, more := strings.Cut(s, "\n")
		if len(line) > 3 {
			if closing := strings.LastIndex(line[3:], ">>"); closing >= 0 {
				title := strings.TrimLeft(line[:3+closing], "<")
				if title = strings.TrimRight(title, ">"); !blank(title) {
					return title, true
				}
			}
		}
		if !more {
			return "", false
		}
		s = rest
	}
}
