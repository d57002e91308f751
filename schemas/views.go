package schemas

import (
	_ "embed"
	"strings"
)

//go:embed views.sql
var viewsSQL string

// Views returns the SQL that makes DuckDB views over the output directory out:
// scored, rejects, instructions and metrics. The views take the columns of any
// partitioning and are there, empty, where nothing has been written yet.
func Views(out string) string {
	dir := strings.TrimRight(out, "/")
	if dir == "" && out != "" {
		dir = "/."
	}
	// The directory stands in a string in a string at some places and in a
	// plain string at others; it is a pattern at all of them.
	dir = escapeGlob(dir)
	nested := strings.NewReplacer("'", "''''")
	plain := strings.NewReplacer("'", "''")
	var b strings.Builder
	for line := range strings.Lines(viewsSQL) {
		if strings.Contains(line, "read_parquet(''") {
			b.WriteString(strings.ReplaceAll(line, "{out}", nested.Replace(dir)))
		} else {
			b.WriteString(strings.ReplaceAll(line, "{out}", plain.Replace(dir)))
		}
	}
	return b.String()
}

// escapeGlob puts the characters that mean something in a file pattern into
// brackets.
func escapeGlob(dir string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(dir)
}
