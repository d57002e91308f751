package kafka

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
)

// fetchTarget is about how many bytes of records one Fetch returns: enough that its own
// cost does not count, little enough that a compressed answer is not unpacked at once.
const fetchTarget = 1 << 20

// reading is the part of an answer that is still to be decoded: whole batches, or a single
// one that the size limit has cut off.
type reading struct {
	rest  []byte
	limit int64
	next  int64 // the offset behind the whole batches, -1 without any
	// aborted are transactions not begun yet in rest, active the producers inside one.
	aborted []abortedTxn
	active  map[int64]struct{}
}

func newReading(a answer, limit int64) reading {
	r := reading{rest: a.records, limit: limit, next: -1, aborted: a.aborted}
	whole := 0
	for b := a.records; ; b = a.records[whole:] {
		span := batchSpan(b)
		if span <= batchMagicAt || span > len(b) {
			break
		}
		last := int64(binary.BigEndian.Uint64(b))
		if b[batchMagicAt] >= 2 && span >= batchHeader {
			last += int64(int32(binary.BigEndian.Uint32(b[23:])))
		}
		r.next = last + 1
		whole += span
	}
	// A batch cut off behind whole ones is dropped now: it is fetched anew, and must
	// not look like an answer without progress.
	if whole > 0 {
		r.rest = a.records[:whole]
	}
	return r
}

func (r *reading) empty() bool { return len(r.rest) == 0 }

// drop tells whether a batch's records are to be left out: they belong to an aborted
// transaction. The rule is that of KIP-98: a producer's transactional batches are aborted
// from the listed first offset up to the producer's abort marker.
func (r *reading) drop(x *batch) bool {
	for len(r.aborted) > 0 && r.aborted[0].first <= x.lastOffset {
		if r.active == nil {
			r.active = make(map[int64]struct{})
		}
		r.active[r.aborted[0].producer] = struct{}{}
		r.aborted = r.aborted[1:]
	}
	if x.control() {
		if x.abortMarker() {
			delete(r.active, x.producer)
		}
		return true
	}
	_, aborted := r.active[x.producer]
	return aborted && x.transactional()
}

// decode takes batches from the answer until there are records enough for one Fetch. A
// fault in a batch is not reported before what precedes it was handed out.
func (p *Partition) decode(ctx context.Context) error {
	before, size := p.Next(), 0
	for size < fetchTarget && !p.answer.empty() && p.Next() < p.end {
		n, err := p.decodeBatch()
		if err != nil && len(p.msgs) > 0 {
			return nil
		}
		if err != nil {
			return p.badBatch(ctx, err)
		}
		if n == 0 {
			return p.askForMore(ctx)
		}
		size += n
	}
	if p.Next() > before {
		p.progressed()
		return nil
	}
	if p.answer.empty() {
		return p.noProgress(ctx, p.answer.limit)
	}
	return nil
}

// decodeBatch takes one batch from the answer and moves Next behind it. It returns the
// size of the batch, unpacked, and 0 where the batch is not all there.
func (p *Partition) decodeBatch() (int, error) {
	rest := p.answer.rest
	span := batchSpan(rest)
	if span == 0 || span > len(rest) {
		return 0, nil
	}
	if span <= batchMagicAt {
		return 0, fmt.Errorf("%w: the header announces %d bytes", ErrCorrupt, span)
	}
	raw := rest[:span:span]
	next, size := int64(0), span
	switch magic := raw[batchMagicAt]; {
	case magic < 2:
		var err error
		if p.msgs, next, err = appendLegacy(p.msgs, raw, p.Next(), p.end); err != nil {
			return 0, err
		}
	case magic > 2:
		return 0, fmt.Errorf("%w: record format %d is not known", ErrCorrupt, magic)
	default:
		x, err := parseBatch(raw)
		if err != nil {
			return 0, err
		}
		next = x.lastOffset + 1
		if p.wanted(&x) {
			body := x.records
			if codec := x.attributes & attrCodec; codec != 0 {
				start := len(p.arena)
				if p.arena, err = p.codec.append(p.arena, codec, x.records); err != nil {
					return 0, err
				}
				body = p.arena[start:len(p.arena):len(p.arena)]
				size = len(body)
			}
			had := len(p.msgs)
			if p.msgs, err = x.appendMessages(p.msgs, body, p.Next(), p.end); err != nil {
				p.msgs = p.msgs[:had]
				return 0, err
			}
		}
	}
	p.answer.rest = rest[span:]
	p.next.Store(max(p.Next(), min(next, p.end)))
	return max(size, 1), nil
}

// wanted tells whether records of the batch are to be handed out. The aborted
// transactions are followed in any case.
func (p *Partition) wanted(x *batch) bool {
	if p.o.readCommitted() && p.answer.drop(x) {
		return false
	}
	return !x.control() && x.lastOffset >= p.Next()
}

// askForMore makes room for a batch that is larger than the fetch limit. Brokers since
// Kafka 0.10.1 send such a batch whole; others, and some proxies, cut it.
func (p *Partition) askForMore(ctx context.Context) error {
	span := batchSpan(p.answer.rest)
	had := p.maxBytes
	p.maxBytes = min(math.MaxInt32, max(2*p.maxBytes, span+batchHeader))
	p.answer = reading{}
	if had == math.MaxInt32 || span < 0 {
		return p.badBatch(ctx, fmt.Errorf("%w: it announces %d bytes and is cut off", ErrCorrupt, span))
	}
	return nil
}

// corruptRetries is how often a batch that does not check out is fetched anew, on a new
// connection, before it counts as corrupt.
const corruptRetries = 3

func (p *Partition) badBatch(ctx context.Context, err error) error {
	p.answer = reading{}
	p.disconnect()
	p.corruptions++
	err = fmt.Errorf("cannot decode the record batch at offset %d of %s[%d]: %w", p.Next(), p.topic, p.id, err)
	if p.corruptions > corruptRetries || !errors.Is(err, ErrCorrupt) {
		return fmt.Errorf("%w; fetched %d times. Check the broker's disk; to go on without the batch, delete the records up to its end on the broker", err, p.corruptions)
	}
	p.log.Warn("a record batch does not check out and is fetched again", "error", err)
	return sleep(ctx, 100*time.Millisecond)
}
