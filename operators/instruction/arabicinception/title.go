package arabicinception

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/text"
)

// titleOf returns the first match of `<<[^\n]+>>|«[^\n]+?»` that is not blank
// once its leading `<` and trailing `>` are removed.
func titleOf(s string) (string, bool) {
	for {
		line, rest, more := strings.Cut(s, "\n")
		if t, ok := titleOfLine(line); ok {
			return t, true
		}
		if !more {
			return "", false
		}
		s = rest
	}
}

func titleOfLine(line string) (string, bool) {
	const (
		open, closing           = "<<", ">>"
		guillemet, endGuillemet = "«", "»"
	)
	const guillemetLead = 0xC2    // its first byte
	last, lastGuillemet := -2, -2 // found on first use
	for i := 0; i < len(line); {
		if line[i] != '<' && line[i] != guillemetLead {
			i++
			continue
		}
		switch rest := line[i:]; {
		case strings.HasPrefix(rest, open):
			// Greedy: the match reaches to the last closing pair, and what stands
			// between is no place for guillemets. If it is blank the search goes
			// on after it, where no closing pair is left.
			if last == -2 {
				last = strings.LastIndex(line, closing)
			}
			if last < i+len(open)+1 {
				i++
				continue
			}
			inner := strings.TrimRight(strings.TrimLeft(line[i:last+len(closing)], "<"), ">")
			if !text.IsBlank(inner) {
				return inner, true
			}
			i = last + len(closing)
		case strings.HasPrefix(rest, guillemet):
			// At least one character stands between, be it a guillemet.
			if lastGuillemet == -2 {
				lastGuillemet = strings.LastIndex(line, endGuillemet)
			}
			_, n := utf8.DecodeRuneInString(rest[len(guillemet):])
			if inner := i + len(guillemet) + n; n > 0 && lastGuillemet >= inner {
				end := inner + strings.Index(line[inner:], endGuillemet) + len(endGuillemet)
				return line[i:end], true
			}
			i += len(guillemet)
		default:
			i++
		}
	}
	return "", false
}
