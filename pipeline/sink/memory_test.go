package sink

import (
	"runtime"
	"testing"

	"mizan/schemas"
)

// Memory is bounded by the row group bytes, not by the slice, for one partition
// and for as many as there are rows.
func TestMemoryIsBounded(t *testing.T) {
	const limit = 4 << 20
	rec, size := benchRecord(t, 0, 500)
	for _, by := range []string{schemas.Task, schemas.Model, schemas.RecordID} {
		o := testOptions(t.TempDir())
		o.PartitionBy, o.RowGroupBytes, o.Compression, o.MaxOpenWriters = []string{by}, limit, "snappy", 16
		n := 40
		if by == schemas.RecordID {
			n = 8 // a file per row and flush: enough
		}
		sl := mustBegin(t, mustOpen(t, o), 0)
		heap := func() int64 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		base, peak := heap(), int64(0)
		for range n {
			if err := sl.WriteScored(rec); err != nil {
				t.Fatal(err)
			}
			peak = max(peak, heap()-base)
		}
		if err := sl.Abort(); err != nil {
			t.Fatal(err)
		}
		t.Logf("by %s: %d MiB written, peak heap %d MiB", by, size*int64(n)>>20, peak>>20)
		if peak > 6*limit {
			t.Errorf("by %s: the slice holds %d MiB, %d times the limit", by, peak>>20, peak/limit)
		}
	}
}
