package kafka

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/internal/kafkatest"
	"mizan/internal/testshared"
)

// logOptions are testOptions for a forged log.
func logOptions(l *kafkatest.Log) Options { return testOptions("gen", l.Addrs()...) }

// logTest is a forged log and what must come out of it.
type logTest struct {
	name    string
	records []kafkatest.LogRecord
	want    []int64 // read_committed
	wantAll []int64 // read_uncommitted; nil: the same
	next    int64
}

func data(offsets ...int64) []kafkatest.LogRecord {
	var rs []kafkatest.LogRecord
	for _, o := range offsets {
		rs = append(rs, kafkatest.LogRecord{Offset: o, Value: fmt.Appendf(nil, "v%d", o)})
	}
	return rs
}

func txn(name string, offsets ...int64) []kafkatest.LogRecord {
	rs := data(offsets...)
	for i := range rs {
		rs[i].Transaction = name
	}
	return rs
}

func marker(offset int64, name, control string) []kafkatest.LogRecord {
	return []kafkatest.LogRecord{{Offset: offset, Transaction: name, Control: control}}
}

func removed(offsets ...int64) []kafkatest.LogRecord {
	rs := data(offsets...)
	for i := range rs {
		rs[i].Removed = true
	}
	return rs
}

func cat(parts ...[]kafkatest.LogRecord) []kafkatest.LogRecord { return slices.Concat(parts...) }

func upTo(n int64) (os []int64) {
	for o := range n {
		os = append(os, o)
	}
	return os
}

var logTests = []logTest{
	{name: "commit marker in the middle", records: cat(data(0, 1), marker(2, "a", "commit"), data(3)), want: []int64{0, 1, 3}, next: 4},
	{name: "commit marker at the end", records: cat(txn("a", 0, 1), marker(2, "a", "commit")), want: []int64{0, 1}, next: 3},
	{name: "only a marker", records: marker(0, "a", "commit"), next: 1},
	{name: "aborted in the middle", records: cat(data(0), txn("a", 1, 2), marker(3, "a", "abort"), data(4)), want: []int64{0, 4}, wantAll: []int64{0, 1, 2, 4}, next: 5},
	{name: "aborted at the end", records: cat(data(0), txn("a", 1, 2), marker(3, "a", "abort")), want: []int64{0}, wantAll: []int64{0, 1, 2}, next: 4},
	{name: "all aborted", records: cat(txn("a", 0), marker(1, "a", "abort"), txn("a", 2, 3, 4), marker(5, "a", "abort")), wantAll: []int64{0, 2, 3, 4}, next: 6},
	{name: "one producer aborts, then commits", records: cat(txn("a", 0, 1), marker(2, "a", "abort"), txn("a", 3), marker(4, "a", "commit"), txn("a", 5), marker(6, "a", "abort"), txn("a", 7), marker(8, "a", "commit")),
		want: []int64{3, 7}, wantAll: []int64{0, 1, 3, 5, 7}, next: 9},
	{name: "two producers interleaved", records: cat(txn("a", 0), txn("b", 1), txn("a", 2), data(3), txn("b", 4), marker(5, "b", "abort"), txn("a", 6), marker(7, "a", "commit")),
		want: []int64{0, 2, 3, 6}, wantAll: []int64{0, 1, 2, 3, 4, 6}, next: 8},
	{name: "abort marker without records", records: cat(data(0), marker(1, "a", "abort"), txn("a", 2), marker(3, "a", "commit")), want: []int64{0, 2}, next: 4},
	{name: "holes between batches", records: data(0, 5, 9), want: []int64{0, 5, 9}, next: 10},
	{name: "hole at the start", records: data(7, 8), want: []int64{7, 8}, next: 9},
	{name: "hole of 300,000 offsets", records: data(0, 1, 300_001, 300_002), want: []int64{0, 1, 300_001, 300_002}, next: 300_003},
	{name: "last records of a batch compacted away", records: cat(data(0), removed(1, 2), data(3), removed(4)), want: []int64{0, 3}, next: 5},
	{name: "first records of a batch compacted away", records: cat(removed(0, 1), data(2, 3)), want: []int64{2, 3}, next: 4},
	{name: "empty batches", records: cat(removed(0, 1, 2), data(3), removed(4, 5, 6, 7)), want: []int64{3}, next: 8},
	{name: "nothing but empty batches", records: removed(0, 1, 2, 3), next: 4},
	{name: "markers, holes and data", records: cat(data(0, 3), marker(4, "a", "commit"), data(7)), want: []int64{0, 3, 7}, next: 8},
}

func TestForgedLogs(t *testing.T) {
	for _, tt := range logTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for perBatch := 1; perBatch <= 3; perBatch++ {
				for _, isolation := range []string{ReadCommitted, ReadUncommitted} {
					l := kafkatest.StartLog(t, "gen", 0, perBatch, tt.records...)
					o := logOptions(l)
					o.Isolation = isolation
					got := readAll(t, o)
					want := tt.want
					if isolation == ReadUncommitted && tt.wantAll != nil {
						want = tt.wantAll
					}
					if have := got.offsets("gen-0"); !slices.Equal(have, want) {
						t.Errorf("%s, %d in a batch: read %v, want %v", isolation, perBatch, have, want)
					}
					if have := got.next["gen-0"]; have != tt.next {
						t.Errorf("%s, %d in a batch: next is %d, want %d", isolation, perBatch, have, tt.next)
					}
					if have := got.lost["gen-0"]; have != nil {
						t.Errorf("%s, %d in a batch: lost %v, though nothing is", isolation, perBatch, have)
					}
				}
			}
		})
	}
}

// TestForgedLogsFromEveryOffset seeks to each offset: a batch may hold records before it,
// and a transaction may have begun before it.
func TestForgedLogsFromEveryOffset(t *testing.T) {
	for _, tt := range logTests {
		if tt.next > 100 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := kafkatest.StartLog(t, "gen", 0, 2, tt.records...)
			for from := range tt.next + 1 {
				p := testPartition(t, logOptions(l))
				p.end = tt.next
				if err := p.Seek(context.Background(), from); err != nil {
					t.Fatal(err)
				}
				var want []int64
				for _, o := range tt.want {
					if o >= from {
						want = append(want, o)
					}
				}
				if got := drain(t, p); !slices.Equal(got, want) || p.Next() != tt.next {
					t.Errorf("from %d: read %v and next is %d, want %v and %d", from, got, p.Next(), want, tt.next)
				}
			}
		})
	}
}

// testPartition is a reader of gen[0] without a group.
func testPartition(t testing.TB, o Options) *Partition {
	t.Helper()
	o, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	codec, err := newDecompressor(o.MaxBatchBytes)
	if err != nil {
		t.Fatal(err)
	}
	p := newPartition(&o, codec, newLeaderCache(&o), o.Topics[0], 0)
	t.Cleanup(p.close)
	return p
}

// drain reads a bounded partition to its end.
func drain(t testing.TB, p *Partition) (offsets []int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		ms, err := p.Fetch(ctx)
		for _, m := range ms {
			offsets = append(offsets, m.Offset)
		}
		if errors.Is(err, io.EOF) {
			return offsets
		}
		if err != nil {
			t.Fatalf("after offsets %v: %v", offsets, err)
		}
	}
}

// TestSharedCases runs what the Kafka cases say about reading; what they say about rows
// and files is the stage's to test.
func TestSharedCases(t *testing.T) {
	n := 0
	testshared.Lines(t, "cases/cases.jsonl", func(_ int, c struct {
		ID, Area string
		Log      json.RawMessage
		Expect   struct {
			Scored   []int64 `json:"scored_offsets"`
			Rejected []int64 `json:"rejected_offsets"`
			Next     *int64
			Gaps     [][]int64
		}
	}) {
		if c.Area != "kafka" || c.Log == nil || c.Expect.Scored == nil {
			return
		}
		log := kafkatest.ParseCaseLog(t, c.Log)
		if slices.ContainsFunc(log.Steps, func(s string) bool { return strings.Contains(s, "retention") }) {
			return // TestLogStartMoves
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			l := kafkatest.StartLog(t, log.Topic, log.Partition, 2, log.Records...)
			o := testOptions(log.Topic, l.Addrs()...)
			for name, raw := range log.Config {
				var err error
				switch name {
				case "isolation":
					err = json.Unmarshal(raw, &o.Isolation)
				case "fetch_max_bytes":
					err = json.Unmarshal(raw, &o.FetchMaxBytes)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			got := readAll(t, o)
			name := fmt.Sprintf("%s-%d", log.Topic, log.Partition)
			want := slices.Sorted(slices.Values(slices.Concat(c.Expect.Scored, c.Expect.Rejected)))
			wantOffsets(t, got, name, want...)
			if c.Expect.Next != nil && got.next[name] != *c.Expect.Next {
				t.Errorf("next is %d, want %d", got.next[name], *c.Expect.Next)
			}
			for _, r := range got.recs[name] {
				for _, in := range log.Records {
					if in.Offset != r.offset {
						continue
					}
					if string(in.Value) != r.value || in.Value == nil != r.null || !in.Time.Equal(r.time) {
						t.Errorf("offset %d: value, null or time differ: %d bytes, null %v, %v", r.offset, len(r.value), r.null, r.time)
					}
				}
			}
		})
	})
	if n == 0 {
		t.Error("no case was found")
	}
}

func TestTombstonesEmptyValuesAndTimes(t *testing.T) {
	day := time.Date(2026, 11, 30, 23, 59, 59, 999e6, time.UTC)
	l := kafkatest.StartLog(t, "gen", 0, 10,
		kafkatest.LogRecord{Offset: 0, Key: []byte("k"), Value: nil, Time: day},
		kafkatest.LogRecord{Offset: 1, Key: []byte{}, Value: []byte{}, Time: day.Add(time.Millisecond)},
		kafkatest.LogRecord{Offset: 2, Value: []byte("x"), Time: time.UnixMilli(0)},
		kafkatest.LogRecord{Offset: 3, Value: []byte("y")},
		kafkatest.LogRecord{Offset: 4, Value: []byte("z"), Time: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)},
	)
	got := readAll(t, logOptions(l)).recs["gen-0"]
	want := []rec{
		{0, day, "", true},
		{1, day.Add(time.Millisecond), "", false},
		{2, time.UnixMilli(0).UTC(), "x", false},
		{3, time.Time{}, "y", false},
		{4, time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), "z", false},
	}
	if !slices.Equal(got, want) {
		t.Errorf("read\n%v, want\n%v", got, want)
	}
}

func TestLogStartMoves(t *testing.T) {
	l := kafkatest.StartLog(t, "gen", 0, 1, data(upTo(10)...)...)
	l.SetStart(4)
	p := testPartition(t, logOptions(l))
	p.end = 10
	ctx := context.Background()
	if err := p.Seek(ctx, 2); err != nil {
		t.Fatal(err)
	}
	if got := p.Lost(); !slices.Equal(got, []Range{{2, 4}}) || p.Next() != 4 {
		t.Errorf("lost %v, next %d, want [2,4) and 4", got, p.Next())
	}
	// While it reads: a small limit keeps the rest from being at hand already.
	p.o.FetchMaxBytes, p.maxBytes = 1, 1
	ms, err := p.Fetch(ctx)
	if err != nil || len(ms) != 1 || ms[0].Offset != 4 {
		t.Fatalf("read %v, %v, want offset 4", keep(ms), err)
	}
	l.SetStart(8)
	var read []int64
	for {
		before := len(p.Lost())
		ms, err := p.Fetch(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Lost()) > before && len(ms) > 0 {
			t.Errorf("messages %v came with a loss", keep(ms))
		}
		for _, m := range ms {
			read = append(read, m.Offset)
		}
	}
	// Offset 5 may have been sent ahead before the start moved.
	if read[0] == 5 {
		read = read[1:]
	}
	if !slices.Equal(read, []int64{8, 9}) {
		t.Errorf("then read %v, want 8 and 9", read)
	}
	if got := p.Lost(); len(got) != 2 || got[1].Next != 8 || got[1].First < 5 {
		t.Errorf("lost %v, want a second range up to 8", got)
	}
}

func TestStopOnDataLoss(t *testing.T) {
	l := kafkatest.StartLog(t, "gen", 0, 1, data(upTo(10)...)...)
	l.SetStart(4)
	o := logOptions(l)
	o.OnDataLoss = StopOnDataLoss
	p := testPartition(t, o)
	err := p.Seek(context.Background(), 2)
	if !errors.Is(err, ErrDataLoss) || !strings.Contains(err.Error(), "gen[0]") || !strings.Contains(err.Error(), "offset 2") || !strings.Contains(err.Error(), "starts at 4") {
		t.Errorf("got %v, want ErrDataLoss naming gen[0], 2 and 4", err)
	}
	// A hole inside the log is none.
	l = kafkatest.StartLog(t, "gen", 0, 1, data(0, 7)...)
	o.Brokers = l.Addrs()
	wantOffsets(t, readAll(t, o), "gen-0", 0, 7)
}

// TestLogShorterThanBefore: a topic made anew must not be read as if it were the old one.
func TestLogShorterThanBefore(t *testing.T) {
	t.Parallel()
	l := kafkatest.StartLog(t, "gen", 0, 1, data(upTo(3)...)...)
	p := testPartition(t, logOptions(l))
	start := time.Now()
	err := p.Seek(context.Background(), 700)
	if !errors.Is(err, ErrDataLoss) || !strings.Contains(err.Error(), "ends at 3") {
		t.Errorf("got %v, want ErrDataLoss that says where the log ends", err)
	}
	if d := time.Since(start); d > beyondPatience+5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// TestHoleAtTheEnd: offsets without records up to the end of the log do not hang a
// bounded run, and are neither lost nor stepped over.
func TestHoleAtTheEnd(t *testing.T) {
	l := kafkatest.StartLog(t, "gen", 0, 1, data(0, 1)...)
	l.SetEnd(500)
	got := readAll(t, logOptions(l))
	wantOffsets(t, got, "gen-0", 0, 1)
	if got.next["gen-0"] != 2 || got.lost["gen-0"] != nil {
		t.Errorf("next %d, lost %v, want 2 and nothing", got.next["gen-0"], got.lost["gen-0"])
	}
	l.Append(data(500)...)
	o := logOptions(l)
	wantOffsets(t, readAll(t, o), "gen-0", 500) // from the group's offset on
}

// TestSilentBroker: a broker that does not hand out what it has is an error with a name,
// not silence.
func TestSilentBroker(t *testing.T) {
	t.Parallel()
	l := kafkatest.StartLog(t, "gen", 0, 1, data(upTo(5)...)...)
	l.OnFetch(func(req *kmsg.FetchRequest, p *kmsg.FetchResponseTopicPartition) {
		if req.Topics[0].Partitions[0].FetchOffset == 2 {
			p.RecordBatches = nil
		}
	})
	for _, bounded := range []bool{true, false} {
		o := logOptions(l)
		o.StallTimeout, o.FetchMaxBytes = 500*time.Millisecond, 1
		p := testPartition(t, o)
		if bounded {
			p.end = 5
		} else {
			p.o.UntilEnd = false
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := p.SeekGroup(ctx)
		for err == nil {
			_, err = p.Fetch(ctx)
		}
		cancel()
		if !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), "offset 2") {
			t.Errorf("bounded %v: got %v, want ErrStalled naming offset 2", bounded, err)
		}
	}
}

// TestCorruptBatch: a batch that does not check out is fetched again, and then named.
func TestCorruptBatch(t *testing.T) {
	for _, lasting := range []bool{false, true} {
		l := kafkatest.StartLog(t, "gen", 0, 1, data(upTo(4)...)...)
		spoilt := 0
		l.OnFetch(func(req *kmsg.FetchRequest, p *kmsg.FetchResponseTopicPartition) {
			b := p.RecordBatches
			for len(b) > 0 {
				span := batchSpan(b)
				if b[7] == 2 && (lasting || spoilt == 0) {
					b[span-2] ^= 0x20
					spoilt++
				}
				b = b[span:]
			}
		})
		p := testPartition(t, logOptions(l))
		p.end = 4
		err := p.Seek(context.Background(), 0)
		var read []int64
		for err == nil {
			ms, ferr := p.Fetch(context.Background())
			for _, m := range ms {
				read = append(read, m.Offset)
			}
			err = ferr
		}
		switch {
		case lasting && (!errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "offset 2 of gen[0]") || !slices.Equal(read, []int64{0, 1})):
			t.Errorf("read %v, then %v, want 0 and 1, then ErrCorrupt naming offset 2 of gen[0]", read, err)
		case !lasting && (err != io.EOF || !slices.Equal(read, upTo(4))):
			t.Errorf("read %v, then %v, want all four", read, err)
		}
	}
}

// TestBatchCutByTheLimit: brokers before KIP-74, and some proxies, cut a batch that is
// larger than what was asked for.
func TestBatchCutByTheLimit(t *testing.T) {
	big := strings.Repeat("word ", 100_000)
	l := kafkatest.StartLog(t, "gen", 0, 1, kafkatest.Values(0, "a", big, "c")...)
	l.OnFetch(func(req *kmsg.FetchRequest, p *kmsg.FetchResponseTopicPartition) {
		if limit := int(req.Topics[0].Partitions[0].PartitionMaxBytes); len(p.RecordBatches) > limit {
			p.RecordBatches = p.RecordBatches[:limit]
		}
	})
	for _, limit := range []int{1, 5, 70, 1000, 600_000} {
		o := logOptions(l)
		o.FetchMaxBytes = limit
		p := testPartition(t, o)
		p.end = 3
		if err := p.Seek(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
		if got := drain(t, p); !slices.Equal(got, upTo(3)) {
			t.Errorf("limit %d: read %v, want all three", limit, got)
		}
	}
}

// TestCutTailIsNoPause: an answer of several Fetches that ends in a cut batch is followed
// by the next one, without an empty Fetch between (each would wait).
func TestCutTailIsNoPause(t *testing.T) {
	var values []string
	for range 30 {
		values = append(values, strings.Repeat("x", 300_000))
	}
	l := kafkatest.StartLog(t, "gen", 0, 1, kafkatest.Values(0, values...)...)
	l.OnFetch(func(req *kmsg.FetchRequest, p *kmsg.FetchResponseTopicPartition) {
		// What the limit leaves of the batch after the last whole one.
		if n := len(p.RecordBatches); n > 0 {
			p.RecordBatches = append(p.RecordBatches, p.RecordBatches[:min(n, 100_000)]...)
		}
	})
	o := logOptions(l)
	o.FetchMaxBytes = 1_300_000 // four batches, which is what one Fetch takes
	p := testPartition(t, o)
	p.end = 30
	if err := p.Seek(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	for read := 0; read < 30; {
		ms, err := p.Fetch(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(ms) == 0 {
			t.Errorf("an empty Fetch after %d records", read)
		}
		read += len(ms)
	}
}
