package embedded

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func start(t *testing.T, o Options) *Broker {
	t.Helper()
	b, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func TestProducedRecordsCanBeRead(t *testing.T) {
	b := start(t, Options{})
	if err := b.CreateTopic("gen", 3); err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 30, 12, 0, 0, 123e6, time.UTC)
	big := strings.Repeat("word ", 2_400_000)
	in := []Record{
		{Key: []byte("k"), Value: []byte("v"), Time: day},
		{Value: nil, Time: day.Add(-48 * time.Hour)},
		{Value: []byte{}},
		{Value: []byte(big), Time: day},
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := b.Produce(ctx, "gen", 2, in...); err != nil {
		t.Fatal(err)
	}
	cl, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...), kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{"gen": {2: kgo.NewOffset().AtStart()}}),
		kgo.FetchMaxPartitionBytes(64<<20))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	var out []*kgo.Record
	for len(out) < len(in) {
		fs := cl.PollFetches(ctx)
		if err := fs.Err(); err != nil {
			t.Fatal(err)
		}
		out = append(out, fs.Records()...)
	}
	for i, r := range out {
		want := in[i]
		if string(r.Key) != string(want.Key) || string(r.Value) != string(want.Value) || (r.Value == nil) != (want.Value == nil) || r.Offset != int64(i) {
			t.Errorf("record %d differs: key %q, %d bytes, null %v, offset %d", i, r.Key, len(r.Value), r.Value == nil, r.Offset)
		}
		if !want.Time.IsZero() && !r.Timestamp.Equal(want.Time) {
			t.Errorf("record %d has the time %v, want %v", i, r.Timestamp, want.Time)
		}
		if want.Time.IsZero() && time.Since(r.Timestamp) > time.Minute {
			t.Errorf("record %d has the time %v, want about now", i, r.Timestamp)
		}
	}
}

func TestFaults(t *testing.T) {
	b := start(t, Options{})
	if err := b.CreateTopic("gen", 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for name, err := range map[string]error{
		`topic "gen"`:  b.CreateTopic("gen", 1),
		"0 partitions": b.CreateTopic("none", 0),
		"gen[7]":       b.Produce(ctx, "gen", 7, Record{Value: []byte("x")}),
		"nowhere[0]":   b.Produce(ctx, "nowhere", 0, Record{Value: []byte("x")}),
	} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error naming %s", err, name)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if b, err := Start(Options{Port: l.Addr().(*net.TCPAddr).Port}); err == nil {
		b.Close()
		t.Error("a second listener on a port gave no error")
	}
}
