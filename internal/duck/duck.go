//go:build cgo

package duck

import (
	"database/sql"
	"sync"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" // the driver
)

var shared = sync.OnceValues(func() (*sql.DB, error) { return sql.Open("duckdb", "") })

// DB returns an in-memory database with time zone UTC.
func DB(t testing.TB) *sql.DB {
	t.Helper()
	db, err := shared()
	if err != nil {
		t.Fatalf("cannot open DuckDB: %v", err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("set timezone='UTC'"); err != nil {
		t.Fatalf("cannot set up DuckDB: %v", err)
	}
	return db
}

// Exec runs statements.
func Exec(t testing.TB, query string) {
	t.Helper()
	if _, err := DB(t).Exec(query); err != nil {
		t.Fatalf("DuckDB: %v\n%s", err, query)
	}
}

// Query returns all rows of a query.
func Query(t testing.TB, query string) [][]any {
	t.Helper()
	rows, err := TryQuery(t, query)
	if err != nil {
		t.Fatalf("DuckDB: %v\n%s", err, query)
	}
	return rows
}

// TryQuery is Query for queries that may fail.
func TryQuery(t testing.TB, query string) ([][]any, error) {
	t.Helper()
	rows, err := DB(t).Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]any
	for rows.Next() {
		row, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			at[i] = &row[i]
		}
		if err := rows.Scan(at...); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
