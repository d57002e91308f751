package sink

import (
	"fmt"
	"strings"
)

// VerifyReport is what Verify found.
type VerifyReport struct {
	// Dir is the output directory.
	Dir string `json:"dir"`
	// Logs has one entry per topic-partition or file, in order of name.
	Logs []LogReport `json:"logs"`
	// Slices, Files, Scored and Rejected are sums over Logs.
	Slices   int   `json:"slices"`
	Files    int   `json:"files"`
	Scored   int64 `json:"scored"`
	Rejected int64 `json:"rejected"`
	// Problems are faults of the output: anything here means that it is not whole.
	Problems []string `json:"problems"`
	// Leftovers are staged files of unfinished slices. They are invisible to
	// readers and no fault: a worker is writing them, or died doing so.
	Leftovers []string `json:"leftovers"`
}

// LogReport is what Verify found for one topic-partition or file.
type LogReport struct {
	Name      string `json:"name"`
	Source    string `json:"source"`
	Partition int32  `json:"partition"`
	Slices    int    `json:"slices"`
	Files     int    `json:"files"`
	// First and Next bound the offsets that are committed.
	First int64 `json:"first"`
	Next  int64 `json:"next"`
	// Scored and Rejected count rows; In is their sum.
	In       int64 `json:"in"`
	Scored   int64 `json:"scored"`
	Rejected int64 `json:"rejected"`
	// Absent counts offsets between First and Next that have no row: control
	// records, holes of compaction, blank lines.
	Absent int64 `json:"absent"`
}

// OK tells whether the output is whole.
func (r *VerifyReport) OK() bool { return len(r.Problems) == 0 }

// String returns the report in lines for people.
func (r *VerifyReport) String() string {
	var b strings.Builder
	for _, l := range r.Logs {
		fmt.Fprintf(&b, "%s partition %d: offsets %d to %d in %s, %s: %d in = %d scored + %d rejected",
			l.Source, l.Partition, l.First, l.Next-1, counted(l.Slices, "slice"), counted(l.Files, "file"), l.In, l.Scored, l.Rejected)
		if l.Absent > 0 {
			fmt.Fprintf(&b, "; %s without a record", counted(l.Absent, "offset"))
		}
		b.WriteByte('\n')
	}
	for _, p := range r.Leftovers {
		fmt.Fprintf(&b, "leftover: %s\n", p)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "PROBLEM: %s\n", p)
	}
	verdict := "no gap, no overlap, every file as committed"
	if !r.OK() {
		verdict = "NOT whole: " + counted(len(r.Problems), "problem")
	}
	fmt.Fprintf(&b, "%s: %s, %s, %d scored + %d rejected rows: %s\n",
		r.Dir, counted(r.Slices, "slice"), counted(r.Files, "file"), r.Scored, r.Rejected, verdict)
	return b.String()
}

// counted is "1 slice", "2 slices".
func counted[T int | int64](n T, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
