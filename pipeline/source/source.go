// Package source is where records come from: Kafka partitions and files. A
// source hands out messages, raw bytes with their coordinates; package codec
// turns them into Arrow columns.
package source

import "time"

// Message is one record as it came.
type Message struct {
	// Offset is the Kafka offset, or the 0-based row of a file: a JSON Lines
	// file's line, blank ones counted too but not handed out.
	Offset int64
	// Time is the Kafka timestamp; the zero time where there is none.
	Time time.Time
	// Value is the record's bytes, nil for a Kafka tombstone. It is valid until
	// the source is asked for the next message.
	Value []byte
}
