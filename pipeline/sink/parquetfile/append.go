package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// AppendRows appends rows of an array to a builder of its type, one of those
// that NewSchema takes.
func AppendRows(b array.Builder, arr arrow.Array, rows []int32) {
	for _, r := range rows {
		appendRange(b, arr, int(r), int(r)+1)
	}
}

func appendRange(b array.Builder, arr arrow.Array, from, to int) {
	for i := from; i < to; i++ {
		if arr.IsNull(i) {
			b.AppendNull()
			continue
		}
		switch a := arr.(type) {
		case *array.String:
			b.(*array.StringBuilder).Append(a.Value(i))
		case *array.Binary:
			b.(*array.BinaryBuilder).Append(a.Value(i))
		case *array.Boolean:
			b.(*array.BooleanBuilder).Append(a.Value(i))
		case *array.Int32:
			b.(*array.Int32Builder).Append(a.Value(i))
		case *array.Int64:
			b.(*array.Int64Builder).Append(a.Value(i))
		case *array.Float64:
			b.(*array.Float64Builder).Append(a.Value(i))
		case *array.Timestamp:
			b.(*array.TimestampBuilder).Append(a.Value(i))
		case *array.List:
			l := b.(*array.ListBuilder)
			l.Append(true)
			start, end := a.ValueOffsets(i)
			appendRange(l.ValueBuilder(), a.ListValues(), int(start), int(end))
		default:
			panic(fmt.Sprintf("cannot copy rows of type %s", arr.DataType()))
		}
	}
}
