package jsonrows

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// leaf is a column of values, read row by row. The Dremel levels of the values
// say how the row's lists and nulls nest (Melnik et al., 2010).
type leaf struct {
	name  string
	index int

	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	batch  [256]parquet.Value
	at, n  int
	done   bool

	// cur are the values of the row at hand, next the first not yet written.
	cur  []parquet.Value
	next int
	text []byte
}

func (l *leaf) close() {
	if l.page != nil {
		parquet.Release(l.page)
	}
	if l.pages != nil {
		l.pages.Close()
	}
	l.page, l.pages, l.values = nil, nil, nil
	l.at, l.n, l.done = 0, 0, false
}

// row reads the values of the next row: the first, and those that follow at a
// repetition level above 0. The values are copied: a row may go over the end
// of a page.
func (l *leaf) row() error {
	l.cur, l.text, l.next = l.cur[:0], l.text[:0], 0
	for {
		if l.at == l.n {
			if err := l.fill(); errors.Is(err, io.EOF) && len(l.cur) > 0 {
				return nil
			} else if err != nil {
				return err
			}
		}
		v := l.batch[l.at]
		if len(l.cur) > 0 && v.RepetitionLevel() == 0 {
			return nil
		}
		l.at++
		l.cur = append(l.cur, l.own(v))
		if len(l.cur) > maxPageValues {
			return errors.New("a row has too many values")
		}
	}
}

// own copies a value's text out of its page.
func (l *leaf) own(v parquet.Value) parquet.Value {
	if v.IsNull() || v.Kind() != parquet.ByteArray && v.Kind() != parquet.FixedLenByteArray {
		return v
	}
	n := len(l.text)
	l.text = append(l.text, v.ByteArray()...)
	text := l.text[n:len(l.text):len(l.text)]
	if v.Kind() == parquet.FixedLenByteArray {
		return parquet.FixedLenByteArrayValue(text).Level(v.RepetitionLevel(), v.DefinitionLevel(), v.Column())
	}
	return parquet.ByteArrayValue(text).Level(v.RepetitionLevel(), v.DefinitionLevel(), v.Column())
}

func (l *leaf) fill() error {
	l.at, l.n = 0, 0
	for l.n == 0 {
		if l.values == nil {
			if l.done {
				return io.EOF
			}
			page, err := l.pages.ReadPage()
			if err != nil {
				l.done = errors.Is(err, io.EOF)
				return err
			}
			l.page, l.values = page, page.Values()
		}
		n, err := l.values.ReadValues(l.batch[:])
		l.n = n
		if err != nil {
			if !errors.Is(err, io.EOF) {
				return err
			}
			// What the batch holds stays valid: a page's memory is not
			// reused before it is released.
			if n == 0 {
				parquet.Release(l.page)
				l.page, l.values = nil, nil
			}
		}
	}
	return nil
}

// node writes a column of the schema as JSON.
type node interface {
	// write writes the next value, taking it from the leaves below.
	write(out []byte) []byte
	// peek is the first value not yet written of the first leaf below.
	peek() (parquet.Value, bool)
	// skip passes over one value of each leaf below: an absent one.
	skip()
}

type jsonField struct {
	name string
	node node
}

// bind makes the node for a column with all that is below it.
func (p *parquetRows) bind(c *parquet.Column) node {
	var n node
	if c.Leaf() {
		l := &leaf{name: c.Name(), index: int(c.Index())}
		p.leaves = append(p.leaves, l)
		n = &leafNode{l, valueWriter(c.Type())}
	} else {
		n = p.bindGroup(c)
	}
	def := int(c.MaxDefinitionLevel())
	switch {
	case c.Optional():
		return &optional{n, def}
	case c.Repeated():
		return &repeated{n, def, int(c.MaxRepetitionLevel())}
	}
	return n
}

// bindGroup makes the node of a group: a list in its 3-level or 2-level form, a
// map, or an object.
func (p *parquetRows) bindGroup(c *parquet.Column) node {
	below := c.Columns()
	if len(below) == 1 && below[0].Repeated() && !below[0].Leaf() {
		rep := below[0]
		inner := rep.Columns()
		def, level := int(rep.MaxDefinitionLevel()), int(rep.MaxRepetitionLevel())
		switch {
		case isMap(c) && len(inner) == 2:
			return &mapping{p.bind(inner[0]), p.bind(inner[1]), def, level}
		case isList(c) && len(inner) == 1 && rep.Name() != "array" && rep.Name() != c.Name()+"_tuple":
			return &repeated{p.bind(inner[0]), def, level}
		case isList(c):
			return &repeated{p.bindGroup(rep), def, level}
		}
	}
	if len(below) == 1 && below[0].Repeated() && isList(c) {
		return p.bind(below[0])
	}
	g := &group{}
	for _, child := range below {
		g.fields = append(g.fields, jsonField{child.Name(), p.bind(child)})
	}
	if len(g.fields) == 0 {
		panic("a group without columns")
	}
	return g
}

func isList(c *parquet.Column) bool {
	t := c.Type().LogicalType()
	if t == nil {
		return false
	}
	_, ok := t.Value.(*format.ListType)
	return ok
}

func isMap(c *parquet.Column) bool {
	t := c.Type().LogicalType()
	if t == nil {
		return false
	}
	_, ok := t.Value.(*format.MapType)
	return ok
}

type leafNode struct {
	*leaf
	value func(out []byte, v parquet.Value) []byte
}

func (l *leafNode) peek() (parquet.Value, bool) {
	if l.next >= len(l.cur) {
		return parquet.Value{}, false
	}
	return l.cur[l.next], true
}

func (l *leafNode) skip() { l.next++ }

func (l *leafNode) write(out []byte) []byte {
	v, ok := l.peek()
	if !ok {
		panic("columns of a row disagree on its lists")
	}
	l.next++
	if v.IsNull() {
		return append(out, "null"...)
	}
	return l.value(out, v)
}

type group struct{ fields []jsonField }

func (g *group) peek() (parquet.Value, bool) { return g.fields[0].node.peek() }

func (g *group) skip() {
	for _, f := range g.fields {
		f.node.skip()
	}
}

func (g *group) write(out []byte) []byte {
	out = append(out, '{')
	for i, f := range g.fields {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendText(out, []byte(f.name))
		out = append(out, ':')
		out = f.node.write(out)
	}
	return append(out, '}')
}

type optional struct {
	node
	def int
}

func (o *optional) write(out []byte) []byte {
	if v, ok := o.peek(); ok && v.DefinitionLevel() < o.def {
		o.skip()
		return append(out, "null"...)
	}
	return o.node.write(out)
}

type repeated struct {
	node
	def, rep int
}

func (r *repeated) write(out []byte) []byte {
	out = append(out, '[')
	if v, ok := r.peek(); ok && v.DefinitionLevel() < r.def {
		r.skip()
		return append(out, ']')
	}
	for first := true; ; first = false {
		if v, ok := r.peek(); !first && (!ok || v.RepetitionLevel() != r.rep) {
			return append(out, ']')
		}
		if !first {
			out = append(out, ',')
		}
		out = r.node.write(out)
	}
}

// mapping writes a map as an object. Its keys are texts in all files met; other
// keys are written as the text of their value.
type mapping struct {
	key, value node
	def, rep   int
}

func (m *mapping) peek() (parquet.Value, bool) { return m.key.peek() }

func (m *mapping) skip() {
	m.key.skip()
	m.value.skip()
}

func (m *mapping) write(out []byte) []byte {
	out = append(out, '{')
	if v, ok := m.peek(); ok && v.DefinitionLevel() < m.def {
		m.skip()
		return append(out, '}')
	}
	for first := true; ; first = false {
		if v, ok := m.peek(); !first && (!ok || v.RepetitionLevel() != m.rep) {
			return append(out, '}')
		}
		if !first {
			out = append(out, ',')
		}
		n := len(out)
		out = m.key.write(out)
		if out[n] != '"' {
			out = append(appendText(out[:n:n], out[n:]), ':')
		} else {
			out = append(out, ':')
		}
		out = m.value.write(out)
	}
}
