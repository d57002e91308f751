// Package duck runs DuckDB queries in tests: what the product writes must be
// read by an engine that shares no code with it. DuckDB needs cgo, the product
// does without: only _test.go files may import this package. Without cgo its
// functions skip the test.
package duck
