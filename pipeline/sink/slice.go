package sink

import (
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"mizan/pipeline/reject"
	"mizan/pipeline/sink/commitlog"
	"mizan/schemas"
)

// CommitRecord is the record of a committed slice.
type CommitRecord = commitlog.Record

// SliceID says which offsets a slice holds: those of one topic-partition or
// file, from First on.
type SliceID struct {
	// Name is the key of the commit log: the topic, or a name that identifies
	// a file's content.
	Name string
	// Source is the topic or the file's path, for the metadata.
	Source string
	// Partition is the Kafka partition, 0 for files.
	Partition int32
	// First is the offset the slice begins at: the next of the slice before,
	// also where the first record that exists comes later.
	First int64
	// TopicID tells a topic from an older or newer one of its name, "" where it is
	// not known. The slices of a log are of one topic.
	TopicID string
}

// Slice is a run of offsets being written. It belongs to one goroutine and
// ends with Commit or Abort.
type Slice struct {
	sink    *Sink
	id      SliceID
	token   string
	staging string // relative to the output directory
	files   *files
	scored  *table
	rejects *table
	done    bool
	// min and max are the offsets of the rows written.
	min, max int64
}

// Begin opens a slice. Several slices of different partitions may be open.
func (s *Sink) Begin(id SliceID) (*Slice, error) {
	if id.Name == "" || id.First < 0 || id.Partition < 0 {
		return nil, fmt.Errorf("cannot begin slice: %+v is not a slice", id)
	}
	if _, known := s.end(id.Name, id.Partition); !known {
		if _, _, err := s.Resume(id.Name, id.Partition); err != nil {
			return nil, err
		}
	}
	if end, _ := s.end(id.Name, id.Partition); end.topicID != "" && id.TopicID != "" && end.topicID != id.TopicID {
		return nil, fmt.Errorf("%w (its id was %s and is %s): new records have the offsets of old ones: write to a new output directory with a new group, or give the topic another name",
			ErrOtherTopic, end.topicID, id.TopicID)
	}
	sl := &Slice{
		sink: s, id: id, token: s.token(), staging: stagingOf(id.Name, id.Partition),
		min: math.MaxInt64, max: -1,
	}
	if err := s.makeDirs(sl.staging); err != nil {
		return nil, fmt.Errorf("cannot begin slice: %w", explain(err))
	}
	sl.files = &files{slice: sl}
	sl.scored = newTable(sl, scoredDir, s.scored, newPartitioner(s.opts.PartitionBy, schemas.Scored))
	sl.rejects = newTable(sl, rejectsDir, s.rejects, newPartitioner([]string{Date}, schemas.Rejects))
	return sl, nil
}

// WriteScored appends rows of schema schemas.Scored. It keeps no reference to
// the record. After an error the slice can only be aborted.
func (sl *Slice) WriteScored(rec arrow.Record) error {
	if !rec.Schema().Equal(schemas.Scored) {
		return fmt.Errorf("cannot write scored rows: the record's schema is not schemas.Scored but %s", rec.Schema())
	}
	return sl.write(sl.scored, rec)
}

// WriteRejects appends rejects. It keeps no reference to the rows.
func (sl *Slice) WriteRejects(rows []reject.Row) error {
	// Arrow's binary arrays hold 2 GiB: large rejects go in several records.
	const maxBytes = 64 << 20
	for len(rows) > 0 {
		n, size := 0, 0
		for n < len(rows) && (n == 0 || size+len(rows[n].Raw) <= maxBytes) {
			size += len(rows[n].Raw)
			n++
		}
		rec := rejectsRecord(rows[:n])
		err := sl.write(sl.rejects, rec)
		rec.Release()
		if err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (sl *Slice) write(t *table, rec arrow.Record) error {
	if sl.done {
		return errors.New("cannot write to a slice that is committed or aborted")
	}
	if err := sl.observe(rec); err != nil {
		return err
	}
	if err := t.write(rec); err != nil {
		return fmt.Errorf("cannot write %s rows of %q partition %d: %w", t.dir, sl.id.Source, sl.id.Partition, explain(err))
	}
	return nil
}

// observe checks that the rows belong to the slice.
func (sl *Slice) observe(rec arrow.Record) error {
	at := rec.Schema().FieldIndices(schemas.SourceOffset)[0]
	for _, offset := range rec.Column(at).(*array.Int64).Int64Values() {
		if offset < sl.id.First {
			return fmt.Errorf("cannot write row of offset %d into the slice of %q partition %d that begins at %d", offset, sl.id.Source, sl.id.Partition, sl.id.First)
		}
		sl.min, sl.max = min(sl.min, offset), max(sl.max, offset)
	}
	return nil
}

// rejectsRecord returns the rows as a record of schema schemas.Rejects.
func rejectsRecord(rows []reject.Row) arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schemas.Rejects)
	defer b.Release()
	for _, r := range rows {
		b.Field(0).(*array.StringBuilder).Append(r.Source)
		b.Field(1).(*array.Int32Builder).Append(r.Partition)
		b.Field(2).(*array.Int64Builder).Append(r.Offset)
		if t := b.Field(3).(*array.TimestampBuilder); r.Time.IsZero() {
			t.AppendNull()
		} else {
			t.Append(arrow.Timestamp(r.Time.UnixMicro()))
		}
		if f := b.Field(4).(*array.StringBuilder); r.Field == "" {
			f.AppendNull()
		} else {
			f.Append(r.Field)
		}
		b.Field(5).(*array.StringBuilder).Append(r.Reason)
		if raw := b.Field(6).(*array.BinaryBuilder); r.Raw == nil {
			raw.AppendNull()
		} else {
			raw.Append(r.Raw)
		}
	}
	return b.NewRecord()
}

// Abort drops the slice: nothing of it becomes visible.
func (sl *Slice) Abort() error {
	if sl.done {
		return nil
	}
	sl.done = true
	if err := sl.files.abort(); err != nil {
		return fmt.Errorf("cannot remove staged files of %q partition %d: %w", sl.id.Source, sl.id.Partition, explain(err))
	}
	return nil
}
