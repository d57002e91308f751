package parquetfile

import (
	"math"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// parquet-go writes whole values into the statistics of the footer and cuts
// the bounds of the page index at 16 bytes, in the middle of a character. The
// types here stand in front of the library's and give it other page bounds;
// statistics and page index are then made of these.

// maxBound is the length in bytes of the longest bound of a text or binary
// column; short values are their own bounds. 16 bytes tell most values apart
// and keep a footer of 70 columns small.
const maxBound = 16

// lean is a type whose column buffers start empty. The library would allocate
// a whole page for each required column of each open file.
type lean struct{ parquet.Type }

func (t lean) NewColumnBuffer(column, _ int) parquet.ColumnBuffer {
	return t.Type.NewColumnBuffer(column, 0)
}

// NewDictionary keeps the column buffers of the dictionary's type lean too.
func (t lean) NewDictionary(column, n int, data encoding.Values) parquet.Dictionary {
	return leanDictionary{t.Type.NewDictionary(column, n, data)}
}

type leanDictionary struct{ parquet.Dictionary }

func (d leanDictionary) Type() parquet.Type { return lean{d.Dictionary.Type()} }

// shortBounds is a text or binary type with bounds of at most maxBound bytes.
type shortBounds struct {
	parquet.Type
	text bool
}

func (t shortBounds) NewColumnBuffer(column, _ int) parquet.ColumnBuffer {
	return &shortBuffer{t.Type.NewColumnBuffer(column, 0), t, column}
}

func (t shortBounds) NewDictionary(column, n int, data encoding.Values) parquet.Dictionary {
	return shortDictionary{t.Type.NewDictionary(column, n, data), t.text}
}

type shortDictionary struct {
	parquet.Dictionary
	text bool
}

func (d shortDictionary) Type() parquet.Type { return shortBounds{d.Dictionary.Type(), d.text} }

type shortBuffer struct {
	parquet.ColumnBuffer
	typ    shortBounds
	column int
}

func (b *shortBuffer) Page() parquet.Page { return shortPage{b.ColumnBuffer.Page(), b.typ.text} }

// Reset makes the buffer empty. The library takes a page of one value for one
// out of order, sorts it through a second buffer and keeps that: with texts of
// 16 MiB each column of each open file would hold on to as much. A buffer that
// held a single huge value is given up.
func (b *shortBuffer) Reset() {
	const huge = 64 << 10
	given := b.Len() == 1 && b.Size() > huge
	b.ColumnBuffer.Reset()
	if given {
		b.ColumnBuffer = b.typ.Type.NewColumnBuffer(b.column, 0)
	}
}

type shortPage struct {
	parquet.Page
	text bool
}

func (p shortPage) Bounds() (min, max parquet.Value, ok bool) {
	min, max, ok = p.Page.Bounds()
	if !ok {
		return min, max, false
	}
	lo, hi := min.ByteArray(), max.ByteArray()
	if p.text {
		lo, hi = lowerText(lo), upperText(hi)
	} else {
		lo, hi = lowerBytes(lo), upperBytes(hi)
	}
	return parquet.ByteArrayValue(lo), parquet.ByteArrayValue(hi), true
}

// lowerText returns a text of at most maxBound bytes that is not above v in
// byte order: whole characters of its beginning.
func lowerText(v []byte) []byte {
	if len(v) <= maxBound {
		return v
	}
	n := maxBound
	for n > 0 && !utf8.RuneStart(v[n]) {
		n--
	}
	return v[:n]
}

// upperText returns a text that is not below v and, unless v begins with
// maxBound bytes of the last code point, has at most maxBound bytes: the
// shortest beginning whose last character can be raised.
func upperText(v []byte) []byte {
	if len(v) <= maxBound {
		return v
	}
	for n := len(lowerText(v)); n > 0; {
		r, size := utf8.DecodeLastRune(v[:n])
		n -= size
		if up, ok := nextRune(r); ok && n+utf8.RuneLen(up) <= maxBound {
			return utf8.AppendRune(append(make([]byte, 0, maxBound), v[:n]...), up)
		}
	}
	return v
}

// nextRune returns the code point after r. UTF-8 keeps their order.
func nextRune(r rune) (rune, bool) {
	const beforeSurrogates, afterSurrogates = 0xD7FF, 0xE000
	switch r {
	case utf8.MaxRune:
		return 0, false
	case beforeSurrogates:
		return afterSurrogates, true
	}
	return r + 1, true
}

func lowerBytes(v []byte) []byte { return v[:min(len(v), maxBound)] }

// upperBytes is upperText for bytes.
func upperBytes(v []byte) []byte {
	if len(v) <= maxBound {
		return v
	}
	for n := maxBound; n > 0; n-- {
		if v[n-1] != math.MaxUint8 {
			up := append(make([]byte, 0, n), v[:n]...)
			up[n-1]++
			return up
		}
	}
	return v
}

// nanBounds is a float64 type whose bounds leave nothing out. The format's
// bounds pass over NaN, yet DuckDB orders NaN above all numbers and would skip
// pages that hold one; and -0 must be counted as a lower bound of 0.
type nanBounds struct{ parquet.Type }

func (t nanBounds) NewColumnBuffer(column, _ int) parquet.ColumnBuffer {
	return nanBuffer{t.Type.NewColumnBuffer(column, 0)}
}

type nanBuffer struct{ parquet.ColumnBuffer }

func (b nanBuffer) Page() parquet.Page { return nanPage{b.ColumnBuffer.Page()} }

type nanPage struct{ parquet.Page }

func (p nanPage) Bounds() (min, max parquet.Value, ok bool) {
	data := p.Page.Data()
	values := data.Double()
	if len(values) == 0 {
		return min, max, false
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if math.IsNaN(v) {
			lo, hi = math.Inf(-1), math.Inf(1)
			break
		}
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	if lo == 0 {
		lo = math.Copysign(0, -1)
	}
	if hi == 0 {
		hi = 0
	}
	return parquet.DoubleValue(lo), parquet.DoubleValue(hi), true
}
