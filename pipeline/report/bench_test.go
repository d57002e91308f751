package report

import (
	"fmt"
	"runtime"
	"testing"

	"mizan/operators/task"
)

// manyRows are rows of gated instruction tasks of a few models.
func manyRows(n int) (rows []row) {
	ids := []string{"punctuation:no_comma", "length_constraints:number_words", "detectable_format:title"}
	for i := range n {
		k := 1 + i%len(ids)
		verdicts := []bool{i%3 == 0, i%5 != 0, true}[:k]
		rows = append(rows, row{
			"model": fmt.Sprintf("model-%d", i*4/n), "run_id": "r", "task": []string{"ifeval", "ifeval_langcheck"}[i%2],
			"gate_pass": i%7 != 0, "gate_reason": []string{"language", "ok"}[min(1, i%7)], "thinking_state": "none",
			"instruction_id_list": ids[:k], "instruction_errors": make([]any, k),
			"follow_strict": verdicts, "follow_loose": verdicts, "gated_follow_strict": verdicts, "gated_follow_loose": verdicts,
		})
	}
	return rows
}

// mallocs counts the allocations of a report on the directory.
func mallocs(t *testing.T, dir string, table *task.Table) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Read(dir, table, Filter{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// A report allocates for its files, pages and groups, not for its rows.
func TestRowsAllocateNothing(t *testing.T) {
	const few, many = 2000, 10000
	small, large := written(t, slice{scored: manyRows(few)}), written(t, slice{scored: manyRows(many)})
	table := tasks(t)
	mallocs(t, small, table) // the pools fill
	a, b := mallocs(t, small, table), mallocs(t, large, table)
	if perRow := (float64(b) - float64(a)) / (many - few); perRow > 0.1 {
		t.Errorf("%.2f allocations for each further row (%d of %d rows, %d of %d)", perRow, a, few, b, many)
	}
}

// BenchmarkRead reads rows with two instructions on average.
func BenchmarkRead(b *testing.B) {
	const n = 20000
	content := slice{scored: manyRows(n)}
	dir := written(b, content, content, content, content, content)
	table := tasks(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(dir, table, Filter{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(5*n*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
