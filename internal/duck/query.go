package duck

import (
	"fmt"
	"testing"
)

// One returns the single value of a query.
func One(t testing.TB, query string) any {
	t.Helper()
	rows := Query(t, query)
	if len(rows) != 1 || len(rows[0]) != 1 {
		t.Fatalf("DuckDB: %d rows instead of one value\n%s", len(rows), query)
	}
	return rows[0][0]
}

// Texts returns the single column of a query as text, "<nil>" for null.
func Texts(t testing.TB, query string) []string {
	t.Helper()
	var out []string
	for _, row := range Query(t, query) {
		out = append(out, fmt.Sprint(row[0]))
	}
	return out
}
