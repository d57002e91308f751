package kafka

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"
	"time"

	kafkago "github.com/segmentio/kafka-go"

	"mizan/pipeline/source"
)

// Range is the offsets First <= offset < Next.
type Range struct {
	First, Next int64
}

// Partition reads one partition for as long as one generation of the group lasts. Its
// methods are for the handler it was given to, one goroutine at a time; Next,
// HighWatermark and Lost may be called from any.
type Partition struct {
	o       *Options
	codec   *decompressor
	leaders *leaderCache
	topic   string
	topicID string
	id      int32
	log     *slog.Logger

	// alive ends with the assignment.
	alive context.Context
	// commit sends a group offset; groupOffset is the group's at assignment, or -1.
	commit      func(next int64) error
	groupOffset int64
	// end is where a bounded run ends, math.MaxInt64 otherwise.
	end int64

	next, highWatermark atomic.Int64
	mu                  sync.Mutex
	lost                []Range

	sought   bool
	ended    bool // the rest up to end holds no records
	conn     *conn
	inFlight bool // a fetch from next was sent
	maxBytes int

	answer reading          // what is left of the last answer
	buf    []byte           // it lies in here
	msgs   []source.Message // handed out last
	arena  []byte           // decompressed batches they point into

	health
}

func newPartition(o *Options, codec *decompressor, leaders *leaderCache, topic string, id int32) *Partition {
	p := &Partition{
		o: o, codec: codec, leaders: leaders, topic: topic, id: id,
		log:         o.Logger.With("topic", topic, "partition", id),
		alive:       context.Background(),
		commit:      func(int64) error { return nil },
		groupOffset: -1,
		end:         math.MaxInt64,
		maxBytes:    o.FetchMaxBytes,
	}
	p.highWatermark.Store(-1)
	return p
}

// Topic is the topic's name.
func (p *Partition) Topic() string { return p.topic }

// TopicID is the id that tells the topic from another of its name, "" where the brokers
// give none. It is known after Seek or SeekGroup.
func (p *Partition) TopicID() string { return p.topicID }

// ID is the partition's number.
func (p *Partition) ID() int32 { return p.id }

// Next is the offset after everything read or stepped over so far: records, transaction
// markers, records of aborted transactions, holes, lost ranges. A restart that seeks to
// it misses nothing and repeats nothing.
func (p *Partition) Next() int64 { return p.next.Load() }

// HighWatermark is the end of the log as the last answer gave it, -1 before the first.
func (p *Partition) HighWatermark() int64 { return p.highWatermark.Load() }

// Lost are the ranges of offsets that were deleted before they were read, in order. Holes
// inside the log are not among them: compaction and transactions leave such.
func (p *Partition) Lost() []Range {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Range(nil), p.lost...)
}

// Fetch returns the next records in order of their offsets, about a megabyte of them. It
// may return none and no error, after FetchMaxWait or while brokers are away. io.EOF means
// that a bounded run's end is reached. Any other error is lasting: the handler returns it.
//
// The messages and their values are valid until the next call. Next is the offset after
// them. When Lost has grown, no message is returned with it.
func (p *Partition) Fetch(ctx context.Context) ([]source.Message, error) {
	if err := p.usable(ctx); err != nil {
		return nil, err
	}
	if !p.sought {
		return nil, fmt.Errorf("cannot fetch %s[%d]: Seek or SeekGroup comes first", p.topic, p.id)
	}
	if p.ended || p.Next() >= p.end {
		p.disconnect()
		return nil, io.EOF
	}
	p.msgs, p.arena = recycle(p.msgs, keepMessages), recycle(p.arena, keepBytes)
	if p.answer.empty() {
		p.buf = recycle(p.buf, max(keepBytes, p.o.FetchMaxBytes+64<<10))
		if err := p.refill(ctx); err != nil || p.answer.empty() {
			return nil, err
		}
	}
	if err := p.decode(ctx); err != nil {
		return nil, err
	}
	return p.msgs, nil
}

// How much of its buffers a partition keeps; a giant batch may blow them up for a while.
const (
	keepBytes    = 8 << 20
	keepMessages = 1 << 16
)

// recycle empties a buffer, and lets it go if it is larger than keep.
func recycle[T any](s []T, keep int) []T {
	if cap(s) > keep {
		return nil
	}
	return s[:0]
}

// CommitGroup tells the group how far the partition is durable, for lag displays. The
// refusal of a generation that is over and a coordinator that is away are no errors: the
// next owner starts from the commit log.
//
// It also works once ctx is done, as it is while a handler finishes at shutdown; it
// returns within some seconds in any case.
func (p *Partition) CommitGroup(_ context.Context, next int64) error {
	err := p.commit(next)
	if err == nil {
		return nil
	}
	if fatal(err) {
		return advise(fmt.Errorf("cannot commit offset %d of %s[%d] to group %q: %w", next, p.topic, p.id, p.o.Group, err))
	}
	p.log.Info("group offset was not taken", "next", next, "error", err)
	return nil
}

// usable tells whether the partition is still ours.
func (p *Partition) usable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.alive.Err() != nil {
		return fmt.Errorf("cannot read %s[%d]: %w", p.topic, p.id, ErrRevoked)
	}
	return nil
}

// close gives the connection back; the partition is over.
func (p *Partition) close() { p.disconnect() }

func (p *Partition) disconnect() {
	p.conn.close()
	p.conn, p.inFlight = nil, false
}

func (p *Partition) connect(ctx context.Context) error {
	if p.conn != nil {
		return nil
	}
	c, topicID, err := p.leaders.dial(ctx, p.topic, p.id)
	if err != nil {
		return err
	}
	if p.topicID != "" && topicID != "" && topicID != p.topicID {
		c.close()
		return fmt.Errorf("cannot read %s[%d] on from offset %d: %w: the topic was deleted and made anew (its id was %s and is %s), so new records have the offsets of old ones: write to a new output directory with a new group, or give the topic another name",
			p.topic, p.id, p.Next(), ErrDataLoss, p.topicID, topicID)
	}
	if topicID != "" {
		p.topicID = topicID
	}
	if _, err := c.fetchVersion(); err != nil {
		c.close()
		return fmt.Errorf("%w: %w", err, kafkago.UnsupportedVersion)
	}
	p.conn, p.inFlight = c, false
	return nil
}

// exchange brings one answer, for a fetch that may have been sent ahead.
func (p *Partition) exchange(ctx context.Context) (answer, error) {
	if err := p.connect(ctx); err != nil {
		return answer{}, err
	}
	if !p.inFlight {
		if err := p.conn.send(ctx, fetchRequest(p.o, p.topic, p.id, p.Next(), p.maxBytes)); err != nil {
			return answer{}, err
		}
	}
	p.inFlight = false
	a, buf, err := p.conn.receiveFetch(ctx, p.o, p.topic, p.id, p.buf)
	p.buf = buf
	return a, err
}

// refill brings the next answer. It leaves the answer empty where there is nothing to
// decode now.
func (p *Partition) refill(ctx context.Context) error {
	a, err := p.exchange(ctx)
	if err == nil {
		err = codeError(a.code)
	}
	if errors.Is(err, kafkago.OffsetOutOfRange) {
		var first, last int64
		if first, last, err = p.bounds(ctx); err == nil {
			p.healthy()
			_, err = p.enter(ctx, first, last)
			return err
		}
	}
	if err != nil {
		return p.trouble(ctx, fmt.Errorf("cannot fetch %s[%d] from offset %d: %w", p.topic, p.id, p.Next(), err))
	}
	p.healthy()
	if a.absent {
		return sleep(ctx, max(a.throttle, 10*time.Millisecond))
	}
	p.highWatermark.Store(a.highWatermark)
	if len(a.records) == 0 {
		return p.noProgress(ctx, p.limit(a))
	}
	p.answer = newReading(a, p.limit(a))
	p.sendAhead(ctx)
	return nil
}

// limit is the offset up to which the answer could have had records.
func (p *Partition) limit(a answer) int64 {
	if p.o.readCommitted() && a.lastStable >= 0 {
		return a.lastStable
	}
	return a.highWatermark
}

// sendAhead asks for what follows the answer at hand, so that the broker works while the
// handler does. The answer waits in the socket: memory stays bounded, and a slow handler
// slows the broker down.
func (p *Partition) sendAhead(ctx context.Context) {
	next := p.answer.next
	if next <= p.Next() || next >= p.end {
		return
	}
	if err := p.conn.send(ctx, fetchRequest(p.o, p.topic, p.id, next, p.o.FetchMaxBytes)); err != nil {
		p.disconnect() // asked again when its turn comes
		return
	}
	p.inFlight = true
}
