package kafka

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	kafkago "github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol/listoffsets"
	"github.com/segmentio/kafka-go/protocol/metadata"
)

// Timestamps with which ListOffsets asks for the two ends of a log.
const (
	latestTime   = -1
	earliestTime = -2
)

// anyBroker connects to the first broker that answers.
func anyBroker(ctx context.Context, o *Options) (*conn, error) {
	var failed error
	for _, addr := range o.Brokers {
		c, err := dial(ctx, o, addr)
		if err == nil {
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if fatal(err) || failed == nil {
			failed = err // the one that says most
		}
	}
	if len(o.Brokers) > 1 {
		failed = fmt.Errorf("none of the brokers %s can be used: %w", strings.Join(o.Brokers, ", "), failed)
	}
	return nil, failed
}

// leaders is where each partition of some topics is led from.
type leaders map[string]map[int32]string // topic, partition: address, "" where there is none now

// metadataOf asks a broker for topics: nil asks for all.
func metadataOf(ctx context.Context, c *conn, topics []string) (*metadata.Response, error) {
	r, err := c.roundTrip(ctx, &metadata.Request{TopicNames: topics})
	if err != nil {
		return nil, err
	}
	return r.(*metadata.Response), nil
}

// findLeaders asks any broker. A topic that does not exist or may not be seen is an
// error; a partition without a leader is not.
func findLeaders(ctx context.Context, o *Options, topics []string) (leaders, error) {
	c, err := anyBroker(ctx, o)
	if err != nil {
		return nil, err
	}
	defer c.close()
	return leadersOf(ctx, c, topics)
}

// leadersOf asks the broker at the other end of c.
func leadersOf(ctx context.Context, c *conn, topics []string) (leaders, error) {
	m, err := metadataOf(ctx, c, topics)
	if err != nil {
		return nil, err
	}
	addrs := make(map[int32]string, len(m.Brokers))
	for _, b := range m.Brokers {
		addrs[b.NodeID] = net.JoinHostPort(b.Host, strconv.Itoa(int(b.Port)))
	}
	found := make(leaders, len(topics))
	for _, t := range m.Topics {
		if err := codeError(t.ErrorCode); err != nil && !errors.Is(err, kafkago.LeaderNotAvailable) {
			return nil, topicError(ctx, c, t.Name, err)
		}
		found[t.Name] = make(map[int32]string, len(t.Partitions))
		for _, p := range t.Partitions {
			found[t.Name][p.PartitionIndex] = addrs[p.LeaderID]
		}
	}
	for _, t := range topics {
		if len(found[t]) == 0 {
			return nil, topicError(ctx, c, t, kafkago.UnknownTopicOrPartition)
		}
	}
	return found, nil
}

// topicError says what is wrong with a topic, and for a missing one which there are.
func topicError(ctx context.Context, c *conn, topic string, err error) error {
	if !errors.Is(err, kafkago.UnknownTopicOrPartition) {
		return advise(fmt.Errorf("cannot read topic %q: broker %q says: %w", topic, c.addr, err))
	}
	err = fmt.Errorf("cannot read topic %q: there is none on broker %q: %w", topic, c.addr, err)
	if m, listErr := metadataOf(ctx, c, nil); listErr == nil {
		var names []string
		for _, t := range m.Topics {
			if !t.IsInternal && t.ErrorCode == 0 {
				names = append(names, strconv.Quote(t.Name))
			}
		}
		slices.Sort(names)
		switch {
		case len(names) > 12:
			return fmt.Errorf("%w; create it, or name another (there are %s and %d more)", err, strings.Join(names[:12], ", "), len(names)-12)
		case len(names) > 0:
			return fmt.Errorf("%w; create it, or name another (there are %s)", err, strings.Join(names, ", "))
		}
	}
	return fmt.Errorf("%w; create it first", err)
}

// listOffset asks a partition's leader for one end of its log. committed asks for the
// last stable offset as the latest.
func listOffset(ctx context.Context, c *conn, topic string, partition int32, when int64, committed bool) (int64, error) {
	req := &listoffsets.Request{
		ReplicaID: -1,
		Topics: []listoffsets.RequestTopic{{
			Topic: topic,
			Partitions: []listoffsets.RequestPartition{{
				Partition: partition, CurrentLeaderEpoch: -1, Timestamp: when,
			}},
		}},
	}
	if committed {
		req.IsolationLevel = 1
	}
	r, err := c.roundTrip(ctx, req)
	if err != nil {
		return 0, err
	}
	for _, t := range r.(*listoffsets.Response).Topics {
		for _, p := range t.Partitions {
			if t.Topic == topic && p.Partition == partition {
				if err := codeError(p.ErrorCode); err != nil {
					return 0, advise(fmt.Errorf("cannot ask broker %q for the offsets of %s[%d]: %w", c.addr, topic, partition, err))
				}
				return p.Offset, nil
			}
		}
	}
	return 0, fmt.Errorf("cannot ask broker %q for the offsets of %s[%d]: the answer has none", c.addr, topic, partition)
}

// PartitionInfo is what Describe finds about a partition.
type PartitionInfo struct {
	ID     int32
	Leader string // host:port
	// First is the first offset there is, End the one after the last that can be
	// read at the configured isolation.
	First, End int64
}

// TopicInfo is what Describe finds about a topic.
type TopicInfo struct {
	Topic      string
	Partitions []PartitionInfo // by ID
}

// Describe connects to every leader of the configured topics and asks for the ends of
// their partitions. It tries for about DialTimeout.
func Describe(ctx context.Context, o Options) ([]TopicInfo, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return o.firstContact(ctx)
}

// Check tells whether a stage could run: brokers reached, logged in, topics there,
// leaders reached. Describe gives the details.
func Check(ctx context.Context, o Options) error {
	_, err := Describe(ctx, o)
	return err
}

// firstContact describes the topics, again and again until it works, the fault is one
// that time does not heal, or DialTimeout is over: a broker that is just starting, or a
// topic just created, deserves a moment.
func (o *Options) firstContact(ctx context.Context) ([]TopicInfo, error) {
	deadline := time.Now().Add(o.DialTimeout)
	missing := time.Now().Add(min(o.DialTimeout, 2*time.Second))
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		infos, err := o.describe(ctx)
		if err == nil {
			return infos, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		limit := deadline
		if errors.Is(err, kafkago.UnknownTopicOrPartition) {
			limit = missing
		}
		if fatal(err) {
			return nil, err
		}
		if time.Now().Add(wait).After(limit) {
			// An answer of a broker is no trouble with reaching it, though kafka-go's
			// error codes have the methods of network errors.
			var netErr net.Error
			var code kafkago.Error
			if !errors.As(err, &code) && (errors.As(err, &netErr) || errors.Is(err, context.DeadlineExceeded)) {
				err = fmt.Errorf("%w; check the address, and that the broker runs and can be reached from here", err)
			}
			return nil, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (o *Options) describe(ctx context.Context) ([]TopicInfo, error) {
	found, err := findLeaders(ctx, o, o.Topics)
	if err != nil {
		return nil, err
	}
	conns := make(map[string]*conn)
	defer func() {
		for _, c := range conns {
			c.close()
		}
	}()
	var infos []TopicInfo
	for _, topic := range o.Topics {
		info := TopicInfo{Topic: topic}
		for id, addr := range found[topic] {
			if addr == "" {
				return nil, fmt.Errorf("cannot read %s[%d]: it has no leader now: %w", topic, id, kafkago.LeaderNotAvailable)
			}
			if conns[addr] == nil {
				if conns[addr], err = dial(ctx, o, addr); err != nil {
					return nil, fmt.Errorf("%w (this is the address that the brokers %s advertise for it)", err, strings.Join(o.Brokers, ", "))
				}
			}
			p := PartitionInfo{ID: id, Leader: addr}
			if p.First, err = listOffset(ctx, conns[addr], topic, id, earliestTime, false); err != nil {
				return nil, err
			}
			if p.End, err = listOffset(ctx, conns[addr], topic, id, latestTime, o.readCommitted()); err != nil {
				return nil, err
			}
			info.Partitions = append(info.Partitions, p)
		}
		slices.SortFunc(info.Partitions, func(a, b PartitionInfo) int { return int(a.ID - b.ID) })
		infos = append(infos, info)
	}
	return infos, nil
}

// sleep waits, or returns the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
