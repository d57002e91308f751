package kafka

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/segmentio/kafka-go/protocol"

	"mizan/pipeline/source"
)

// appendLegacy adds the records of one message of the formats before Kafka 0.11
// (magic 0 and 1), which brokers still hand out from old segments. A compressed
// message wraps a set of others. The offset after the last of them is returned.
func appendLegacy(msgs []source.Message, b []byte, from, end int64) ([]source.Message, int64, error) {
	sized := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(b)), uint32(len(b)))
	var set protocol.RecordSet
	if _, err := set.ReadFrom(bytes.NewReader(append(sized, b...))); err != nil {
		return msgs, 0, fmt.Errorf("%w: message format %d: %v", ErrCorrupt, b[batchMagicAt], err)
	}
	next := int64(binary.BigEndian.Uint64(b)) + 1 // a wrapper has its last record's offset
	if set.Records == nil {
		return msgs, next, nil
	}
	for {
		r, err := set.Records.ReadRecord()
		if errors.Is(err, io.EOF) {
			return msgs, next, nil
		}
		if err != nil {
			return msgs, 0, fmt.Errorf("%w: message format %d: %v", ErrCorrupt, b[batchMagicAt], err)
		}
		next = max(next, r.Offset+1)
		var value []byte
		if r.Value != nil {
			if value, err = protocol.ReadAll(r.Value); err != nil {
				return msgs, 0, fmt.Errorf("%w: message format %d: %v", ErrCorrupt, b[batchMagicAt], err)
			}
			if value == nil {
				value = []byte{}
			}
			r.Value.Close()
		}
		if r.Key != nil {
			r.Key.Close()
		}
		if r.Offset >= from && r.Offset < end {
			msgs = append(msgs, source.Message{Offset: r.Offset, Time: timestamp(r.Time.UnixMilli()), Value: value})
		}
	}
}
