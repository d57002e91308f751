package kafka

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"sync"
	"time"

	kafkago "github.com/segmentio/kafka-go"
)

// Handler reads one partition until its end, or until ctx is done: then it makes durable
// what it has, or drops it, and returns. It runs on its own goroutine, one for each
// partition assigned. The group does not move on before all handlers have returned, so
// that a partition has one reader within a process, and within the group as long as
// handlers return within Options.RebalanceTimeout.
//
// A nil return while ctx is alive means that the partition is done with; the error that
// ctx gives, or any error once the partition was revoked, is no fault. Any other error
// ends Run.
type Handler func(ctx context.Context, p *Partition) error

// Run joins the group and calls the handler for the partitions it is given, again after
// each rebalance. It returns nil when ctx is done and the handlers have finished, or when
// all handlers of a generation have returned nil (a bounded run reaches its end that way).
// It returns an error where a handler failed, or where the environment is at fault and
// that has not passed within DialTimeout (first contact) or StallTimeout (later).
func Run(ctx context.Context, o Options, h Handler) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	if o.Group == "" {
		return fmt.Errorf("cannot read Kafka: no consumer group is configured")
	}
	infos, err := o.firstContact(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	m := &member{o: &o, handler: h, leaders: newLeaderCache(&o), ends: make(map[string]map[int32]int64)}
	for _, t := range infos {
		m.ends[t.Topic] = make(map[int32]int64)
		for _, p := range t.Partitions {
			m.ends[t.Topic][p.ID] = p.End
		}
	}
	if m.codec, err = newDecompressor(o.MaxBatchBytes); err != nil {
		return err
	}
	return m.run(ctx)
}

// member is this process's membership of the group.
type member struct {
	o       *Options
	handler Handler
	codec   *decompressor
	leaders *leaderCache
	ends    map[string]map[int32]int64 // end offsets at the start, by topic and partition
	missing time.Time                  // since when a topic has been gone

	mu     sync.Mutex
	conns  map[net.Conn]struct{} // the group's connections, to break them at the end
	broken context.Context       // done when they are broken
}

func (m *member) run(ctx context.Context) error {
	var breakUp context.CancelFunc
	m.broken, breakUp = context.WithCancel(context.Background())
	defer breakUp()
	cg, err := m.join()
	if err != nil {
		return err
	}
	defer m.leave(cg, breakUp)
	var unhealthy, warned time.Time
	for {
		gen, err := cg.Next(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			unhealthy, warned = time.Time{}, time.Time{}
			began := time.Now()
			done, err := m.generation(ctx, gen)
			if done || err != nil {
				return err
			}
			if err := m.flapping(ctx, time.Since(began)); err != nil {
				return err
			}
		case errors.Is(err, kafkago.RebalanceInProgress):
		case fatal(err):
			return advise(fmt.Errorf("cannot join group %q: %w", m.o.Group, err))
		default:
			if unhealthy.IsZero() {
				unhealthy = time.Now()
			}
			if away := time.Since(unhealthy); away > m.o.StallTimeout {
				return fmt.Errorf("%w: cannot join group %q for %v: %w; check the brokers %q", ErrStalled, m.o.Group, away.Round(time.Second), err, m.o.Brokers)
			}
			if time.Since(warned) > warnEvery {
				m.o.Logger.Warn("joining the group fails and is tried again", "group", m.o.Group, "error", err)
				warned = time.Now()
			}
		}
	}
}

// flapping looks into generations that end as soon as they begin: kafka-go makes them
// without pause, and without a word, when a topic has been deleted.
func (m *member) flapping(ctx context.Context, lasted time.Duration) error {
	if lasted > time.Second {
		m.missing = time.Time{}
		return nil
	}
	_, err := findLeaders(ctx, m.o, m.o.Topics)
	if !errors.Is(err, kafkago.UnknownTopicOrPartition) {
		m.missing = time.Time{}
		return nil
	}
	if m.missing.IsZero() {
		m.missing = time.Now()
		m.o.Logger.Warn("a topic has gone", "error", err)
	}
	if gone := time.Since(m.missing); gone > m.o.StallTimeout {
		return fmt.Errorf("%w: a topic has been gone for %v: %w", ErrStalled, gone.Round(time.Second), err)
	}
	sleep(ctx, 500*time.Millisecond)
	return nil
}

func (m *member) join() (*kafkago.ConsumerGroup, error) {
	mech, err := m.o.mechanism()
	if err != nil {
		return nil, err
	}
	start := kafkago.FirstOffset
	if m.o.StartOffset == Latest {
		start = kafkago.LastOffset
	}
	cg, err := kafkago.NewConsumerGroup(kafkago.ConsumerGroupConfig{
		ID:      m.o.Group,
		Brokers: m.o.Brokers,
		Topics:  m.o.Topics,
		Dialer: &kafkago.Dialer{
			ClientID:      m.o.ClientID,
			DialFunc:      m.dial,
			Timeout:       m.o.DialTimeout,
			TLS:           m.o.TLS,
			SASLMechanism: mech,
		},
		HeartbeatInterval:     m.o.HeartbeatInterval,
		SessionTimeout:        m.o.SessionTimeout,
		RebalanceTimeout:      m.o.RebalanceTimeout,
		JoinGroupBackoff:      500 * time.Millisecond,
		WatchPartitionChanges: true,
		StartOffset:           start,
		Logger:                kafkago.LoggerFunc(func(f string, a ...any) { m.o.Logger.Debug(fmt.Sprintf(f, a...)) }),
	})
	if err != nil {
		return nil, fmt.Errorf("cannot join group %q: %w", m.o.Group, err)
	}
	return cg, nil
}

// dial connects for the group and remembers the connection.
func (m *member) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.broken, cancel)()
	nc, err := (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	c := &trackedConn{Conn: nc, m: m}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conns == nil {
		m.conns = make(map[net.Conn]struct{})
	}
	m.conns[c] = struct{}{}
	return c, nil
}

type trackedConn struct {
	net.Conn
	m *member
}

func (c *trackedConn) Close() error {
	c.m.mu.Lock()
	delete(c.m.conns, c)
	c.m.mu.Unlock()
	return c.Conn.Close()
}

// leaveGrace is how long leaving the group may take before its connections are broken:
// kafka-go cannot be called back from a join that waits for the other members.
const leaveGrace = 3 * time.Second

func (m *member) leave(cg *kafkago.ConsumerGroup, breakUp context.CancelFunc) {
	left := make(chan struct{})
	go func() {
		cg.Close()
		close(left)
	}()
	for limit := leaveGrace; ; limit = time.Second {
		select {
		case <-left:
			return
		case <-time.After(limit):
		}
		breakUp()
		m.mu.Lock()
		for c := range m.conns {
			c.(*trackedConn).Conn.Close()
		}
		m.mu.Unlock()
	}
}

// generation runs the handlers of one generation until all have returned. It returns true
// where Run is to end.
func (m *member) generation(ctx context.Context, gen *kafkago.Generation) (bool, error) {
	hctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	parts := m.partitions(gen)
	type result struct {
		p    *Partition
		err  error
		done bool // returned of its own will
	}
	results := make(chan result, len(parts))
	ended := make(chan struct{})
	// kafka-go ends a generation when a function given to Start returns, so each one
	// stays until the generation is over: Run decides when that is.
	gen.Start(func(kctx context.Context) {
		<-kctx.Done()
		cancel(ErrRevoked)
		close(ended)
	})
	for _, p := range parts {
		p.alive = hctx
		gen.Start(func(kctx context.Context) {
			if kctx.Err() != nil { // over before it began: kafka-go would not wait for us
				results <- result{p: p, err: ErrRevoked}
				return
			}
			err := m.handler(hctx, p)
			r := result{p: p, err: err, done: hctx.Err() == nil}
			p.close()
			results <- r
			<-kctx.Done()
		})
	}
	m.o.Logger.Info("joined the group", "group", m.o.Group, "generation", gen.ID, "partitions", len(parts))
	alldone := true
	var failed error
	for range parts {
		r := <-results
		alldone = alldone && r.done && r.err == nil
		if r.err == nil || failed != nil || errors.Is(r.err, ErrRevoked) || !r.done && (errors.Is(r.err, context.Canceled) || errors.Is(r.err, context.DeadlineExceeded)) {
			continue
		}
		failed = r.err
		cancel(r.err)
	}
	switch {
	case failed != nil:
		return true, failed
	case ctx.Err() != nil:
		return true, nil
	case alldone && (len(parts) > 0 || m.o.UntilEnd):
		return true, nil
	}
	<-ended
	return false, nil
}

func (m *member) partitions(gen *kafkago.Generation) []*Partition {
	var parts []*Partition
	for topic, assigned := range gen.Assignments {
		for _, a := range assigned {
			p := newPartition(m.o, m.codec, m.leaders, topic, int32(a.ID))
			p.groupOffset = max(-1, a.Offset)
			p.commit = func(next int64) error {
				return gen.CommitOffsets(map[string]map[int]int64{topic: {a.ID: next}})
			}
			p.end = math.MaxInt64
			if m.o.UntilEnd {
				p.end = m.ends[topic][p.id] // 0 for a partition added since
			}
			parts = append(parts, p)
		}
	}
	return parts
}
