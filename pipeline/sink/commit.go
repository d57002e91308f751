package sink

import (
	"errors"
	"fmt"

	"mizan/pipeline/sink/commitlog"
	"mizan/schemas"
)

// Commit makes the slice's rows visible, all or none: steps 1 to 3 of the
// protocol. last is the offset of the last record read, next the offset to go
// on with; next must be above First, also for a slice without rows.
//
// ErrSliceTaken means that another worker has committed these offsets. After
// any error the slice is closed and Resume must be called before the partition
// is gone on with (Begin does it by itself): it tells what was committed.
func (sl *Slice) Commit(last, next int64) (CommitRecord, error) {
	if sl.done {
		return CommitRecord{}, errors.New("cannot commit a slice that is committed or aborted")
	}
	rec, err := sl.commit(last, next)
	sl.done = true
	if err != nil {
		sl.sink.forgetEnd(sl.id.Name, sl.id.Partition)
		err = fmt.Errorf("cannot commit slice %d to %d of %q partition %d: %w", sl.id.First, last, sl.id.Source, sl.id.Partition, explain(err))
		return CommitRecord{}, err
	}
	sl.sink.setEnd(sl.id.Name, sl.id.Partition, chainEnd{next: next, some: true, topicID: rec.TopicID})
	return rec, nil
}

func (sl *Slice) commit(last, next int64) (CommitRecord, error) {
	end, err := sl.check(last, next)
	if err == nil {
		err = sl.files.finishAll(last, next)
	}
	if err == nil {
		err = sl.sink.fs.SyncDir(sl.sink.path(sl.staging))
	}
	if err != nil {
		return CommitRecord{}, errors.Join(err, sl.files.abort())
	}

	rec := sl.record(last, next)
	if rec.TopicID == "" {
		rec.TopicID = end.topicID // a broker that gives none does not make it forgotten
	}
	log := sl.sink.log(sl.id.Name, sl.id.Partition)
	switch err := log.Publish(rec, !end.some); {
	case errors.Is(err, commitlog.ErrTaken):
		// Leftovers are swept by Resume, which the caller is to call now.
		_ = sl.files.abort()
		return CommitRecord{}, err
	case err != nil:
		// Whether the record is there is not known: its files must stay.
		return CommitRecord{}, err
	}
	if err := sl.sink.publishFiles(rec); err != nil {
		return CommitRecord{}, err
	}
	if end.leftovers {
		// What others had staged for this slice is of no use now.
		_, _ = sl.sink.sweep(log, chainEnd{next: next, some: true})
	}
	return rec, nil
}

// check refuses a slice that would leave a gap, overlap or make no progress.
func (sl *Slice) check(last, next int64) (chainEnd, error) {
	switch {
	case next <= sl.id.First:
		return chainEnd{}, fmt.Errorf("next %d must be above first %d: abort a slice in which nothing was read", next, sl.id.First)
	case last >= next:
		return chainEnd{}, fmt.Errorf("last %d must be below next %d", last, next)
	case sl.max > last:
		return chainEnd{}, fmt.Errorf("a row of offset %d was written, beyond last", sl.max)
	}
	end, known := sl.sink.end(sl.id.Name, sl.id.Partition)
	if !known {
		// An earlier slice's commit failed since Begin: the log tells how it ended.
		if _, _, err := sl.sink.Resume(sl.id.Name, sl.id.Partition); err != nil {
			return chainEnd{}, err
		}
		end, _ = sl.sink.end(sl.id.Name, sl.id.Partition)
	}
	switch {
	case !end.some || end.next == sl.id.First:
		return end, nil
	case sl.id.First < end.next:
		return chainEnd{}, ErrSliceTaken
	}
	return chainEnd{}, fmt.Errorf("it would leave a gap: the log ends at %d; begin the slice there, also where the records in between are lost", end.next)
}

// record returns the commit record of the finished slice.
func (sl *Slice) record(last, next int64) CommitRecord {
	r := CommitRecord{
		Name: sl.id.Name, Source: sl.id.Source, Partition: sl.id.Partition,
		First: sl.id.First, Last: last, Next: next, TopicID: sl.id.TopicID,
		SchemaVersion: schemas.Version, ProductVersion: sl.sink.opts.ProductVersion, PlanHash: sl.sink.opts.PlanHash,
		Token: sl.token,
	}
	for _, f := range sl.files.finished {
		r.Files = append(r.Files, commitlog.File{
			Path:   f.table.dir + "/" + join(f.dir, fileName(sl.id, last, f.seq)),
			Staged: f.staged,
			Table:  f.table.dir,
			Rows:   f.rows, Bytes: f.bytes, SHA256: f.sum,
		})
		if f.table == sl.scored {
			r.Scored += f.rows
		} else {
			r.Rejected += f.rows
		}
	}
	return r
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
