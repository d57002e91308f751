package jsonrows

import (
	"math"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// valueWriter returns how the values of a column type are written as JSON.
// Times become RFC 3339 text; one without a zone is taken for UTC, as the
// tools that write such columns (pandas among them) mean it. Days become
// texts such as 2026-11-30, decimals exact numbers, UUIDs their usual text.
// NaN and the infinities are written as Python does.
func valueWriter(t parquet.Type) func([]byte, parquet.Value) []byte {
	if write := logicalWriter(t); write != nil {
		return write
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(out []byte, v parquet.Value) []byte { return strconv.AppendBool(out, v.Boolean()) }
	case parquet.Int32, parquet.Int64:
		return intWriter(t)
	case parquet.Int96:
		return func(out []byte, v parquet.Value) []byte {
			// Days of the Julian calendar and nanoseconds of the day.
			i := v.Int96()
			secs := (int64(i[2]) - 2440588) * 86400
			return appendTime(out, time.Unix(secs, int64(uint64(i[1])<<32|uint64(i[0]))))
		}
	case parquet.Float:
		return func(out []byte, v parquet.Value) []byte { return appendFloat(out, float64(v.Float()), 32) }
	case parquet.Double:
		return func(out []byte, v parquet.Value) []byte { return appendFloat(out, v.Double(), 64) }
	}
	return func(out []byte, v parquet.Value) []byte { return appendText(out, v.ByteArray()) }
}

func intWriter(t parquet.Type) func([]byte, parquet.Value) []byte {
	// The unit of a time column in nanoseconds, 0 for a number.
	var unit int64
	unsigned := false
	if l := t.LogicalType(); l != nil {
		switch l := l.Value.(type) {
		case *format.TimestampType:
			if l.Unit.Value != nil {
				unit = l.Unit.Value.Duration().Nanoseconds()
			}
		case *format.IntType:
			unsigned = !l.IsSigned
		}
	}
	narrow := t.Kind() == parquet.Int32
	return func(out []byte, v parquet.Value) []byte {
		n := v.Int64()
		if narrow {
			n = int64(v.Int32())
		}
		switch {
		case unit > 0:
			perSec := int64(1e9) / unit
			secs, rest := n/perSec, n%perSec
			return appendTime(out, time.Unix(secs, rest*unit))
		case unsigned && narrow:
			return strconv.AppendUint(out, uint64(uint32(n)), 10)
		case unsigned:
			return strconv.AppendUint(out, uint64(n), 10)
		}
		return strconv.AppendInt(out, n, 10)
	}
}

func appendTime(out []byte, t time.Time) []byte {
	out = append(out, '"')
	out = t.UTC().AppendFormat(out, "2006-01-02T15:04:05.999999999Z")
	return append(out, '"')
}

func appendFloat(out []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(out, "NaN"...)
	case math.IsInf(f, 1):
		return append(out, "Infinity"...)
	case math.IsInf(f, -1):
		return append(out, "-Infinity"...)
	}
	return strconv.AppendFloat(out, f, 'g', -1, bits)
}

// appendText writes a JSON text. Bytes that are not UTF-8 are written as they
// are: whoever reads the JSON finds and reports them.
func appendText(out, text []byte) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		out = append(out, text[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\n':
			out = append(out, '\\', 'n')
		case '\t':
			out = append(out, '\\', 't')
		case '\r':
			out = append(out, '\\', 'r')
		default:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	out = append(out, text[from:]...)
	return append(out, '"')
}
