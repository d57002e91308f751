package shared

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// RepeatPrompt is combination:repeat_prompt.
func RepeatPrompt(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "prompt_to_repeat"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if k.Empty(name) {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg %q must be set", name)
	}
	phrase, fault := lowerPhrase(k, name)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(HasLowerPrefix(a.Stripped(), phrase))
		},
		Wants: "begins with " + quote(phrase),
	}
	if fault != nil {
		c.Check = fails(fault)
	}
	return c, nil
}

// EndChecker is startend:end_checker.
func EndChecker(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "end_phrase"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		return instruction.Checker{}, missing(name)
	}
	phrase, fault := lowerPhrase(k, name)
	c := instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			return instruction.Bool(EndsWith(a.Stripped(), phrase))
		},
		Wants: "ends with " + quote(phrase),
	}
	if fault != nil {
		c.Check = fails(fault)
	}
	return c, nil
}

// lowerPhrase returns a kwarg stripped and lowered, as repeat_prompt and
// end_checker compare it. A kwarg that is no text is a fault that the reference
// trips over only when it checks an answer.
func lowerPhrase(k instruction.Kwargs, name string) (string, error) {
	s, err := k.Text(name)
	return text.Lower(text.Strip(s)), err
}

// HasLowerPrefix says whether Python's lower(s) starts with prefix, which is in
// lower case already. It lowers no more of s than it must.
func HasLowerPrefix(s, prefix string) bool {
	rest := prefix
	for _, r := range s {
		if rest == "" {
			return true
		}
		if r < utf8.RuneSelf {
			if rest[0] != lowerASCII(byte(r)) {
				return false
			}
			rest = rest[1:]
			continue
		}
		if contextual(r) {
			return strings.HasPrefix(text.Lower(s), prefix)
		}
		want, size := utf8.DecodeRuneInString(rest)
		if want != unicode.ToLower(r) {
			return false
		}
		rest = rest[size:]
	}
	return rest == ""
}

// HasLowerSuffix says whether Python's lower(s) ends with suffix, which is in
// lower case already. It lowers no more of s than it must.
func HasLowerSuffix(s, suffix string) bool {
	head, rest := s, suffix
	for rest != "" && head != "" {
		r, size := utf8.DecodeLastRuneInString(head)
		if contextual(r) {
			return strings.HasSuffix(text.Lower(s), suffix)
		}
		want, wantSize := utf8.DecodeLastRuneInString(rest)
		if want != unicode.ToLower(r) {
			return false
		}
		head, rest = head[:len(head)-size], rest[:len(rest)-wantSize]
	}
	return rest == ""
}

// contextual says whether lower-casing r takes more than a table: the capital
// sigma depends on its neighbours, the dotted I becomes two characters.
func contextual(r rune) bool {
	const (
		capitalIDot  = '\u0130'
		capitalSigma = '\u03A3'
	)
	return r == capitalIDot || r == capitalSigma
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// EndsWith says whether s, stripped of white space and then of `"`, ends with
// phrase, a stripped and lower-cased text, in any case of its letters. s must
// be stripped of white space already.
func EndsWith(stripped, phrase string) bool {
	return HasLowerSuffix(strings.Trim(stripped, `"`), phrase)
}
