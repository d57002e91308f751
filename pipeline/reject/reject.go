// Package reject holds the row for a record that cannot be scored. Nothing is
// dropped: the raw bytes, where they came from and what is wrong with them go to
// the rejects files.
package reject

import "time"

// Row is one reject, a row of schemas.Rejects.
type Row struct {
	// Source is the topic or the file's path.
	Source string
	// Partition is the Kafka partition, 0 for files.
	Partition int32
	// Offset is the Kafka offset or the 0-based row of the file.
	Offset int64
	// Time is the Kafka timestamp; the zero time where there is none.
	Time time.Time
	// Field is the field at fault, empty where it is the record as a whole.
	Field string
	// Reason says what is wrong in one line: what was expected, what was found.
	Reason string
	// Raw is the record as it came, nil for a tombstone.
	Raw []byte
}
