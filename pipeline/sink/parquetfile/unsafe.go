package parquetfile

import (
	"unsafe"

	"github.com/parquet-go/parquet-go"
)

// textValue returns a value that views the text instead of copying it. The
// column writer copies it before Write returns and never changes it.
func textValue(s string) parquet.Value {
	return parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(s), len(s)))
}
