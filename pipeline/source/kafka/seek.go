package kafka

import (
	"context"
	"fmt"
	"time"
)

// Seek starts reading at next, the offset after what is durable. Where the log starts
// above it, the range in between is lost: see Options.OnDataLoss. Where the log ends below
// it, it is not the log that was read before, and Seek returns ErrDataLoss.
func (p *Partition) Seek(ctx context.Context, next int64) error {
	if next < 0 {
		return fmt.Errorf("cannot seek %s[%d]: offset %d is negative", p.topic, p.id, next)
	}
	return p.seek(ctx, func(first, last int64) int64 { return next })
}

// SeekGroup starts reading where there is no record of what is durable: at the group's
// offset, else at Options.StartOffset. Latest is made the group's offset at once: else
// what is written between now and the first commit would be passed over if the partition
// changed hands meanwhile.
func (p *Partition) SeekGroup(ctx context.Context) error {
	switch {
	case p.groupOffset >= 0:
		if err := p.Seek(ctx, p.groupOffset); err != nil {
			return err
		}
		// The group only has an offset once something is durable, but for the end of
		// the log that Latest begins with: somebody has removed what was durable, or
		// this output is not the one that the group wrote to.
		if p.o.StartOffset == Earliest && p.groupOffset > 0 {
			p.log.Warn("the group has read on to an offset before which this output directory has no records; reading begins there: to read from the start give the output a group of its own, or reset the group's offset",
				"group", p.o.Group, "offset", p.groupOffset)
		}
		return nil
	case p.o.StartOffset == Earliest:
		return p.seek(ctx, func(first, last int64) int64 { return first })
	}
	if err := p.seek(ctx, func(first, last int64) int64 { return last }); err != nil {
		return err
	}
	for {
		err := p.commit(p.Next())
		if err == nil {
			return nil
		}
		if fatal(err) {
			return advise(fmt.Errorf("cannot make the end of the log the offset of group %q in %s[%d]: %w", p.o.Group, p.topic, p.id, err))
		}
		// Most likely the generation is over: then ctx ends soon.
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func (p *Partition) seek(ctx context.Context, choose func(first, last int64) int64) error {
	p.disconnect()
	p.answer = reading{}
	p.ended = false
	p.health = health{}
	for {
		if err := p.usable(ctx); err != nil {
			return err
		}
		first, last, err := p.bounds(ctx)
		if err == nil {
			p.next.Store(choose(first, last))
			p.highWatermark.Store(last)
			if done, err := p.enter(ctx, first, last); done || err != nil {
				p.sought = err == nil
				return err
			}
			continue
		}
		if err := p.trouble(ctx, err); err != nil {
			return err
		}
	}
}

// enter makes sure that Next lies within the log: it steps over what is lost. It returns
// false, after a wait, where the log seems to end below Next: a new leader may need a
// moment to know better.
func (p *Partition) enter(ctx context.Context, first, last int64) (bool, error) {
	next := p.Next()
	switch {
	case next < first:
		if p.o.OnDataLoss == StopOnDataLoss {
			return true, fmt.Errorf("cannot read %s[%d] on from offset %d: the log starts at %d: %w; allow data loss to go on there, or restore the records", p.topic, p.id, next, first, ErrDataLoss)
		}
		p.mu.Lock()
		p.lost = append(p.lost, Range{next, first})
		p.mu.Unlock()
		p.next.Store(first)
		p.log.Warn("records were deleted before they were read", "first", next, "next", first)
	case next > last:
		if p.beyondSince.IsZero() {
			p.beyondSince = time.Now()
		}
		if time.Since(p.beyondSince) > beyondPatience {
			return true, fmt.Errorf("cannot read %s[%d] on from offset %d: the log ends at %d: %w; the topic was made anew or its end was cut off, so new records have the offsets of old ones: write to a new output directory with a new group, or give the topic another name", p.topic, p.id, next, last, ErrDataLoss)
		}
		return false, sleep(ctx, 200*time.Millisecond)
	}
	p.beyondSince = time.Time{}
	return true, nil
}

// bounds asks the leader for the ends of the log.
func (p *Partition) bounds(ctx context.Context) (first, last int64, err error) {
	if p.inFlight {
		p.disconnect()
	}
	if err = p.connect(ctx); err != nil {
		return 0, 0, err
	}
	if first, err = listOffset(ctx, p.conn, p.topic, p.id, earliestTime, false); err != nil {
		return 0, 0, err
	}
	last, err = listOffset(ctx, p.conn, p.topic, p.id, latestTime, false)
	return first, last, err
}
