package report

import (
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

var rejectColumns = []string{schemas.Source, schemas.RejectField, schemas.Reason}

// readRejects counts the rejects below root, the most frequent first.
func readRejects(root string) ([]RejectCount, error) {
	paths, err := parquetFiles(root)
	if err != nil {
		return nil, err
	}
	counts := map[RejectCount]int64{}
	for _, path := range paths {
		if err := countRejects(path, counts); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", path, err)
		}
	}
	list := make([]RejectCount, 0, len(counts))
	for c, n := range counts {
		c.N = n
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b RejectCount) int {
		if a.N != b.N {
			return int(b.N - a.N)
		}
		return strings.Compare(a.Source+a.Field+a.Reason, b.Source+b.Field+b.Reason)
	})
	return list, nil
}

func countRejects(path string, counts map[RejectCount]int64) error {
	f, closer, err := openParquet(path)
	if err != nil {
		return err
	}
	defer closer.Close()
	at, err := leaves(f, rejectColumns)
	if err != nil {
		return err
	}
	for _, rg := range f.RowGroups() {
		chunks := rg.ColumnChunks()
		var cursors []*cursor
		for _, name := range rejectColumns {
			pages := chunks[at[name].index].Pages()
			defer pages.Close()
			cursors = append(cursors, &cursor{leaf: at[name], pages: pages})
		}
		for range rg.NumRows() {
			for _, c := range cursors {
				if err := c.next(); err != nil {
					return err
				}
			}
			k := RejectCount{Source: cursors[0].text(), Field: cursors[1].text(), Reason: cursors[2].text()}
			if _, ok := counts[k]; !ok && len(counts) >= maxReasons {
				k = RejectCount{Source: k.Source, Reason: "other reasons"}
			}
			counts[k]++
		}
	}
	return nil
}
