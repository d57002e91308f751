package gate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// span is an inclusive range of code points.
type span struct{ from, to rune }

// set is a set of code points: sorted spans that neither touch nor overlap, so
// that equal sets are equal slices.
type set []span

// The sets for which the token scan has a bit.
var (
	latinSet           = mustParse("0041-005A", "0061-007A")
	arabicPunctuation  = mustParse("060C", "061B", "061F", "066A-066C", "06D4", "00AB", "00BB")
	rejectedByV41      = mustParse("0600-06FF", "0750-077F", "08A0-08FF", "FB50-FDFF", "FE70-FEEF", "0590-05FF", "0400-04FF", "4E00-9FFF", "3040-309F", "30A0-30FF", "AC00-D7AF")
	errNoRanges        = errors.New("key ranges: at least one range is needed, such as 0600-06FF")
	errWantRange       = errors.New("want code points in hexadecimal, such as 0600-06FF or 060C")
	errDescendingRange = errors.New("the first code point is greater than the last")
)

func mustParse(ranges ...string) set {
	s, err := parseSet(ranges)
	if err != nil {
		panic(err)
	}
	return s
}

func parseSet(ranges []string) (set, error) {
	if len(ranges) == 0 {
		return nil, errNoRanges
	}
	var spans []span
	for _, r := range ranges {
		s, err := parseSpan(r)
		if err != nil {
			return nil, fmt.Errorf("key ranges: cannot read %q: %w", r, err)
		}
		spans = append(spans, s)
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	merged := set{spans[0]}
	for _, s := range spans[1:] {
		if last := &merged[len(merged)-1]; s.from <= last.to+1 {
			last.to = max(last.to, s.to)
		} else {
			merged = append(merged, s)
		}
	}
	return merged, nil
}

func parseSpan(s string) (span, error) {
	first, last, ok := strings.Cut(s, "-")
	if !ok {
		last = first
	}
	from, err := strconv.ParseUint(strings.TrimSpace(first), 16, 32)
	if err != nil {
		return span{}, errWantRange
	}
	to, err := strconv.ParseUint(strings.TrimSpace(last), 16, 32)
	switch {
	case err != nil || from > utf8.MaxRune || to > utf8.MaxRune:
		return span{}, errWantRange
	case from > to:
		return span{}, errDescendingRange
	}
	return span{rune(from), rune(to)}, nil
}

// has says whether r is in the set.
func (s set) has(r rune) bool {
	_, found := slices.BinarySearchFunc(s, r, func(sp span, r rune) int {
		switch {
		case sp.to < r:
			return -1
		case sp.from > r:
			return 1
		}
		return 0
	})
	return found
}
