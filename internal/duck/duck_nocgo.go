//go:build !cgo

package duck

import (
	"database/sql"
	"testing"
)

const noCgo = "DuckDB needs cgo: not checked"

// DB skips the test.
func DB(t testing.TB) *sql.DB { t.Helper(); t.Skip(noCgo); return nil }

// Exec skips the test.
func Exec(t testing.TB, query string) { t.Helper(); t.Skip(noCgo) }

// Query skips the test.
func Query(t testing.TB, query string) [][]any { t.Helper(); t.Skip(noCgo); return nil }

// TryQuery skips the test.
func TryQuery(t testing.TB, query string) ([][]any, error) {
	t.Helper()
	t.Skip(noCgo)
	return nil, nil
}
