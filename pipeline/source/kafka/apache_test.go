package kafka

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/internal/kafkatest"
)

// TestApacheKafka runs what only the real broker can show: its transactions, its
// compaction, its coordinators, a broker that is killed. It pins the version of kafka-go,
// whose group protocol has to suit the brokers of the day.
func TestApacheKafka(t *testing.T) {
	c := kafkatest.Start(t)
	t.Run("codecs", func(t *testing.T) { testApacheCodecs(t, c) })
	t.Run("transactions", func(t *testing.T) { testApacheTransactions(t, c) })
	t.Run("large records", func(t *testing.T) { testApacheLargeRecords(t, c) })
	t.Run("deleted records", func(t *testing.T) { testApacheDeletedRecords(t, c) })
	t.Run("compaction", func(t *testing.T) { testApacheCompaction(t, c) })
	t.Run("two members and a killed broker", func(t *testing.T) { testApacheKilledBroker(t, c) })
}

func apacheOptions(topic string, c *kafkatest.Cluster) Options {
	o := testOptions(topic, c.Addr())
	o.StallTimeout = 60 * time.Second
	return o
}

// send produces values to a partition.
func send(t testing.TB, cl *kgo.Client, topic string, partition int32, values ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	var rs []*kgo.Record
	for _, v := range values {
		rs = append(rs, &kgo.Record{Topic: topic, Partition: partition, Value: []byte(v), Timestamp: time.UnixMilli(1764500000123)})
	}
	if err := cl.ProduceSync(ctx, rs...).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

func testApacheCodecs(t *testing.T, c *kafkatest.Cluster) {
	codecs := []kgo.CompressionCodec{kgo.NoCompression(), kgo.GzipCompression(), kgo.SnappyCompression(), kgo.Lz4Compression(), kgo.ZstdCompression()}
	c.CreateTopic("codecs", len(codecs))
	const n = 3000
	var values []string
	for i := range n {
		values = append(values, fmt.Sprintf("record %d %s", i, strings.Repeat("lorem ipsum ", i%50)))
	}
	for i, codec := range codecs {
		send(t, c.Client(kgo.ProducerBatchCompression(codec)), "codecs", int32(i), values...)
	}
	l := readAll(t, apacheOptions("codecs", c))
	l.wantOnce(t, "codecs", len(codecs), n)
	for i := range codecs {
		for j, r := range l.recs[fmt.Sprintf("codecs-%d", i)] {
			if r.value != values[j] || !r.time.Equal(time.UnixMilli(1764500000123)) {
				t.Fatalf("codec %d, record %d: %q at %v", i, j, r.value, r.time)
			}
		}
	}
}

func testApacheTransactions(t *testing.T, c *kafkatest.Cluster) {
	c.CreateTopic("txn", 1)
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	cl := c.Client(kgo.TransactionalID("t1"), kgo.ProducerBatchCompression(kgo.Lz4Compression()))
	plain := c.Client()
	var committed, all []int64
	next := int64(0)
	for i, end := range []kgo.TransactionEndTry{kgo.TryCommit, kgo.TryAbort, kgo.TryCommit, kgo.TryAbort, kgo.TryAbort} {
		if err := cl.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		for range i + 2 {
			send(t, cl, "txn", 0, fmt.Sprint(next))
			all = append(all, next)
			if end == kgo.TryCommit {
				committed = append(committed, next)
			}
			next++
		}
		send(t, plain, "txn", 0, fmt.Sprint(next)) // inside another's open transaction
		all, committed = append(all, next), append(committed, next)
		next += 2 // and the marker
		if err := cl.EndTransaction(ctx, end); err != nil {
			t.Fatal(err)
		}
	}
	o := apacheOptions("txn", c)
	waitStable(t, o, next)
	o.Group = "committed"
	l := readAll(t, o)
	wantOffsets(t, l, "txn-0", committed...)
	if l.next["txn-0"] != next {
		t.Errorf("next is %d, want %d: behind the last marker", l.next["txn-0"], next)
	}
	o.Group, o.Isolation = "uncommitted", ReadUncommitted
	l = readAll(t, o)
	wantOffsets(t, l, "txn-0", all...)
	if l.next["txn-0"] != next {
		t.Errorf("next is %d, want %d: behind the last marker", l.next["txn-0"], next)
	}
	for _, r := range l.recs["txn-0"] {
		if r.value != fmt.Sprint(r.offset) {
			t.Errorf("offset %d holds %q", r.offset, r.value)
		}
	}

	// A transaction that is still open holds readers of committed records back.
	if err := cl.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	send(t, cl, "txn", 0, "open")
	send(t, plain, "txn", 0, "behind")
	o.Group, o.Isolation = "committed", ReadCommitted
	wantOffsets(t, readAll(t, o), "txn-0")
	if err := cl.EndTransaction(ctx, kgo.TryCommit); err != nil {
		t.Fatal(err)
	}
	waitStable(t, o, next+3)
	wantOffsets(t, readAll(t, o), "txn-0", next, next+1)
}

// waitStable waits until the last transaction's marker is written, which a broker does
// after it has answered the producer.
func waitStable(t testing.TB, o Options, end int64) {
	t.Helper()
	for range 200 {
		infos, err := Describe(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if infos[0].Partitions[0].End == end {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("the last stable offset does not come to %d", end)
}

// testApacheLargeRecords: a record above the fetch limit comes whole and alone.
func testApacheLargeRecords(t *testing.T, c *kafkatest.Cluster) {
	c.CreateTopic("large", 1, "max.message.bytes=67108864")
	cl := c.Client(kgo.ProducerBatchMaxBytes(60<<20), kgo.ProducerBatchCompression(kgo.NoCompression()))
	big := strings.Repeat("word ", 2_400_000)
	send(t, cl, "large", 0, "small")
	send(t, cl, "large", 0, big)
	send(t, cl, "large", 0, "small")
	o := apacheOptions("large", c)
	o.FetchMaxBytes = 1 << 20
	l := readAll(t, o)
	l.wantOnce(t, "large", 1, 3)
	if got := l.recs["large-0"]; len(got) == 3 && got[1].value != big {
		t.Errorf("the large record came with %d bytes, want %d", len(got[1].value), len(big))
	}
}

func testApacheDeletedRecords(t *testing.T, c *kafkatest.Cluster) {
	c.CreateTopic("deleted", 1)
	cl := c.Client()
	for i := range 20 {
		send(t, cl, "deleted", 0, fmt.Sprint(i))
	}
	o := apacheOptions("deleted", c)
	p := testPartition(t, o)
	p.end = 20
	if err := p.Seek(context.Background(), 3); err != nil {
		t.Fatal(err)
	}
	deleteRecords(t, cl, "deleted", 12)
	if got := drain(t, p); !slices.Equal(got, []int64{12, 13, 14, 15, 16, 17, 18, 19}) {
		t.Errorf("read %v, want 12 to 19", got)
	}
	if got := p.Lost(); !slices.Equal(got, []Range{{3, 12}}) {
		t.Errorf("lost %v, want [3,12)", got)
	}
	p = testPartition(t, o)
	if err := p.Seek(context.Background(), 21); !errors.Is(err, ErrDataLoss) {
		t.Errorf("seeking behind the end: %v, want ErrDataLoss", err)
	}
}

func deleteRecords(t testing.TB, cl *kgo.Client, topic string, before int64) {
	t.Helper()
	req := kmsg.NewPtrDeleteRecordsRequest()
	rt := kmsg.NewDeleteRecordsRequestTopic()
	rt.Topic = topic
	rp := kmsg.NewDeleteRecordsRequestTopicPartition()
	rp.Offset = before
	rt.Partitions = append(rt.Partitions, rp)
	req.Topics = append(req.Topics, rt)
	req.TimeoutMillis = 10_000
	for _, shard := range cl.RequestSharded(context.Background(), req) {
		if shard.Err != nil {
			t.Fatal(shard.Err)
		}
		if code := shard.Resp.(*kmsg.DeleteRecordsResponse).Topics[0].Partitions[0].ErrorCode; code != 0 {
			t.Fatalf("deleting records: %v", codeError(code))
		}
	}
}

// testApacheCompaction: the cleaner leaves holes inside batches, at their ends, and
// batches without records; a reader gets through and sees each key's last value.
func testApacheCompaction(t *testing.T, c *kafkatest.Cluster) {
	c.CreateTopic("compacted", 1, "cleanup.policy=compact", "segment.bytes=1048576", "segment.ms=200", "min.cleanable.dirty.ratio=0.001", "max.compaction.lag.ms=300", "delete.retention.ms=0")
	cl := c.Client()
	ctx := context.Background()
	const n, keys = 5000, 40
	last := map[string]string{}
	var rs []*kgo.Record
	for i := range n {
		k, v := fmt.Sprintf("k%d", (i*i+i/7)%keys), fmt.Sprint(i)
		last[k] = v
		rs = append(rs, &kgo.Record{Topic: "compacted", Key: []byte(k), Value: []byte(v)})
	}
	for part := range slices.Chunk(rs, 13) { // batches of 13
		if err := cl.ProduceSync(ctx, part...).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	// A record later than segment.ms rolls the segment, which alone is cleaned.
	time.Sleep(300 * time.Millisecond)
	if err := cl.ProduceSync(ctx, &kgo.Record{Topic: "compacted", Key: []byte("end"), Value: []byte("end")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	o := apacheOptions("compacted", c)
	deadline := time.Now().Add(25 * time.Second)
	for try := 0; ; try++ {
		o.Group = fmt.Sprintf("try-%d", try)
		l := readAll(t, o)
		if l.next["compacted-0"] != n+1 {
			t.Fatalf("next is %d, want %d", l.next["compacted-0"], n+1)
		}
		values := map[string]bool{}
		for _, r := range l.recs["compacted-0"] {
			values[r.value] = true
		}
		for k, v := range last {
			if !values[v] {
				t.Fatalf("the last value %q of key %q was not read", v, k)
			}
		}
		if got := len(l.recs["compacted-0"]); got < n/2 {
			t.Logf("%d of %d records are left after compaction", got, n+1)
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the broker has not compacted the topic in time")
		}
		time.Sleep(500 * time.Millisecond)
	}
}

func testApacheKilledBroker(t *testing.T, c *kafkatest.Cluster) {
	const partitions, n = 4, 4000
	c.CreateTopic("killed", partitions)
	cl := c.Client(kgo.ProducerBatchCompression(kgo.ZstdCompression()))
	fill := func() {
		for p := range int32(partitions) {
			var values []string
			for i := range n / 2 {
				values = append(values, fmt.Sprintf("%d-%d", p, i))
			}
			for part := range slices.Chunk(values, 100) {
				send(t, cl, "killed", p, part...)
			}
		}
	}
	o := endless(apacheOptions("killed", c))
	o.FetchMaxBytes = 2000
	l := newCommitLog()
	slow := func(ctx context.Context, p *Partition) error {
		time.Sleep(20 * time.Millisecond)
		return l.handle(50)(ctx, p)
	}
	fill()
	a, b := startWorker(o, slow), startWorker(o, slow)
	l.waitFor(t, "killed", partitions, n/20, 30*time.Second, a, b)
	c.Kill()
	time.Sleep(500 * time.Millisecond)
	c.Start()
	a.stop(t) // a member leaves while the group is still finding itself
	fill()
	l.waitFor(t, "killed", partitions, n, 60*time.Second, b)
	b.stop(t)
	l.wantOnce(t, "killed", partitions, n)
}
