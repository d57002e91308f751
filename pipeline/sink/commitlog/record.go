// Package commitlog is the log of committed slices: one immutable record per
// slice of a topic-partition or file, in _mizan/commits. The log, not the
// broker, says how far the output has come. See "Commit protocol" in the
// design and the package documentation of sink for why it is safe.
package commitlog

import (
	"encoding/json"
	"fmt"
)

// File is one data file of a slice.
type File struct {
	// Path is the file's final name, relative to the output directory, with slashes.
	Path string `json:"path"`
	// Staged is the name it was written under, relative to the output directory.
	Staged string `json:"staged"`
	// Table is "scored" or "rejects".
	Table string `json:"table"`
	// Rows is the number of rows.
	Rows int64 `json:"rows"`
	// Bytes is the length.
	Bytes int64 `json:"bytes"`
	// SHA256 is the checksum of the content in hex.
	SHA256 string `json:"sha256"`
}

// Record is the commit record of one slice: the offsets from First up to, but
// not including, Next are in its files and in no others.
type Record struct {
	// Name is the log's key: the topic, or the identity name of a file.
	Name string `json:"name"`
	// Source is the topic or the file's path.
	Source string `json:"source"`
	// Partition is the Kafka partition, 0 for files.
	Partition int32 `json:"partition"`
	// First is the offset the slice begins at: the Next of the record before.
	First int64 `json:"first"`
	// Last is the offset of the last record read.
	Last int64 `json:"last"`
	// Next is the offset to go on with.
	Next int64 `json:"next"`
	// TopicID is the topic's id, "" for files and brokers that give none. It tells
	// whether a topic of the name is still the one that was read.
	TopicID string `json:"topic_id,omitempty"`
	// Scored and Rejected count the rows.
	Scored   int64 `json:"scored"`
	Rejected int64 `json:"rejected"`
	// Files are the data files; none where the slice held only gaps.
	Files []File `json:"files"`
	// SchemaVersion, ProductVersion and PlanHash say what wrote the slice.
	SchemaVersion  string `json:"schema_version"`
	ProductVersion string `json:"product_version"`
	PlanHash       string `json:"plan_hash"`
	// Token is unique to the attempt. It tells a worker that its own
	// publication succeeded where the file system's answer was lost.
	Token string `json:"token"`
}

// encode returns the record as indented JSON with a line end.
func (r Record) encode() ([]byte, error) {
	if r.Files == nil {
		r.Files = []File{}
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("cannot encode commit record: %w", err)
	}
	return append(b, '\n'), nil
}

// Decode reads a record.
func Decode(b []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return Record{}, fmt.Errorf("cannot decode commit record: %w", err)
	}
	if r.First < 0 || r.Next <= r.First {
		return Record{}, fmt.Errorf("cannot decode commit record: first %d and next %d do not make a slice", r.First, r.Next)
	}
	return r, nil
}
