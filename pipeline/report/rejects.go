package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mizan/schemas"
)

// RejectCount is how many rejects of a source share a field and a reason.
type RejectCount struct {
	Source, Field, Reason string
	N                     int64
}

// maxReasons bounds the distinct reasons that are told apart: reasons quote what
// was found, so they may all differ.
const maxReasons = 200

// otherReasons stands for the reasons beyond them.
const otherReasons = "other reasons"

var rejectColumns = []string{schemas.Source, schemas.RejectField, schemas.Reason}

// readRejects counts the rejects of the files, the most frequent first.
func readRejects(paths []string) ([]RejectCount, error) {
	counts := map[RejectCount]int64{}
	add := func(c []*column) error {
		k := RejectCount{Source: c[0].text(), Field: c[1].text(), Reason: c[2].text()}
		if _, ok := counts[k]; !ok && len(counts) >= maxReasons {
			k = RejectCount{Source: k.Source, Reason: otherReasons}
		}
		counts[k]++
		return nil
	}
	texts := newInterner()
	for _, path := range paths {
		if err := eachRow(path, schemas.Rejects, rejectColumns, texts, add); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", path, err)
		}
	}
	list := make([]RejectCount, 0, len(counts))
	for c, n := range counts {
		c.N = n
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b RejectCount) int {
		return cmp.Or(
			cmp.Compare(b.N, a.N),
			strings.Compare(a.Source, b.Source),
			strings.Compare(a.Field, b.Field),
			strings.Compare(a.Reason, b.Reason),
		)
	})
	return list, nil
}
