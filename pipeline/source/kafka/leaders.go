package kafka

import (
	"context"
	"fmt"
	"time"

	kafkago "github.com/segmentio/kafka-go"
)

// leaderCache is what the partitions of a run know together about their leaders: after a
// rebalance they all ask at once, and with TLS and SASL asking is dear.
type leaderCache struct {
	o *Options
	// turn holds the one token to ask with; waiting for it can be broken off.
	turn  chan struct{}
	found leaders
	// ids are the topics' ids, as far as the brokers give them.
	ids map[string]string
	at  time.Time
}

// leadersFresh is how long an answer about leaders is believed. It is short, for a leader
// that has moved is asked for after an error.
const leadersFresh = 500 * time.Millisecond

func newLeaderCache(o *Options) *leaderCache {
	return &leaderCache{o: o, turn: make(chan struct{}, 1)}
}

func (l *leaderCache) get(ctx context.Context) (leaders, map[string]string, error) {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if time.Since(l.at) < leadersFresh {
		return l.found, l.ids, nil
	}
	c, err := anyBroker(ctx, l.o)
	if err != nil {
		return nil, nil, err
	}
	defer c.close()
	found, err := leadersOf(ctx, c, l.o.Topics)
	if err != nil {
		return nil, nil, err
	}
	ids, err := topicIDs(ctx, c, l.o.Topics)
	if err != nil {
		return nil, nil, err
	}
	l.found, l.ids, l.at = found, ids, time.Now()
	return found, ids, nil
}

// dial connects to a partition's leader. It also returns the topic's id, "" where the
// brokers give none.
func (l *leaderCache) dial(ctx context.Context, topic string, partition int32) (c *conn, topicID string, err error) {
	found, ids, err := l.get(ctx)
	if err != nil {
		return nil, "", err
	}
	addr, ok := found[topic][partition]
	if !ok {
		return nil, "", fmt.Errorf("cannot read %s[%d]: the topic has %d partitions: %w", topic, partition, len(found[topic]), kafkago.UnknownTopicOrPartition)
	}
	if addr == "" {
		return nil, "", fmt.Errorf("cannot read %s[%d]: it has no leader now: %w", topic, partition, kafkago.LeaderNotAvailable)
	}
	c, err = dial(ctx, l.o, addr)
	return c, ids[topic], err
}
