package kafka

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	// beyondPatience is how long a log that ends below our position is asked again.
	beyondPatience = 5 * time.Second
	// holeAnswers is how many empty answers below the end of the log make a bounded
	// run ask whether the rest is a hole.
	holeAnswers = 3

	maxBackoff = 2 * time.Second
	warnEvery  = 30 * time.Second
)

// health watches over a partition's progress: whatever goes wrong, reading goes on or
// ends with an error that has a name, within Options.StallTimeout.
type health struct {
	failingSince time.Time // first failure since the last answer
	backoff      time.Duration
	warned       time.Time

	silentSince time.Time // first answer without progress below the end
	silent      int

	beyondSince time.Time // when the log first ended below Next
	corruptions int
}

// healthy notes an answer.
func (h *health) healthy() {
	h.failingSince, h.backoff, h.warned = time.Time{}, 0, time.Time{}
}

// trouble handles a failed exchange: it waits, longer each time, or returns the error
// where waiting is of no use (any more).
func (p *Partition) trouble(ctx context.Context, err error) error {
	p.answer = reading{}
	p.disconnect()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if fatal(err) {
		return advise(err)
	}
	now := time.Now()
	if p.failingSince.IsZero() {
		p.failingSince = now
	}
	if away := now.Sub(p.failingSince); away > p.o.StallTimeout {
		return fmt.Errorf("%w: no answer for %v: %w; check the brokers %q, and that the topic still exists", ErrStalled, away.Round(time.Second), err, p.o.Brokers)
	}
	if now.Sub(p.warned) > warnEvery {
		p.log.Warn("fetching fails and is tried again", "next", p.Next(), "error", err)
		p.warned = now
	}
	p.backoff = min(max(2*p.backoff, 50*time.Millisecond), maxBackoff)
	// Spread, so that the partitions of a broker that comes back do not all knock at once.
	return sleep(ctx, p.backoff/2+rand.N(p.backoff/2))
}

// progressed notes that Next has moved.
func (p *Partition) progressed() {
	p.silentSince, p.silent, p.corruptions = time.Time{}, 0, 0
	p.maxBytes = p.o.FetchMaxBytes
}

// noProgress handles an answer after which Next is where it was. At the end of the log
// that is the normal state. Below it, it is either a hole that reaches to the end, which
// compaction can leave, or a broker that does not hand out what it has. The two are told
// apart by asking for the last offset before the end: in a hole nothing comes.
func (p *Partition) noProgress(ctx context.Context, limit int64) error {
	next := p.Next()
	bounded := p.o.UntilEnd && next < p.end
	if next >= limit && !bounded {
		p.silentSince, p.silent = time.Time{}, 0
		return nil
	}
	now := time.Now()
	if p.silentSince.IsZero() {
		p.silentSince = now
	}
	p.silent++
	overdue := now.Sub(p.silentSince) > p.o.StallTimeout
	if !overdue && !(bounded && next < limit && p.silent >= holeAnswers) {
		// An answer that is empty at once must not make a busy loop.
		return sleep(ctx, min(p.o.FetchMaxWait, 20*time.Millisecond))
	}
	if next < limit {
		hole, err := p.holeUpTo(ctx, limit)
		if err != nil {
			return p.trouble(ctx, err)
		}
		if hole {
			p.silentSince, p.silent = time.Time{}, 0
			p.ended = bounded && limit >= p.end
			p.log.Warn("the log ends with offsets that hold no records", "first", next, "next", limit)
			return nil
		}
	}
	if !overdue {
		return nil
	}
	return fmt.Errorf("%w: %s[%d] has been answered without records at offset %d for %v, though the log goes on to %d; check the leader %q (remote storage, quotas), then start again",
		ErrStalled, p.topic, p.id, next, now.Sub(p.silentSince).Round(time.Second), max(limit, min(p.end, p.HighWatermark())), p.leader())
}

// holeUpTo fetches at limit-1: no records there means that the rest below limit has none.
func (p *Partition) holeUpTo(ctx context.Context, limit int64) (bool, error) {
	if p.inFlight {
		p.disconnect()
	}
	if err := p.connect(ctx); err != nil {
		return false, err
	}
	if err := p.conn.send(ctx, fetchRequest(p.o, p.topic, p.id, limit-1, p.o.FetchMaxBytes)); err != nil {
		return false, err
	}
	a, buf, err := p.conn.receiveFetch(ctx, p.o, p.topic, p.id, p.buf)
	p.buf = buf
	if err == nil {
		err = codeError(a.code)
	}
	return err == nil && !a.absent && len(a.records) == 0, err
}

func (p *Partition) leader() string {
	if p.conn == nil {
		return ""
	}
	return p.conn.addr
}
