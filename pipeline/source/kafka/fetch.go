package kafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/segmentio/kafka-go/protocol"
	fetchapi "github.com/segmentio/kafka-go/protocol/fetch"
)

// abortedTxn is a transaction of which a fetch answer says that it was aborted.
type abortedTxn struct {
	producer, first int64
}

// answer is one partition's part of a fetch answer. Its slices live in the buffer
// that was decoded.
type answer struct {
	code          int16
	throttle      time.Duration
	highWatermark int64
	lastStable    int64
	logStart      int64
	aborted       []abortedTxn // by first offset
	records       []byte
	// absent: the broker answered without the partition, which it does when the
	// client is over its quota.
	absent bool
}

var errShortAnswer = errors.New("the fetch answer ends early")

// fetchRequest asks for one partition from one offset on, outside any fetch session.
func fetchRequest(o *Options, topic string, partition int32, offset int64, maxBytes int) *fetchapi.Request {
	return &fetchapi.Request{
		ReplicaID:      -1,
		MaxWaitTime:    int32(o.FetchMaxWait / time.Millisecond),
		MinBytes:       int32(o.FetchMinBytes),
		MaxBytes:       int32(maxBytes),
		IsolationLevel: o.isolationLevel(),
		SessionID:      0,
		SessionEpoch:   -1,
		Topics: []fetchapi.RequestTopic{{
			Topic: topic,
			Partitions: []fetchapi.RequestPartition{{
				Partition:          partition,
				CurrentLeaderEpoch: -1,
				FetchOffset:        offset,
				LogStartOffset:     -1,
				PartitionMaxBytes:  int32(maxBytes),
			}},
		}},
	}
}

// decodeAnswer reads a fetch answer of versions 4 to 11 for one partition.
func decodeAnswer(b []byte, version int16, topic string, partition int32) (answer, error) {
	c := cursor{b: b}
	a := answer{absent: true}
	a.throttle = time.Duration(c.int32()) * time.Millisecond
	if version >= 7 {
		a.code = c.int16()
		c.int32() // session
	}
	for range c.int32() {
		name := string(c.take(int(c.int16())))
		for range c.int32() {
			if c.short {
				return answer{}, errShortAnswer
			}
			id := c.int32()
			p := decodePartition(&c, version)
			if name == topic && id == partition && a.absent {
				if p.code == 0 {
					p.code = a.code
				}
				p.throttle = a.throttle
				a = p
			}
		}
		if c.short {
			return answer{}, errShortAnswer
		}
	}
	if c.short {
		return answer{}, errShortAnswer
	}
	return a, nil
}

func decodePartition(c *cursor, version int16) (a answer) {
	a.code = c.int16()
	a.highWatermark = c.int64()
	a.lastStable = c.int64()
	if version >= 5 {
		a.logStart = c.int64()
	}
	for range c.int32() { // -1: none
		if c.short {
			return a
		}
		a.aborted = append(a.aborted, abortedTxn{c.int64(), c.int64()})
	}
	slices.SortFunc(a.aborted, func(x, y abortedTxn) int { return cmp.Compare(x.first, y.first) })
	if version >= 11 {
		c.int32() // preferred read replica: reads are from the leader
	}
	if n := c.int32(); n > 0 {
		a.records = c.take(int(n))
	}
	return a
}

// fetchVersion makes sure that the broker offers a version that decodeAnswer knows.
func (c *conn) fetchVersion() (int16, error) {
	v, ok := c.versions[protocol.Fetch]
	if !ok || v < 4 || v > 11 {
		return 0, fmt.Errorf("cannot fetch from broker %q: it offers version %d of Fetch, and 4 to 11 are understood (Kafka 0.11 and later)", c.addr, v)
	}
	return v, nil
}

// receiveFetch reads the answer to a fetch into buf; the answer's slices point there.
func (c *conn) receiveFetch(ctx context.Context, o *Options, topic string, partition int32, buf []byte) (answer, []byte, error) {
	buf, err := c.receive(ctx, requestTimeout+o.FetchMaxWait, buf)
	if err != nil {
		return answer{}, buf, err
	}
	a, err := decodeAnswer(buf, c.versions[protocol.Fetch], topic, partition)
	if err != nil {
		return answer{}, buf, fmt.Errorf("cannot decode the answer of broker %q: %w", c.addr, err)
	}
	return a, buf, nil
}
