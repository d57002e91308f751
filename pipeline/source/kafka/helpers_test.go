package kafka

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/pipeline/embedded"
	"mizan/pipeline/source"
)

// startBroker starts an in-process broker with a topic.
func startBroker(t testing.TB, topic string, partitions int, extra ...kfake.Opt) *embedded.Broker {
	t.Helper()
	extra = append(extra, kfake.GroupMinSessionTimeout(100*time.Millisecond))
	b, err := embedded.Start(embedded.Options{Extra: extra})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if topic != "" {
		if err := b.CreateTopic(topic, partitions); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func produce(t testing.TB, b *embedded.Broker, topic string, partition int32, values ...string) {
	t.Helper()
	var rs []embedded.Record
	for _, v := range values {
		rs = append(rs, embedded.Record{Value: []byte(v)})
	}
	if err := b.Produce(context.Background(), topic, partition, rs...); err != nil {
		t.Fatal(err)
	}
}

// testOptions are quick timeouts for loopback.
func testOptions(topic string, addrs ...string) Options {
	return Options{
		Brokers: addrs, Topics: []string{topic}, Group: "g-" + topic,
		FetchMaxWait: 50 * time.Millisecond, HeartbeatInterval: 50 * time.Millisecond,
		SessionTimeout: 5 * time.Second, RebalanceTimeout: 10 * time.Second,
		DialTimeout: 2 * time.Second, StallTimeout: 20 * time.Second,
		UntilEnd: true, Logger: quiet(),
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// rec is a message as a test keeps it.
type rec struct {
	offset int64
	time   time.Time
	value  string
	null   bool
}

func keep(ms []source.Message) []rec {
	var rs []rec
	for _, m := range ms {
		rs = append(rs, rec{m.Offset, m.Time, string(m.Value), m.Value == nil})
	}
	return rs
}

// commitLog is a stage's commit log in memory: what each partition's readers made
// durable, and from where the next one goes on. A commit from any other place than the
// log's end is a zombie's and is refused.
type commitLog struct {
	mu   sync.Mutex
	next map[string]int64
	recs map[string][]rec
	lost map[string][]Range
}

func newCommitLog() *commitLog {
	return &commitLog{next: map[string]int64{}, recs: map[string][]rec{}, lost: map[string][]Range{}}
}

func key(p *Partition) string { return fmt.Sprintf("%s-%d", p.Topic(), p.ID()) }

func (l *commitLog) at(p *Partition) (int64, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, ok := l.next[key(p)]
	return n, ok
}

func (l *commitLog) commit(p *Partition, from, next int64, rs []rec) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.next[key(p)]; ok && at != from {
		return false
	}
	l.next[key(p)] = next
	l.recs[key(p)] = append(l.recs[key(p)], rs...)
	l.lost[key(p)] = append(l.lost[key(p)], p.Lost()...)
	return true
}

func (l *commitLog) offsets(name string) []int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	var os []int64
	for _, r := range l.recs[name] {
		os = append(os, r.offset)
	}
	return os
}

// handle is a small stage: slices of up to slice records, committed to the log; what is
// open when the partition goes is dropped.
func (l *commitLog) handle(slice int) Handler {
	return func(ctx context.Context, p *Partition) error {
		next, ok := l.at(p)
		var err error
		if ok {
			err = p.Seek(ctx, next)
		} else {
			err = p.SeekGroup(ctx)
		}
		if err != nil {
			return err
		}
		from := p.Next()
		if ok {
			from = next // what is lost in between belongs to the slice
		}
		var open []rec
		for {
			ms, err := p.Fetch(ctx)
			open = append(open, keep(ms)...)
			if len(open) >= slice || errors.Is(err, io.EOF) {
				if !l.commit(p, from, p.Next(), open) {
					return fmt.Errorf("the log of %s is not at %d", key(p), from)
				}
				from, open = p.Next(), nil
				if err := p.CommitGroup(ctx, from); err != nil {
					return err
				}
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
}

// readAll runs a bounded stage and returns its commit log.
func readAll(t testing.TB, o Options) *commitLog {
	t.Helper()
	l := newCommitLog()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := Run(ctx, o, l.handle(1)); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Fatal("the bounded run did not end")
	}
	return l
}

func wantOffsets(t testing.TB, l *commitLog, name string, want ...int64) {
	t.Helper()
	if got := l.offsets(name); !slices.Equal(got, want) {
		t.Errorf("%s: read offsets %v, want %v", name, got, want)
	}
}

func addPartitions(t testing.TB, b *embedded.Broker, topic string, count int32) {
	t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	req := kmsg.NewPtrCreatePartitionsRequest()
	rt := kmsg.NewCreatePartitionsRequestTopic()
	rt.Topic, rt.Count = topic, count
	req.Topics = append(req.Topics, rt)
	res, err := req.RequestWith(context.Background(), cl)
	if err != nil || res.Topics[0].ErrorCode != 0 {
		t.Fatal(err, res)
	}
}
