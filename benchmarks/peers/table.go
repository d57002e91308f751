package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// line is a row measured.
type line struct {
	*row
	records, bytes int
	python, mizan  []float64 // seconds of a pass, turn by turn

	compared, differences int
	examples              []string // of differences
}

const header = `| what | records | kB | Python MB/s | mizan MB/s | Python records/s | mizan records/s | times as fast | differences |
|---|---|---|---|---|---|---|---|---|
`

// String is the line in Markdown.
func (l line) String() string {
	p, m := median(l.python), median(l.mizan)
	mb, n := float64(l.bytes)/1e6, float64(l.records)
	return fmt.Sprintf("| %s | %d | %.0f | %s | %s | %s | %s | %s | %d of %d |", l.name, l.records, mb*1e3,
		short(mb/p), short(mb/m), short(n/p), short(n/m), short(l.ratio()), l.differences, l.compared)
}

// ratio is the median of the turns' ratios: neighbours in time meet the same
// machine.
func (l line) ratio() float64 {
	var ratios []float64
	for i, p := range l.python {
		ratios = append(ratios, p/l.mizan[i])
	}
	return median(ratios)
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	if n := len(x); n%2 == 0 {
		return (x[n/2-1] + x[n/2]) / 2
	}
	return x[len(x)/2]
}

// short prints two digits, or what stands before the point.
func short(x float64) string {
	if x <= 0 {
		return "0"
	}
	decimals := max(0, 1-int(math.Floor(math.Log10(x))))
	return fmt.Sprintf("%.*f", decimals, x)
}

// compare counts the records whose results differ. Those for which the reference
// gives none are left out.
func (l *line) compare(got, want []any) error {
	if len(got) != len(want) {
		return fmt.Errorf("mizan has %d results, Python %d", len(got), len(want))
	}
	for i, g := range got {
		if want[i] == nil {
			continue
		}
		l.compared++
		g, err := plain(g)
		if err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
		if !same(g, want[i]) {
			if l.differences++; len(l.examples) < 3 {
				l.examples = append(l.examples, fmt.Sprintf("record %d: mizan %.200v, Python %.200v", i, g, want[i]))
			}
		}
	}
	return nil
}

// plain is the value as it comes out of JSON.
func plain(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out any
	return out, json.Unmarshal(text, &out)
}

// tolerance is the room for the last digits of scores from 0 to 100.
const tolerance = 1e-9

// same compares values that came out of JSON.
func same(a, b any) bool {
	switch a := a.(type) {
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case float64:
		b, ok := b.(float64)
		return ok && math.Abs(a-b) <= tolerance
	default:
		return a == b
	}
}
