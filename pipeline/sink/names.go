package sink

import (
	"fmt"
	"path"
	"strconv"
	"time"

	"mizan/pipeline/sink/hive"
)

func parentOf(rel string) string { return path.Dir(rel) }

// maxName is the longest share of a file name that the source's name takes.
const maxName = 150

// fileName is the final name of a slice's file: a function of the slice alone.
// seq counts the slice's files in one directory; the first has no number.
func fileName(id SliceID, last int64, seq int) string {
	base := fmt.Sprintf("%s-%d-%d-%d", hive.FileName(id.Name, maxName), id.Partition, id.First, last)
	if seq > 0 {
		base += "." + strconv.Itoa(seq)
	}
	return base + dataSuffix
}

// dataSuffix ends the name of a visible file, stagedSuffix that of one being
// written, which DuckDB's **/*.parquet must not find.
const (
	dataSuffix   = ".parquet"
	stagedSuffix = ".parquet.tmp"
)

// stagingOf is the staging directory of one log.
func stagingOf(name string, partition int32) string {
	return path.Join(stagingDir, hive.FileName(name, 200), strconv.Itoa(int(partition)))
}

// stagedPrefix begins the names of all staged files of slices that begin at first.
func stagedPrefix(first int64) string { return fmt.Sprintf("%020d-", first) }

// parseStaged returns where the slice of a staged file begins.
func parseStaged(name string) (first int64, ok bool) {
	if len(name) < 21 || name[20] != '-' {
		return 0, false
	}
	first, err := strconv.ParseInt(name[:20], 10, 64)
	return first, err == nil && first >= 0
}

// Keys of the key-value metadata in the footers. Last and next are empty in a
// file that was finished before its slice ended.
const (
	metaSchema    = "mizan.schema_version"
	metaVersion   = "mizan.version"
	metaPlan      = "mizan.plan_hash"
	metaTable     = "mizan.table"
	metaSource    = "mizan.source"
	metaPartition = "mizan.partition"
	metaFirst     = "mizan.first"
	metaLast      = "mizan.last"
	metaNext      = "mizan.next"
	metaRows      = "mizan.rows"
)

// microsPerDay is a day in the unit of event_time.
const microsPerDay = 24 * 60 * 60 * 1_000_000

// day returns the number of the UTC day of a time in microseconds.
func day(micros int64) int64 {
	d := micros / microsPerDay
	if micros%microsPerDay < 0 {
		d--
	}
	return d
}

// formatDay returns a day as YYYY-MM-DD, and "" (the null partition) for years
// that this form cannot hold.
func formatDay(d int64) string {
	const first, last = -719162, 2932896 // 0001-01-01, 9999-12-31
	if d < first || d > last {
		return ""
	}
	return time.Unix(d*24*60*60, 0).UTC().Format(time.DateOnly)
}
