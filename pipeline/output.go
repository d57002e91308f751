package pipeline

import (
	"github.com/apache/arrow/go/v17/arrow"

	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
)

// Output is where slices go: the Parquet sink, or JSON Lines on a stream.
type Output interface {
	// Resume returns where reading goes on; found is false where the output
	// knows nothing of the partition.
	Resume(name string, partition int32) (next int64, found bool, err error)
	// Begin opens a slice. One partition has one open slice at a time.
	Begin(id sink.SliceID) (OutputSlice, error)
	Close() error
}

// OutputSlice is an open slice. Its errors say what was being written, and of
// which source.
type OutputSlice interface {
	// WriteScored adds rows of schema schemas.Scored; it does not keep the
	// record.
	WriteScored(rec arrow.Record) error
	WriteRejects(rows []reject.Row) error
	// Commit makes the slice's rows visible, all or none. last is the last
	// offset read, next where the next slice starts.
	Commit(last, next int64) error
	// Abort drops the slice.
	Abort() error
}

// Parquet returns the sink as an output.
func Parquet(s *sink.Sink) Output { return parquetOutput{s} }

type parquetOutput struct{ *sink.Sink }

func (o parquetOutput) Begin(id sink.SliceID) (OutputSlice, error) {
	sl, err := o.Sink.Begin(id)
	if err != nil {
		return nil, err
	}
	return parquetSlice{sl}, nil
}

type parquetSlice struct{ *sink.Slice }

func (s parquetSlice) Commit(last, next int64) error {
	_, err := s.Slice.Commit(last, next)
	return err
}
