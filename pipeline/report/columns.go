package report

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"mizan/schemas"
)

// columns are the columns of the scored schema that a report reads; the texts,
// by far the largest ones, stay unread.
var columns = []string{
	schemas.Model, schemas.Task, schemas.RunID, schemas.Error, schemas.Excluded,
	schemas.GatePass, schemas.GateReason, schemas.ThinkingState,
	schemas.InstructionIDList, schemas.FollowStrict, schemas.FollowLoose,
	schemas.GatedFollowStrict, schemas.GatedFollowLoose, schemas.InstructionErrors,
	schemas.Acc, schemas.BleuMax, schemas.BleuAcc, schemas.BleuDiff,
	schemas.Rouge1Max, schemas.Rouge1Acc, schemas.Rouge1Diff,
	schemas.Rouge2Max, schemas.Rouge2Acc, schemas.Rouge2Diff,
	schemas.RougeLMax, schemas.RougeLAcc, schemas.RougeLDiff,
}

// leaf is where a column's values stand in a file.
type leaf struct {
	index int
	// present is the definition level from which a value, or an element of a
	// list, is not null; listed the one from which the list itself has elements.
	present, listed int
}

// leaves finds the columns in the file's schema; each has one leaf, directly or
// below a list.
func leaves(f *parquet.File, names []string) (map[string]leaf, error) {
	found := map[string]leaf{}
	for _, path := range f.Schema().Columns() {
		l, ok := f.Schema().Lookup(path...)
		if !ok {
			continue
		}
		present := l.MaxDefinitionLevel
		listed := present
		if l.MaxRepetitionLevel > 0 && l.Node.Optional() {
			listed = present - 1
		}
		found[path[0]] = leaf{index: l.ColumnIndex, present: present, listed: listed}
	}
	for _, name := range names {
		if _, ok := found[name]; !ok {
			return nil, fmt.Errorf("it has no column %q; was it written by mizan?", name)
		}
	}
	return found, nil
}

// cursor walks over the values of one column of a row group, row by row.
type cursor struct {
	leaf
	pages  parquet.Pages
	values parquet.ValueReader
	page   parquet.Page
	buf    [256]parquet.Value
	i, n   int
	row    []parquet.Value
}

// next moves to the next row and sets row to its values: one, or for a list one
// for each element, or one null for a null or empty list. They are valid until
// the next call.
func (c *cursor) next() error {
	c.row = c.row[:0]
	for {
		if c.i == c.n {
			if err := c.fill(); err != nil {
				if errors.Is(err, io.EOF) && len(c.row) > 0 {
					return nil
				}
				return err
			}
		}
		v := c.buf[c.i]
		if len(c.row) > 0 && v.RepetitionLevel() == 0 {
			return nil
		}
		// A page may go with the next fill, and its texts with it.
		c.row = append(c.row, v.Clone())
		c.i++
	}
}

func (c *cursor) fill() error {
	for {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return err
			}
			c.page, c.values = page, page.Values()
		}
		n, err := c.values.ReadValues(c.buf[:])
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if errors.Is(err, io.EOF) {
			defer parquet.Release(c.page)
			c.values = nil
			for i := range n {
				c.buf[i] = c.buf[i].Clone()
			}
		}
		if n > 0 {
			c.i, c.n = 0, n
			return nil
		}
	}
}

func (c *cursor) null() bool { return c.row[0].DefinitionLevel() < c.present }

func (c *cursor) text() string {
	if c.null() {
		return ""
	}
	return string(c.row[0].ByteArray())
}

// bools sets dst to the list of the row; nil where the row has none.
func (c *cursor) bools(dst []bool) []bool {
	if c.emptyList() {
		return c.emptyOrNil(dst)
	}
	for _, v := range c.row {
		dst = append(dst, v.DefinitionLevel() >= c.present && v.Boolean())
	}
	return dst
}

// texts sets dst to the list of the row, "" for null elements.
func (c *cursor) texts(dst []string) []string {
	if c.emptyList() {
		return dst[:0]
	}
	for _, v := range c.row {
		if v.DefinitionLevel() >= c.present {
			dst = append(dst, string(v.ByteArray()))
		} else {
			dst = append(dst, "")
		}
	}
	return dst
}

// nonNull counts the elements of the row's list that are not null.
func (c *cursor) nonNull() (n int) {
	for _, v := range c.row {
		if v.DefinitionLevel() >= c.present {
			n++
		}
	}
	return n
}

func (c *cursor) emptyList() bool { return len(c.row) == 1 && c.row[0].DefinitionLevel() < c.listed }

// emptyOrNil tells an empty list (level listed-1) from a null one: an empty
// instruction list counts as followed, a missing one as nothing.
func (c *cursor) emptyOrNil(dst []bool) []bool {
	if c.row[0].DefinitionLevel() == c.listed-1 {
		if dst == nil {
			dst = []bool{}
		}
		return dst[:0]
	}
	return nil
}
