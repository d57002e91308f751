package kafka

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"time"

	"mizan/pipeline/source"
)

// Layout of a record batch, https://kafka.apache.org/documentation/#recordbatch.
const (
	batchLengthAt = 8  // int32: bytes after this field
	batchMagicAt  = 16 // int8
	batchCRCAt    = 17 // uint32: CRC-32C of everything after it
	batchHeader   = 61 // bytes before the records

	attrCodec         = 0x07
	attrLogAppendTime = 1 << 3
	attrTransactional = 1 << 4
	attrControl       = 1 << 5
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// batchSpan is the length in bytes of the batch (or old message) that b begins
// with, as its header announces: 0 where not even that is there.
func batchSpan(b []byte) int {
	if len(b) < batchLengthAt+4 {
		return 0
	}
	return batchLengthAt + 4 + int(int32(binary.BigEndian.Uint32(b[batchLengthAt:])))
}

// batch is a decoded header with the bytes of the records.
type batch struct {
	baseOffset, lastOffset int64
	attributes             int16
	firstTime, maxTime     int64
	producer               int64
	count                  int
	records                []byte
}

// parseBatch checks a whole batch and reads its header.
func parseBatch(b []byte) (batch, error) {
	if len(b) < batchHeader {
		return batch{}, fmt.Errorf("%w: %d bytes long", ErrCorrupt, len(b))
	}
	want := binary.BigEndian.Uint32(b[batchCRCAt:])
	if got := crc32.Checksum(b[batchCRCAt+4:], castagnoli); got != want {
		return batch{}, fmt.Errorf("%w: CRC-32C is %08x, the header says %08x", ErrCorrupt, got, want)
	}
	h := cursor{b: b}
	var x batch
	x.baseOffset = h.int64()
	h.take(batchCRCAt + 4 - 8)
	x.attributes = h.int16()
	x.lastOffset = x.baseOffset + int64(h.int32())
	x.firstTime, x.maxTime = h.int64(), h.int64()
	x.producer = h.int64()
	h.take(6) // producer epoch, base sequence
	x.count = int(h.int32())
	x.records = h.b
	if x.lastOffset < x.baseOffset || x.count < 0 {
		return batch{}, fmt.Errorf("%w: offsets %d to %d, %d records", ErrCorrupt, x.baseOffset, x.lastOffset, x.count)
	}
	return x, nil
}

func (x *batch) control() bool       { return x.attributes&attrControl != 0 }
func (x *batch) transactional() bool { return x.attributes&attrTransactional != 0 }

// abortMarker tells whether a control batch ends an aborted transaction: its one
// record's key is a version and the type 0.
func (x *batch) abortMarker() bool {
	c := cursor{b: x.records}
	c.varint() // length
	c.take(1)
	c.varint()
	c.varint()
	key := c.take(int(c.varint()))
	return len(key) >= 4 && binary.BigEndian.Uint16(key[2:]) == 0
}

// appendMessages adds the batch's records with from <= offset < end to msgs. body
// is x.records, decompressed; values point into it.
func (x *batch) appendMessages(msgs []source.Message, body []byte, from, end int64) ([]source.Message, error) {
	c := cursor{b: body}
	for i := range x.count {
		length := c.varint()
		r := cursor{b: c.take(int(length))}
		if length < 0 || c.short {
			return msgs, fmt.Errorf("%w: record %d of %d is cut off", ErrCorrupt, i, x.count)
		}
		r.take(1) // attributes: none are defined
		at := x.firstTime + r.varint()
		offset := x.baseOffset + r.varint()
		if n := r.varint(); n > 0 {
			r.take(int(n)) // key
		}
		var value []byte
		if n := r.varint(); n >= 0 {
			value = r.take(int(n))
		}
		if r.short || offset < x.baseOffset || offset > x.lastOffset {
			return msgs, fmt.Errorf("%w: record %d of %d does not fit its length or the batch's offsets", ErrCorrupt, i, x.count)
		}
		if offset < from || offset >= end {
			continue
		}
		if x.attributes&attrLogAppendTime != 0 {
			at = x.maxTime
		}
		msgs = append(msgs, source.Message{Offset: offset, Time: timestamp(at), Value: value})
	}
	return msgs, nil
}

// timestamp turns Kafka milliseconds into a time; -1 is how Kafka says "none".
func timestamp(ms int64) time.Time {
	if ms < 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
