package jsonrows

import (
	"encoding/hex"
	"math/big"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// logicalWriter returns how the values of a logical type are written whose
// stored form is not what they mean, nil for the other types.
func logicalWriter(t parquet.Type) func([]byte, parquet.Value) []byte {
	l := t.LogicalType()
	if l == nil {
		return nil
	}
	switch l := l.Value.(type) {
	case *format.DecimalType:
		return decimalWriter(t.Kind(), int(l.Scale))
	case *format.DateType:
		return func(out []byte, v parquet.Value) []byte {
			out = append(out, '"')
			out = time.Unix(int64(v.Int32())*86400, 0).UTC().AppendFormat(out, time.DateOnly)
			return append(out, '"')
		}
	case *format.UUIDType:
		return func(out []byte, v parquet.Value) []byte { return appendUUID(out, v.ByteArray()) }
	}
	return nil
}

// decimalWriter writes unscaled integers, stored as numbers or as big-endian
// two's complement, with so many digits behind the point. A whole number has no
// point, so that a decimal column can hold what is due as an integer: warehouses
// export all their integers so.
func decimalWriter(kind parquet.Kind, scale int) func([]byte, parquet.Value) []byte {
	switch kind {
	case parquet.Int32:
		return func(out []byte, v parquet.Value) []byte {
			return appendDecimal(out, strconv.FormatInt(int64(v.Int32()), 10), scale)
		}
	case parquet.Int64:
		return func(out []byte, v parquet.Value) []byte {
			return appendDecimal(out, strconv.FormatInt(v.Int64(), 10), scale)
		}
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return func(out []byte, v parquet.Value) []byte {
			b := v.ByteArray()
			n := new(big.Int).SetBytes(b)
			if len(b) > 0 && b[0]&0x80 != 0 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
			return appendDecimal(out, n.String(), scale)
		}
	}
	return nil
}

// maxScale is the largest scale that is written: the type has up to 38 digits
// where tools agree, and a file may claim any number.
const maxScale = 1000

// appendDecimal writes digits, which may have a sign, with the point put in.
func appendDecimal(out []byte, digits string, scale int) []byte {
	if scale < 0 || scale > maxScale {
		panic("a decimal column claims a scale of " + strconv.Itoa(scale))
	}
	if digits[0] == '-' {
		out = append(out, '-')
		digits = digits[1:]
	}
	for len(digits) <= scale {
		digits = "0" + digits
	}
	whole, rest := digits[:len(digits)-scale], digits[len(digits)-scale:]
	out = append(out, whole...)
	for len(rest) > 0 && rest[len(rest)-1] == '0' {
		rest = rest[:len(rest)-1]
	}
	if rest == "" {
		return out
	}
	out = append(out, '.')
	return append(out, rest...)
}

func appendUUID(out, b []byte) []byte {
	if len(b) != 16 {
		return appendText(out, b)
	}
	out = append(out, '"')
	for i, cut := range [...]int{4, 6, 8, 10, 16} {
		from := [...]int{0, 4, 6, 8, 10}[i]
		if i > 0 {
			out = append(out, '-')
		}
		out = hex.AppendEncode(out, b[from:cut])
	}
	return append(out, '"')
}
