// Package rowjson prints rows of Arrow records as JSON objects: every column of
// the schema in its order, null where the row has no value. NaN and the
// infinities, which JSON lacks, are the texts "NaN", "Infinity" and "-Infinity";
// times are RFC 3339 in UTC with microseconds.
package rowjson

import (
	"encoding/base64"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/go-json-experiment/json/jsontext"

	"mizan/pipeline/reject"
	"mizan/schemas"
)

// Writer prints rows of one record.
type Writer struct {
	names [][]byte // each `"name":`, with a comma before all but the first
	cols  []arrow.Array
}

// New returns a writer for the record's rows. It does not retain the record.
func New(rec arrow.Record) *Writer {
	w := &Writer{cols: rec.Columns()}
	for i, f := range rec.Schema().Fields() {
		var name []byte
		if i > 0 {
			name = append(name, ',')
		}
		w.names = append(w.names, append(appendText(name, f.Name), ':'))
	}
	return w
}

// Append appends the row as one JSON object, without a line end.
func (w *Writer) Append(dst []byte, row int) []byte {
	dst = append(dst, '{')
	for i, col := range w.cols {
		dst = appendValue(append(dst, w.names[i]...), col, row)
	}
	return append(dst, '}')
}

func appendValue(dst []byte, col arrow.Array, row int) []byte {
	if col.IsNull(row) {
		return append(dst, "null"...)
	}
	switch c := col.(type) {
	case *array.String:
		return appendText(dst, c.Value(row))
	case *array.Boolean:
		return strconv.AppendBool(dst, c.Value(row))
	case *array.Int32:
		return strconv.AppendInt(dst, int64(c.Value(row)), 10)
	case *array.Int64:
		return strconv.AppendInt(dst, c.Value(row), 10)
	case *array.Float64:
		return appendFloat(dst, c.Value(row))
	case *array.Timestamp:
		return appendTime(dst, c.Value(row).ToTime(arrow.Microsecond))
	case *array.List:
		from, to := c.ValueOffsets(row)
		dst = append(dst, '[')
		for i := from; i < to; i++ {
			if i > from {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, c.ListValues(), int(i))
		}
		return append(dst, ']')
	default:
		return appendText(dst, col.ValueStr(row))
	}
}

func appendTime(dst []byte, t time.Time) []byte {
	return append(t.UTC().AppendFormat(append(dst, '"'), "2006-01-02T15:04:05.000000Z"), '"')
}

func appendFloat(dst []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Infinity"`...)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

// appendText quotes s. The texts of a record are valid UTF-8; those of errors
// may not be, and become U+FFFD.
func appendText(dst []byte, s string) []byte {
	quoted, _ := jsontext.AppendQuote(dst, s)
	return quoted
}

// AppendReject appends the reject as one JSON object: its columns, and "raw" as
// text, or "raw_base64" where it is not valid UTF-8.
func AppendReject(dst []byte, r *reject.Row) []byte {
	key := func(name string) {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
	}
	dst = append(dst, '{')
	key(schemas.Source)
	dst = appendText(dst, r.Source)
	key(schemas.SourcePartition)
	dst = strconv.AppendInt(dst, int64(r.Partition), 10)
	key(schemas.SourceOffset)
	dst = strconv.AppendInt(dst, r.Offset, 10)
	if !r.Time.IsZero() {
		key(schemas.EventTime)
		dst = appendTime(dst, r.Time)
	}
	key(schemas.RejectField)
	if r.Field == "" {
		dst = append(dst, "null"...)
	} else {
		dst = appendText(dst, r.Field)
	}
	key(schemas.Reason)
	dst = appendText(dst, r.Reason)
	switch {
	case r.Raw == nil:
		key(schemas.Raw)
		dst = append(dst, "null"...)
	case utf8.Valid(r.Raw):
		key(schemas.Raw)
		dst = appendText(dst, string(r.Raw))
	default:
		key(schemas.Raw + "_base64")
		dst = append(base64.StdEncoding.AppendEncode(append(dst, '"'), r.Raw), '"')
	}
	return append(dst, '}')
}
