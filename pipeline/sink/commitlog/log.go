package commitlog

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"mizan/pipeline/sink/hive"
	"mizan/pipeline/sink/vfs"
)

// ErrTaken is what Publish returns when another worker has published a slice
// that begins at the same offset. The caller drops its own files and reads the
// log again.
var ErrTaken = errors.New("the slice is already committed by another worker")

// suffix ends the name of a record.
const suffix = ".json"

// Log is the part of the commit log that belongs to one topic-partition. It is
// used by one goroutine of one worker; other workers may be using the same
// files.
type Log struct {
	FS vfs.FS
	// Root is the directory of all logs, <out>/_mizan/commits. It must exist.
	Root string
	// Staging is where records are prepared, on the same file system.
	Staging string
	Name    string
	// Partition is the Kafka partition, 0 for files.
	Partition int32
}

// NameDir is the directory of the logs of one name under root.
func NameDir(root, name string) string { return filepath.Join(root, hive.FileName(name, 200)) }

// Dir is the directory of the log's records. It appears with the first record in it.
func (l *Log) Dir() string {
	return filepath.Join(NameDir(l.Root, l.Name), strconv.Itoa(int(l.Partition)))
}

// RecordName is the file name of the record of the slice that begins at first.
// Names sort as the offsets do.
func RecordName(first int64) string { return fmt.Sprintf("%020d%s", first, suffix) }

// ParseRecordName is the inverse of RecordName.
func ParseRecordName(name string) (first int64, ok bool) {
	digits, found := strings.CutSuffix(name, suffix)
	if !found || len(digits) != 20 {
		return 0, false
	}
	first, err := strconv.ParseInt(digits, 10, 64)
	return first, err == nil && first >= 0
}

// Firsts lists where the committed slices begin, in ascending order.
func (l *Log) Firsts() ([]int64, error) {
	entries, err := l.FS.ReadDir(l.Dir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot list commit records: %w", err)
	}
	var firsts []int64
	for _, e := range entries {
		if first, ok := ParseRecordName(e.Name); ok {
			firsts = append(firsts, first)
		}
	}
	return firsts, nil
}

// Read returns the record of the slice that begins at first.
func (l *Log) Read(first int64) (Record, error) {
	path := filepath.Join(l.Dir(), RecordName(first))
	b, err := l.FS.ReadFile(path)
	if err != nil {
		return Record{}, fmt.Errorf("cannot read commit record: %w", err)
	}
	r, err := Decode(b)
	if err != nil {
		return Record{}, fmt.Errorf("%s: %w", path, err)
	}
	if r.First != first || r.Partition != l.Partition || r.Name != l.Name {
		return Record{}, fmt.Errorf("cannot use commit record %s: it is of %q partition %d offset %d", path, r.Name, r.Partition, r.First)
	}
	return r, nil
}

// Newest returns the newest record and makes sure that it is durable: a worker
// may have died between publishing it and syncing its directory, and nothing
// may be built on a record that a power cut takes back.
func (l *Log) Newest() (r Record, found bool, err error) {
	firsts, err := l.Firsts()
	if err != nil || len(firsts) == 0 {
		return Record{}, false, err
	}
	r, err = l.Read(firsts[len(firsts)-1])
	if err != nil {
		return Record{}, false, err
	}
	for _, dir := range []string{l.Dir(), NameDir(l.Root, l.Name), l.Root} {
		if err := l.FS.SyncDir(dir); err != nil {
			return Record{}, false, fmt.Errorf("cannot make commit record durable: %w", err)
		}
	}
	return r, true, nil
}
