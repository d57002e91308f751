package instruction

import (
	"strings"

	"mizan/operators/text"
)

// Variant is the number of a loose variant as the paper's section 2.2 and the
// specification (ifeval-english.md, section 2) list them, 1 to 8.
type Variant uint8

// The loose variants. The first is the strict answer.
const (
	Whole Variant = iota + 1
	NoStars
	NoFirstLine
	NoLastLine
	NoOuterLines
	NoFirstLineNoStars
	NoLastLineNoStars
	NoOuterLinesNoStars
)

func (v Variant) String() string {
	return [...]string{"", "the answer", "without asterisks", "without the first line", "without the last line",
		"without the first and last line", "without the first line and asterisks",
		"without the last line and asterisks", "without the first and last line and asterisks"}[v]
}

// response is an answer with its loose variants. All of them are views: four of
// the answer, four of one copy of it without asterisks. It is memory of a
// worker, reused from record to record.
type response struct {
	strict Answer
	// loose are the variants but the first, in order, without blank ones and
	// without repetitions of an earlier one.
	loose    [7]Answer
	variants [7]Variant
	n        int
	present  uint16 // bit v: variant v is among them
	built    bool
	starless []byte
}

// reset gives the response a new text.
func (r *response) reset(s string) {
	r.strict = Answer{Text: s}
	r.n, r.present, r.built = 0, 0, false
}

// certain says whether loose variant i cannot follow an instruction of that
// trend, given that the strict answer does not and that the variants for which
// certain is false are judged too.
func (r *response) certain(t Trend, i int) bool {
	switch t {
	case Grows:
		// All variants are lines of the answer or of NoStars.
		return r.variants[i] != NoStars
	case Shrinks:
		// NoOuterLines are lines of the first three, NoOuterLinesNoStars of the
		// others, and each is the last of its kind.
		switch r.variants[i] {
		case NoFirstLine, NoLastLine:
			return r.has(NoOuterLines)
		case NoStars, NoFirstLineNoStars, NoLastLineNoStars:
			return r.has(NoOuterLinesNoStars)
		}
	}
	return false
}

// has says whether the variant is among the loose ones.
func (r *response) has(v Variant) bool { return r.present>>v&1 != 0 }

// span is a part of the answer, by bytes.
type span struct{ from, to int }

// build computes the loose variants.
func (r *response) build() {
	if r.built {
		return
	}
	r.built = true
	s := r.strict.Text
	whole := span{0, len(s)}
	first, last := strings.IndexByte(s, '\n'), strings.LastIndexByte(s, '\n')
	var cuts [3]span // without the first line, the last line, both; stripped
	if first >= 0 {
		cuts[0] = stripSpan(s, span{first + 1, len(s)})
		cuts[1] = stripSpan(s, span{0, last})
		if first < last {
			cuts[2] = stripSpan(s, span{first + 1, last})
		}
	}

	starless := s
	star := strings.IndexByte(s, '*')
	if star >= 0 {
		starless = r.removeStars(s, star)
		if !text.IsBlank(starless) {
			r.add(NoStars, starless)
		}
	}
	seen := [4]span{whole}
	fresh := [3]bool{}
	for i, c := range cuts {
		seen[i+1] = c
		fresh[i] = c.from < c.to && !contains(seen[:i+1], c)
		if fresh[i] {
			r.add(NoFirstLine+Variant(i), s[c.from:c.to])
		}
	}
	if star < 0 {
		return
	}
	for i, c := range cuts {
		if !fresh[i] {
			continue
		}
		before := strings.Count(s[:c.from], "*")
		within := strings.Count(s[c.from:c.to], "*")
		if within == 0 {
			continue
		}
		if v := starless[c.from-before : c.to-before-within]; !text.IsBlank(v) {
			r.add(NoFirstLineNoStars+Variant(i), v)
		}
	}
}

func (r *response) add(v Variant, s string) {
	r.loose[r.n], r.variants[r.n] = Answer{Text: s}, v
	r.present |= 1 << v
	r.n++
}

func contains(spans []span, c span) bool {
	for _, s := range spans {
		if s == c {
			return true
		}
	}
	return false
}

// stripSpan is text.Strip on a part of s.
func stripSpan(s string, c span) span {
	left := text.StripLeft(s[c.from:c.to])
	from := c.to - len(left)
	return span{from, from + len(text.StripRight(left))}
}
