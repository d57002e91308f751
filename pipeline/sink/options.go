package sink

import (
	"fmt"
	"slices"
	"strings"

	"mizan/schemas"
)

// Options say what a sink writes and how.
type Options struct {
	// Dir is the output directory.
	Dir string
	// PartitionBy names the columns whose values become directories, outermost
	// first: see PartitionColumns. Nil means task, date; empty means none.
	PartitionBy []string
	// Compression is zstd (the default), snappy or none.
	Compression string
	// RowGroupRows ends a row group of a file. Default 122880, what DuckDB
	// reads in one go.
	RowGroupRows int
	// RowGroupBytes bounds the rows of a slice that are held in memory, in bytes
	// before compression, over all open files: beyond it the largest row group is
	// written. Default 32 MiB.
	RowGroupBytes int64
	// MaxOpenWriters bounds the files of a slice that are open at a time. Rows
	// of partitions beyond it are collected in memory, within RowGroupBytes, and
	// written file by file; such a partition may get several files. Default 64.
	MaxOpenWriters int
	// KeepPrompt, KeepResponse and KeepThinking tell which texts are written.
	// Columns that are left out are nulls: the schema is always the same.
	KeepPrompt, KeepResponse, KeepThinking bool
	// PlanHash and ProductVersion go into every file's footer and commit record.
	PlanHash, ProductVersion string
}

// Date is the partition column made of event_time: its day in UTC.
const Date = "date"

// PartitionColumns are the columns that PartitionBy may name: date and the
// short texts of the scored schema.
var PartitionColumns = []string{
	schemas.Task, Date, schemas.Model, schemas.RunID, schemas.Source,
	schemas.RecordID, schemas.Gate, schemas.GateReason, schemas.ThinkingState,
}

func (o *Options) setDefaults() error {
	if o.Dir == "" {
		return fmt.Errorf("cannot open output: no directory given")
	}
	if o.PartitionBy == nil {
		o.PartitionBy = []string{schemas.Task, Date}
	}
	for i, name := range o.PartitionBy {
		if !slices.Contains(PartitionColumns, name) {
			return fmt.Errorf("cannot partition by %q: allowed are %s", name, strings.Join(PartitionColumns, ", "))
		}
		if slices.Contains(o.PartitionBy[:i], name) {
			return fmt.Errorf("cannot partition by %q twice", name)
		}
	}
	if o.Compression == "" {
		o.Compression = "zstd"
	}
	setDefault(&o.RowGroupRows, 122880)
	setDefault(&o.RowGroupBytes, 32<<20)
	setDefault(&o.MaxOpenWriters, 64)
	return nil
}

func setDefault[T int | int64](v *T, def T) {
	if *v <= 0 {
		*v = def
	}
}
