// Package parquetfile writes Arrow records as Parquet files, column by column:
// values go from the Arrow buffers to parquet-go's column writers without rows
// in between. What it fixes on top of the library:
//
//   - Files are a function of the rows alone. Pages and row groups end where
//     the rows written so far say, never where a batch happened to end, and
//     nothing of the clock or the machine is in the footer.
//   - Every engine reads them: data pages v1, PLAIN and RLE_DICTIONARY
//     encodings, microsecond timestamps in UTC, three-level lists.
//   - Bounds in statistics and page index are short, are valid UTF-8 for
//     texts, and hold for columns with NaN (see bounds.go).
package parquetfile
