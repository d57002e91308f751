package report

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// column walks over the values of one column of a row group, row by row. It
// looks into the arrays of a decoded page and copies nothing but texts it has not
// met before: on 2,000,000 rows this is 20 times as fast as reading them as
// parquet.Value.
type column struct {
	leaf
	pages parquet.Pages
	page  parquet.Page
	texts *interner

	// The page: the levels of its entries (a row has one, or one for each element
	// of its list), and its values, which nulls do not have.
	n        int
	def, rep []byte
	bits     []byte // booleans, eight to a byte
	doubles  []float64
	ints     []int32
	data     []byte // texts: the one at i is data[offsets[i]:offsets[i+1]]
	offsets  []uint32

	// A page may hold places in a dictionary instead of values.
	dictionary parquet.Dictionary
	words      []string
	numbers    []float64
	codes      []int32

	// The row: its entries [from, to) and its values [value, nextValue).
	from, to         int
	value, nextValue int
}

// next moves to the next row.
func (c *column) next() error {
	c.from, c.value = c.to, c.nextValue
	for c.from == c.n {
		if err := c.fill(); err != nil {
			return err
		}
	}
	c.to = c.from + 1
	if c.rep != nil {
		for c.to < c.n && c.rep[c.to] != 0 {
			c.to++
		}
	}
	if c.def == nil {
		c.nextValue = c.value + c.to - c.from
		return nil
	}
	for _, d := range c.def[c.from:c.to] {
		if d == c.present {
			c.nextValue++
		}
	}
	return nil
}

// fill reads the next page.
func (c *column) fill() error {
	c.close()
	page, err := c.pages.ReadPage()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the row group promised more rows
		}
		return err
	}
	c.page, c.n = page, int(page.NumValues())
	c.from, c.to, c.value, c.nextValue = 0, 0, 0, 0
	if c.def = page.DefinitionLevels(); len(c.def) == 0 {
		c.def = nil
	}
	if c.rep = page.RepetitionLevels(); len(c.rep) == 0 {
		c.rep = nil
	}
	if c.def != nil && len(c.def) != c.n || c.rep != nil && len(c.rep) != c.n {
		return fmt.Errorf("a page of %d values has %d definition and %d repetition levels", c.n, len(c.def), len(c.rep))
	}
	if c.rep != nil && c.rep[0] != 0 {
		return errors.New("a row goes on from one page to the next")
	}
	return c.view(page)
}

// view looks into the page's values.
func (c *column) view(page parquet.Page) error {
	values := page.Data()
	c.codes = nil
	if d := page.Dictionary(); d != nil {
		c.codes = values.Int32()
		return c.look(d)
	}
	switch c.kind {
	case parquet.Boolean:
		c.bits = values.Boolean()
	case parquet.Int32:
		c.ints = values.Int32()
	case parquet.Double:
		c.doubles = values.Double()
	default:
		c.data, c.offsets = values.ByteArray()
	}
	return nil
}

// look reads a dictionary, once for all its pages.
func (c *column) look(d parquet.Dictionary) error {
	if d == c.dictionary {
		return nil
	}
	c.dictionary, c.words, c.numbers = d, c.words[:0], c.numbers[:0]
	for i := range int32(d.Len()) {
		switch v := d.Index(i); c.kind {
		case parquet.ByteArray:
			c.words = append(c.words, c.texts.text(v.ByteArray()))
		case parquet.Int32:
			c.numbers = append(c.numbers, float64(v.Int32()))
		case parquet.Double:
			c.numbers = append(c.numbers, v.Double())
		default:
			return fmt.Errorf("a dictionary of %s", c.kind)
		}
	}
	return nil
}

// close gives the page's memory back.
func (c *column) close() {
	if c.page != nil {
		parquet.Release(c.page)
		c.page = nil
	}
}

// null says whether the row's single value is null.
func (c *column) null() bool { return c.value == c.nextValue }

// text is the row's single value, "" where it is null.
func (c *column) text() string {
	if c.null() {
		return ""
	}
	return c.textAt(c.value)
}

func (c *column) textAt(value int) string {
	if c.codes != nil {
		return c.words[c.codes[value]]
	}
	return c.texts.text(c.data[c.offsets[value]:c.offsets[value+1]])
}

// flag is the row's single value, false where it is null.
func (c *column) flag() bool { return !c.null() && c.flagAt(c.value) }

func (c *column) flagAt(value int) bool { return c.bits[value>>3]>>(value&7)&1 != 0 }

// number is the row's single value; ok is false where it is null.
func (c *column) number() (v float64, ok bool) {
	switch {
	case c.null():
		return 0, false
	case c.codes != nil:
		return c.numbers[c.codes[c.value]], true
	case c.kind == parquet.Int32:
		return float64(c.ints[c.value]), true
	}
	return c.doubles[c.value], true
}

// flagList returns the row's list in the memory of buf, which is not nil: nil where there is none,
// which is not the same as an empty one. An empty instruction list counts as
// followed, a missing one as nothing. Null elements, which the stage does not
// write, are false.
func (c *column) flagList(buf *[]bool) []bool {
	list := (*buf)[:0]
	if c.def != nil && c.def[c.from] < c.listed {
		if c.def[c.from] < c.listed-1 {
			return nil
		}
		return list
	}
	value := c.value
	for i := c.from; i < c.to; i++ {
		if c.def != nil && c.def[i] < c.present {
			list = append(list, false)
			continue
		}
		list = append(list, c.flagAt(value))
		value++
	}
	*buf = list
	return list
}

// textList appends the row's list to dst, "" for null elements.
func (c *column) textList(dst []string) []string {
	if c.def != nil && c.def[c.from] < c.listed {
		return dst
	}
	value := c.value
	for i := c.from; i < c.to; i++ {
		if c.def != nil && c.def[i] < c.present {
			dst = append(dst, "")
			continue
		}
		dst = append(dst, c.textAt(value))
		value++
	}
	return dst
}

// nonNull counts the elements of the row's list that are not null.
func (c *column) nonNull() int { return c.nextValue - c.value }
