package pattern

import (
	"strings"

	"golang.org/x/text/unicode/runenames"
)

// characterByName finds the code point of \N{name}, in any case, by a walk over
// all names: the escape is too rare in kwargs to keep an index for.
func characterByName(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if name == "" || name[0] == '<' {
		return 0, false
	}
	for r := rune(0); r <= 0x10FFFF; r++ {
		if n := runenames.Name(r); n == name {
			return r, true
		}
	}
	return 0, false
}
