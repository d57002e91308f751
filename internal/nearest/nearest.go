// Package nearest finds the names that somebody may have meant.
package nearest

import (
	"fmt"
	"slices"
	"strings"
)

// Names returns up to three of the candidates that are near to name, the
// nearest first: at most a third of its characters differ, or one begins with
// the other.
func Names[S ~string](name string, candidates []S) []string {
	type scored struct {
		name string
		dist int
	}
	var near []scored
	low := strings.ToLower(name)
	for _, c := range candidates {
		cand := string(c)
		d := Distance(low, strings.ToLower(cand))
		prefix := len(low) >= 3 && (strings.HasPrefix(strings.ToLower(cand), low) || strings.HasPrefix(low, strings.ToLower(cand)) && len(cand) >= 3)
		if d <= max(1, len([]rune(name))/3) || prefix {
			near = append(near, scored{cand, d})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return a.dist - b.dist })
	var names []string
	for _, n := range near[:min(3, len(near))] {
		names = append(names, n.name)
	}
	return names
}

// Hint returns a text to append to an error about an unknown name: the near
// candidates, or all of them where none is near and they are few.
func Hint[S ~string](name string, candidates []S) string {
	if near := Names(name, candidates); len(near) > 0 {
		return fmt.Sprintf("; did you mean %s?", quoteAll(near))
	}
	if len(candidates) > 0 && len(candidates) <= 24 {
		return fmt.Sprintf("; known are %s", quoteAll(candidates))
	}
	return ""
}

func quoteAll[S ~string](names []S) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = fmt.Sprintf("%q", string(n))
	}
	return strings.Join(q, ", ")
}

// Distance is the Levenshtein distance of a and b in code points. Texts beyond
// 64 code points are cut: names are short, and what is compared with them may
// be anybody's input.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	x, y = x[:min(64, len(x))], y[:min(64, len(y))]
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diag := row[0]
		row[0] = i + 1
		for j, s := range y {
			cost := diag
			if r != s {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, diag+1, row[j]+1)
		}
	}
	return row[len(y)]
}
