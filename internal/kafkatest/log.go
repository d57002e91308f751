package kafkatest

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// LogRecord is one entry of a forged log. Offsets rise; those left out do not exist.
type LogRecord struct {
	Offset int64
	Key    []byte
	// Value is nil for a tombstone.
	Value []byte
	// Time is the timestamp; the zero time is written as "none".
	Time time.Time
	// Transaction names the transaction the record belongs to, or which Control ends.
	Transaction string
	// Control is "commit" or "abort" for a transaction marker.
	Control string
	// Removed: compaction took the record out of its batch, which still spans it.
	Removed bool
}

// Log is a broker whose one topic has one readable partition with a forged log; the group
// protocol and all else are kfake's.
type Log struct {
	Cluster *kfake.Cluster

	mu         sync.Mutex
	topic      string
	partition  int32
	perBatch   int
	start, end int64
	batches    []logBatch
	producers  map[string]int64 // by transaction
	open       map[string]int64 // first offset, by transaction
	aborted    []abortedTxn
	fetches    int
	onFetch    func(*kmsg.FetchRequest, *kmsg.FetchResponseTopicPartition)
}

type logBatch struct {
	base, last int64
	raw        []byte
}

type abortedTxn struct {
	producer, first, marker int64
}

// StartLog starts a broker with the records in partition of topic, up to perBatch of them
// in a batch. The log ends after the last one.
func StartLog(t testing.TB, topic string, partition int32, perBatch int, records ...LogRecord) *Log {
	t.Helper()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(partition+1, topic), kfake.GroupMinSessionTimeout(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	l := &Log{Cluster: c, topic: topic, partition: partition, perBatch: perBatch, producers: map[string]int64{}, open: map[string]int64{}}
	l.Append(records...)
	c.ControlKey(int16(kmsg.Fetch), l.fetch)
	c.ControlKey(int16(kmsg.ListOffsets), l.listOffsets)
	return l
}

// Addrs are the broker's addresses.
func (l *Log) Addrs() []string { return l.Cluster.ListenAddrs() }

// Append adds records behind the log's end.
func (l *Log) Append(records ...LogRecord) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(records) > 0 {
		r := records[0]
		n := 1
		for r.Control == "" && n < len(records) && n < l.perBatch && records[n].Control == "" && records[n].Transaction == r.Transaction {
			n++
		}
		l.add(records[:n])
		records = records[n:]
	}
}

func (l *Log) add(rs []LogRecord) {
	r, last := rs[0], rs[len(rs)-1].Offset
	name := r.Transaction
	if r.Control != "" && name == "" {
		name = "unnamed"
	}
	producer := int64(-1)
	if name != "" {
		if _, ok := l.producers[name]; !ok {
			l.producers[name] = 4000 + int64(len(l.producers))
		}
		producer = l.producers[name]
	}
	first, isOpen := l.open[name]
	switch {
	case r.Control == "" && name != "" && !isOpen:
		l.open[name] = r.Offset
	case r.Control == "abort" && isOpen:
		l.aborted = append(l.aborted, abortedTxn{producer, first, r.Offset})
	}
	if r.Control != "" {
		delete(l.open, name)
	}
	l.batches = append(l.batches, logBatch{r.Offset, last, EncodeBatch(producer, rs...)})
	l.end = last + 1
}

// SetStart moves the log's start up, as retention does.
func (l *Log) SetStart(offset int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.start = offset
	l.batches = slices.DeleteFunc(l.batches, func(b logBatch) bool { return b.last < offset })
}

// SetEnd moves the log's end, up for a hole that reaches to it, or down as if the log had
// been made anew.
func (l *Log) SetEnd(offset int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end = offset
	l.batches = slices.DeleteFunc(l.batches, func(b logBatch) bool { return b.base >= offset })
}

// OnFetch has a look at each answer before it is sent, and may change it.
func (l *Log) OnFetch(f func(*kmsg.FetchRequest, *kmsg.FetchResponseTopicPartition)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.onFetch = f
}

// Fetches is how many fetches were answered.
func (l *Log) Fetches() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fetches
}

func (l *Log) lastStable() int64 {
	lso := l.end
	for _, first := range l.open {
		lso = min(lso, first)
	}
	return lso
}

func (l *Log) fetch(kreq kmsg.Request) (kmsg.Response, error, bool) {
	l.Cluster.KeepControl()
	req := kreq.(*kmsg.FetchRequest)
	if len(req.Topics) != 1 || len(req.Topics[0].Partitions) != 1 || req.Topics[0].Topic != l.topic || req.Topics[0].Partitions[0].Partition != l.partition {
		return nil, nil, false
	}
	p := l.answer(req)
	if len(p.RecordBatches) == 0 && p.ErrorCode == 0 {
		// A broker would wait for records; this one lets others have their turn.
		l.Cluster.SleepControl(func() { time.Sleep(min(20, time.Duration(req.MaxWaitMillis)) * time.Millisecond) })
	}
	resp := req.ResponseKind().(*kmsg.FetchResponse)
	rt := kmsg.NewFetchResponseTopic()
	rt.Topic = l.topic
	rt.Partitions = append(rt.Partitions, p)
	resp.Topics = append(resp.Topics, rt)
	return resp, nil, true
}

func (l *Log) answer(req *kmsg.FetchRequest) kmsg.FetchResponseTopicPartition {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fetches++
	rp := req.Topics[0].Partitions[0]
	p := kmsg.NewFetchResponseTopicPartition()
	p.Partition = l.partition
	p.HighWatermark, p.LastStableOffset, p.LogStartOffset = l.end, l.lastStable(), l.start
	if rp.FetchOffset < l.start || rp.FetchOffset > l.end {
		p.ErrorCode = kerr.OffsetOutOfRange.Code
	} else {
		limit := l.end
		if req.IsolationLevel == 1 {
			limit = p.LastStableOffset
		}
		for _, b := range l.batches {
			if b.last < rp.FetchOffset {
				continue
			}
			if b.base >= limit || len(p.RecordBatches) > 0 && len(p.RecordBatches)+len(b.raw) > int(rp.PartitionMaxBytes) {
				break
			}
			p.RecordBatches = append(p.RecordBatches, b.raw...)
		}
		if req.IsolationLevel == 1 {
			// As brokers do, only those that reach into what is asked for.
			for _, a := range l.aborted {
				if a.marker >= rp.FetchOffset {
					at := kmsg.NewFetchResponseTopicPartitionAbortedTransaction()
					at.ProducerID, at.FirstOffset = a.producer, a.first
					p.AbortedTransactions = append(p.AbortedTransactions, at)
				}
			}
		}
	}
	if l.onFetch != nil {
		l.onFetch(req, &p)
	}
	return p
}

func (l *Log) listOffsets(kreq kmsg.Request) (kmsg.Response, error, bool) {
	l.Cluster.KeepControl()
	req := kreq.(*kmsg.ListOffsetsRequest)
	l.mu.Lock()
	defer l.mu.Unlock()
	resp := req.ResponseKind().(*kmsg.ListOffsetsResponse)
	for _, t := range req.Topics {
		rt := kmsg.NewListOffsetsResponseTopic()
		rt.Topic = t.Topic
		for _, p := range t.Partitions {
			rp := kmsg.NewListOffsetsResponseTopicPartition()
			rp.Partition = p.Partition
			mine := t.Topic == l.topic && p.Partition == l.partition
			switch {
			case !mine:
				rp.Offset = 0
			case p.Timestamp == -2:
				rp.Offset = l.start
			case req.IsolationLevel == 1:
				rp.Offset = l.lastStable()
			default:
				rp.Offset = l.end
			}
			rt.Partitions = append(rt.Partitions, rp)
		}
		resp.Topics = append(resp.Topics, rt)
	}
	return resp, nil, true
}

// EncodeBatch makes an uncompressed record batch of a producer (-1 for none). Removed
// records widen it and are not in it; a batch may be left without any.
func EncodeBatch(producer int64, rs ...LogRecord) []byte {
	r := rs[0]
	first := millis(r.Time)
	b := kmsg.RecordBatch{
		FirstOffset: r.Offset, PartitionLeaderEpoch: 0, Magic: 2,
		LastOffsetDelta: int32(rs[len(rs)-1].Offset - r.Offset),
		FirstTimestamp:  first, MaxTimestamp: first,
		ProducerID: producer, ProducerEpoch: 0, FirstSequence: -1,
	}
	if producer >= 0 {
		b.Attributes |= 1 << 4
	}
	if r.Control != "" {
		b.Attributes |= 1 << 5
		version, kind := []byte{0, 0}, []byte{0, 0}
		if r.Control == "commit" {
			kind[1] = 1
		}
		r.Key, r.Value = append(version, kind...), []byte{0, 0, 0, 0, 0, 0}
		rs = []LogRecord{r}
	}
	for _, x := range rs {
		if x.Removed {
			continue
		}
		ms := millis(x.Time)
		b.MaxTimestamp = max(b.MaxTimestamp, ms)
		rec := kmsg.Record{TimestampDelta64: ms - first, OffsetDelta: int32(x.Offset - r.Offset), Key: x.Key, Value: x.Value}
		rec.Length = int32(len(rec.AppendTo(nil)) - 1) // written in one byte while 0
		b.Records = rec.AppendTo(b.Records)
		b.NumRecords++
	}
	return seal(b)
}

// seal sets length and checksum.
func seal(b kmsg.RecordBatch) []byte {
	raw := b.AppendTo(nil)
	binary.BigEndian.PutUint32(raw[8:], uint32(len(raw)-12))
	binary.BigEndian.PutUint32(raw[17:], crc32.Checksum(raw[21:], crc32.MakeTable(crc32.Castagnoli)))
	return raw
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return -1
	}
	return t.UnixMilli()
}

// Values is a shorthand: one record per value, at offsets from first on.
func Values(first int64, values ...string) []LogRecord {
	var rs []LogRecord
	for i, v := range values {
		if v == "" {
			v = strconv.FormatInt(first+int64(i), 10)
		}
		rs = append(rs, LogRecord{Offset: first + int64(i), Value: []byte(v)})
	}
	return rs
}
