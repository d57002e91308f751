package kafka

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mizan/pipeline/embedded"
)

// worker runs a stage in the background, to be stopped and started.
type worker struct {
	cancel context.CancelFunc
	done   chan error
}

func startWorker(o Options, h Handler) *worker {
	ctx, cancel := context.WithCancel(context.Background())
	w := &worker{cancel: cancel, done: make(chan error, 1)}
	go func() { w.done <- Run(ctx, o, h) }()
	return w
}

func (w *worker) stop(t testing.TB) {
	t.Helper()
	w.cancel()
	select {
	case err := <-w.done:
		if err != nil {
			t.Errorf("a stopped run returned %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("a stopped run does not return")
	}
}

// waitFor waits until the log has n records in each partition of topic.
func (l *commitLog) waitFor(t testing.TB, topic string, partitions, n int, limit time.Duration, ws ...*worker) {
	t.Helper()
	deadline := time.Now().Add(limit)
	for {
		full := 0
		for p := range partitions {
			if len(l.offsets(fmt.Sprintf("%s-%d", topic, p))) >= n {
				full++
			}
		}
		if full == partitions {
			return
		}
		for _, w := range ws {
			select {
			case err := <-w.done:
				t.Fatalf("a run ended with %v", err)
			default:
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("after %v %d of %d partitions have their %d records", limit, full, partitions, n)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// wantOnce checks that each offset below n is there once, in order.
func (l *commitLog) wantOnce(t testing.TB, topic string, partitions, n int) {
	t.Helper()
	for p := range partitions {
		name := fmt.Sprintf("%s-%d", topic, p)
		if got := l.offsets(name); !slices.Equal(got, upTo(int64(n))) {
			t.Errorf("%s: %d offsets, want 0 to %d once each: %v", name, len(got), n-1, firstOdd(got))
		}
	}
}

func firstOdd(got []int64) string {
	for i, o := range got {
		if o != int64(i) {
			return fmt.Sprintf("at place %d is offset %d", i, o)
		}
	}
	return "the end is missing"
}

func endless(o Options) Options {
	o.UntilEnd = false
	return o
}

func produceAll(t testing.TB, b *embedded.Broker, topic string, partitions, n int) {
	for p := range partitions {
		var rs []embedded.Record
		for i := range n {
			rs = append(rs, embedded.Record{Value: fmt.Appendf(nil, "%d-%d", p, i)})
		}
		for c := range slices.Chunk(rs, 100) {
			if err := b.Produce(context.Background(), topic, int32(p), c...); err != nil {
				t.Error(err)
				return
			}
		}
	}
}

// TestRebalanceChurn lets members come and go while records come in: whatever the group
// does, every offset is committed once, in order, and no reader of an old generation gets
// between.
func TestRebalanceChurn(t *testing.T) {
	t.Parallel()
	const partitions, n, members, rounds = 4, 2000, 3, 50
	b := startBroker(t, "gen", partitions)
	o := endless(testOptions("gen", b.Addrs()...))
	l := newCommitLog()
	var readers [partitions]atomic.Int32
	handle := func(ctx context.Context, p *Partition) error {
		if readers[p.ID()].Add(1) > 1 {
			t.Errorf("partition %d has two readers", p.ID())
		}
		defer readers[p.ID()].Add(-1)
		err := l.handle(7)(ctx, p)
		time.Sleep(rand.N(20 * time.Millisecond)) // a stage takes its time to finish
		return err
	}
	var produced sync.WaitGroup
	produced.Go(func() { produceAll(t, b, "gen", partitions, n) })
	var ws [members]*worker
	for range rounds {
		i := rand.N(members)
		if ws[i] == nil {
			ws[i] = startWorker(o, handle)
		} else {
			ws[i].stop(t)
			ws[i] = nil
		}
		time.Sleep(rand.N(80 * time.Millisecond))
	}
	if ws[0] == nil {
		ws[0] = startWorker(o, handle)
	}
	produced.Wait()
	// A slice is committed when it is full: the last ones need records to fill it.
	produceAll(t, b, "gen", partitions, 7)
	l.waitFor(t, "gen", partitions, n, 30*time.Second)
	for _, w := range ws {
		if w != nil {
			w.stop(t)
		}
	}
	for p := range partitions {
		name := fmt.Sprintf("gen-%d", p)
		l.recs[name] = l.recs[name][:n]
	}
	l.wantOnce(t, "gen", partitions, n)
}

// TestBoundedRunWithTwoMembers: each ends when its partitions have, and what one leaves
// the other reads on.
func TestBoundedRunWithTwoMembers(t *testing.T) {
	b := startBroker(t, "gen", 5)
	produceAll(t, b, "gen", 5, 300)
	o := testOptions("gen", b.Addrs()...)
	l := newCommitLog()
	ws := []*worker{startWorker(o, l.handle(10)), startWorker(o, l.handle(10)), startWorker(o, l.handle(10))}
	for _, w := range ws {
		select {
		case err := <-w.done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("a bounded run does not end")
		}
	}
	l.wantOnce(t, "gen", 5, 300)
}

func TestEmptyTopicEndsAtOnce(t *testing.T) {
	b := startBroker(t, "gen", 3)
	start := time.Now()
	l := readAll(t, testOptions("gen", b.Addrs()...))
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	if len(l.next) != 3 || l.next["gen-2"] != 0 {
		t.Errorf("partitions read: %v, want three at 0", l.next)
	}
}

// TestUntilEndIsTheEndAtTheStart: what is produced later is left for the next run.
func TestUntilEndIsTheEndAtTheStart(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 50)
	l := newCommitLog()
	first := true
	err := Run(context.Background(), testOptions("gen", b.Addrs()...), func(ctx context.Context, p *Partition) error {
		if first {
			produceAll(t, b, "gen", 1, 50)
			first = false
		}
		return l.handle(1000)(ctx, p)
	})
	if err != nil {
		t.Fatal(err)
	}
	l.wantOnce(t, "gen", 1, 50)
	if l.next["gen-0"] != 50 {
		t.Errorf("next is %d, want 50", l.next["gen-0"])
	}
}

// TestSlowHandler: heartbeats go on while a handler sleeps far beyond the session
// timeout, so it keeps its partition.
func TestSlowHandler(t *testing.T) {
	t.Parallel()
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 10)
	o := testOptions("gen", b.Addrs()...)
	o.SessionTimeout, o.HeartbeatInterval = 400*time.Millisecond, 50*time.Millisecond
	l := newCommitLog()
	calls := 0
	err := Run(context.Background(), o, func(ctx context.Context, p *Partition) error {
		calls++
		if err := p.SeekGroup(ctx); err != nil {
			return err
		}
		if _, err := p.Fetch(ctx); err != nil {
			return err
		}
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return fmt.Errorf("taken away while it was slow: %w", context.Cause(ctx))
		}
		return l.handle(1)(ctx, p)
	})
	if err != nil || calls != 1 {
		t.Errorf("%d calls, %v, want one and no error", calls, err)
	}
	l.wantOnce(t, "gen", 1, 10)
}

// TestStartOffset: where to begin without commit record and group offset.
func TestStartOffset(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produce(t, b, "gen", 0, "a", "b", "c")
	o := testOptions("gen", b.Addrs()...)
	var log strings.Builder
	o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	wantOffsets(t, readAll(t, o), "gen-0", 0, 1, 2)
	if log.Len() > 0 {
		t.Errorf("a first start warns: %s", log.String())
	}
	produce(t, b, "gen", 0, "d")
	wantOffsets(t, readAll(t, o), "gen-0", 3) // the group's offset
	// An output that lacks what the group has read is worth a warning.
	if !strings.Contains(log.String(), "before which this output directory has no records") || !strings.Contains(log.String(), "offset=3") {
		t.Errorf("no warning of the missing log: %q", log.String())
	}

	o.Group, o.StartOffset = "late", Latest
	wantOffsets(t, readAll(t, o), "gen-0")
	// The end that was found counts from then on, though nothing was committed.
	produce(t, b, "gen", 0, "e")
	wantOffsets(t, readAll(t, o), "gen-0", 4)
}

func TestHandlerErrors(t *testing.T) {
	b := startBroker(t, "gen", 3)
	o := endless(testOptions("gen", b.Addrs()...))
	broken := errors.New("disk is full")
	var returned atomic.Int32
	err := Run(context.Background(), o, func(ctx context.Context, p *Partition) error {
		defer returned.Add(1)
		if p.ID() == 1 {
			return broken
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, broken) || returned.Load() != 3 {
		t.Errorf("got %v after %d of 3 handlers, want the handler's error after all", err, returned.Load())
	}
	// An error in finishing after the stop is one, too.
	ctx, cancel := context.WithCancel(context.Background())
	err = Run(ctx, o, func(ctx context.Context, p *Partition) error {
		cancel()
		<-ctx.Done()
		if p.ID() == 2 {
			return broken
		}
		return ctx.Err()
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want the error of finishing", err)
	}
}

// TestShutdownFinishesFirst: at the stop handlers can still commit, being members.
func TestShutdownFinishesFirst(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 10)
	o := endless(testOptions("gen", b.Addrs()...))
	ctx, cancel := context.WithCancel(context.Background())
	err := Run(ctx, o, func(hctx context.Context, p *Partition) error {
		if err := p.SeekGroup(hctx); err != nil {
			return err
		}
		cancel()
		<-hctx.Done()
		time.Sleep(300 * time.Millisecond) // flushing
		return p.CommitGroup(hctx, 6)
	})
	if err != nil {
		t.Fatal(err)
	}
	wantOffsets(t, readAll(t, testOptions("gen", b.Addrs()...)), "gen-0", 6, 7, 8, 9)
}

// TestGroupFaults: what coordinators answer in the course of things ends generations, not
// runs.
func TestGroupFaults(t *testing.T) {
	for _, f := range []kfake.Fault{
		{Keys: []kmsg.Key{kmsg.Heartbeat}, Err: kerr.RebalanceInProgress, Count: 3, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.Heartbeat}, Err: kerr.UnknownMemberID, Count: 2, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.Heartbeat}, Err: kerr.IllegalGeneration, Count: 2, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.JoinGroup}, Err: kerr.CoordinatorNotAvailable, Count: 2, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.JoinGroup}, Err: kerr.NotCoordinator, Count: 1, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.SyncGroup}, Err: kerr.RebalanceInProgress, Count: 1, TopLevel: true},
		{Keys: []kmsg.Key{kmsg.OffsetCommit}, Err: kerr.IllegalGeneration, Count: 20},
		{Keys: []kmsg.Key{kmsg.OffsetFetch}, Err: kerr.CoordinatorLoadInProgress, Count: 1},
		{Keys: []kmsg.Key{kmsg.FindCoordinator}, Err: kerr.CoordinatorNotAvailable, Count: 2},
	} {
		t.Run(fmt.Sprintf("%v %v", f.Keys[0].Name(), f.Err.Message), func(t *testing.T) {
			t.Parallel()
			b := startBroker(t, "gen", 2)
			produceAll(t, b, "gen", 2, 200)
			h := b.Cluster().Fault(f)
			l := newCommitLog()
			w := startWorker(endless(testOptions("gen", b.Addrs()...)), func(ctx context.Context, p *Partition) error {
				time.Sleep(100 * time.Millisecond) // heartbeats
				return l.handle(10)(ctx, p)
			})
			l.waitFor(t, "gen", 2, 200, 20*time.Second, w)
			w.stop(t)
			l.wantOnce(t, "gen", 2, 200)
			if h.Hits() == 0 {
				t.Error("the fault was not met")
			}
		})
	}
}

// TestCoordinatorAndLeaderMove: the roles wander among three brokers while records flow.
func TestCoordinatorAndLeaderMove(t *testing.T) {
	const partitions, n = 3, 1500
	b := startBroker(t, "gen", partitions, kfake.NumBrokers(3))
	l := newCommitLog()
	w := startWorker(endless(testOptions("gen", b.Addrs()...)), l.handle(10))
	for i := range 10 {
		produceAll(t, b, "gen", partitions, n/10)
		for p := range int32(partitions) {
			if err := b.Cluster().MoveTopicPartition("gen", p, rand.N(int32(3))); err != nil {
				t.Fatal(err)
			}
		}
		if i%4 == 3 {
			b.Cluster().RehashCoordinators()
		}
		time.Sleep(30 * time.Millisecond)
	}
	l.waitFor(t, "gen", partitions, n, 30*time.Second, w)
	w.stop(t)
	l.wantOnce(t, "gen", partitions, n)
}

// TestNewPartitions: the group learns of partitions added to the topic.
func TestNewPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("kafka-go looks for new partitions every five seconds")
	}
	t.Parallel()
	b := startBroker(t, "gen", 1)
	produceAll(t, b, "gen", 1, 10)
	l := newCommitLog()
	w := startWorker(endless(testOptions("gen", b.Addrs()...)), l.handle(1))
	l.waitFor(t, "gen", 1, 10, 10*time.Second, w)
	addPartitions(t, b, "gen", 2)
	cl, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	if err := cl.ProduceSync(context.Background(), &kgo.Record{Topic: "gen", Partition: 1, Value: []byte("new")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	l.waitFor(t, "gen", 2, 1, 20*time.Second, w)
	w.stop(t)
}

func TestBadOptions(t *testing.T) {
	good := testOptions("gen", "127.0.0.1:1")
	for want, spoil := range map[string]func(*Options){
		"no broker address":    func(o *Options) { o.Brokers = nil },
		"no topic":             func(o *Options) { o.Topics = nil },
		"no consumer group":    func(o *Options) { o.Group = "" },
		`isolation is "none"`:  func(o *Options) { o.Isolation = "none" },
		`offset is "newest"`:   func(o *Options) { o.StartOffset = "newest" },
		`loss is "ignore"`:     func(o *Options) { o.OnDataLoss = "ignore" },
		"max bytes is -1":      func(o *Options) { o.FetchMaxBytes = -1 },
		"max wait is -1s":      func(o *Options) { o.FetchMaxWait = -time.Second },
		"not shorter than the": func(o *Options) { o.HeartbeatInterval = o.SessionTimeout },
		`mechanism is "MD5"`:   func(o *Options) { o.SASL = &SASL{Mechanism: "MD5"} },
	} {
		o := good
		spoil(&o)
		start := time.Now()
		err := Run(context.Background(), o, nil)
		if err == nil || !strings.Contains(err.Error(), want) || time.Since(start) > time.Second {
			t.Errorf("got %v after %v, want an error with %q at once", err, time.Since(start), want)
		}
	}
}
