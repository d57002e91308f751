package instruction

import "strconv"

// Relation is how a count is compared with its threshold.
type Relation string

// The relations of the dialects. Exactly is allowed in some only.
const (
	LessThan Relation = "less than"
	AtLeast  Relation = "at least"
	Exactly  Relation = "exactly"
)

// Bound is a relation with its threshold.
type Bound struct {
	Relation Relation
	N        float64
}

// Holds says whether a count satisfies the bound.
func (b Bound) Holds(count int) bool {
	switch b.Relation {
	case LessThan:
		return float64(count) < b.N
	case AtLeast:
		return float64(count) >= b.N
	}
	return float64(count) == b.N
}

// Trend is the trend of a check that compares by the bound a count that can
// only grow when the text does.
func (b Bound) Trend() Trend {
	switch b.Relation {
	case LessThan:
		return Shrinks
	case AtLeast:
		return Grows
	}
	return Varies
}

// Of describes the bound: "at least 3 words".
func (b Bound) Of(what string) string {
	return string(b.Relation) + " " + strconv.FormatFloat(b.N, 'f', -1, 64) + " " + what
}
