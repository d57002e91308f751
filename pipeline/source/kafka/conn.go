package kafka

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	kafkago "github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol"
	"github.com/segmentio/kafka-go/protocol/apiversions"
	"github.com/segmentio/kafka-go/protocol/saslauthenticate"
	"github.com/segmentio/kafka-go/protocol/saslhandshake"
	"github.com/segmentio/kafka-go/sasl"
)

// conn is one connection to one broker, used by one goroutine.
type conn struct {
	addr     string
	clientID string
	net      net.Conn
	pc       *protocol.Conn
	versions map[protocol.ApiKey]int16
	// metadata are the lowest and highest version of Metadata that the broker knows,
	// beyond what kafka-go does.
	metadata [2]int16
	nextID   int32
}

// dial connects, encrypts, agrees on versions and logs in, all within DialTimeout.
func dial(ctx context.Context, o *Options, addr string) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, o.DialTimeout)
	defer cancel()
	nc, err := (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to broker %q: %w", addr, err)
	}
	c := &conn{addr: addr, clientID: o.ClientID, net: nc}
	stop := context.AfterFunc(ctx, func() { nc.Close() })
	err = c.handshake(ctx, o)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		nc.Close()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("it does not answer as a Kafka broker does within %v: %w", o.DialTimeout, ctx.Err())
		}
		return nil, advise(fmt.Errorf("cannot talk to broker %q: %w", addr, err))
	}
	return c, nil
}

func (c *conn) handshake(ctx context.Context, o *Options) error {
	if o.TLS != nil {
		cfg := o.TLS
		if cfg.ServerName == "" && !cfg.InsecureSkipVerify {
			host, _, err := net.SplitHostPort(c.addr)
			if err != nil {
				return err
			}
			cfg = cfg.Clone()
			cfg.ServerName = host
		}
		tc := tls.Client(c.net, cfg)
		if err := tc.HandshakeContext(ctx); err != nil {
			return fmt.Errorf("TLS handshake: %w", err)
		}
		c.net = tc
	}
	c.pc = protocol.NewConn(c.net, c.clientID)
	r, err := c.pc.RoundTrip(new(apiversions.Request))
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("the other side closed the connection: is this a Kafka broker's port, and should TLS be on?: %w", err)
		}
		return fmt.Errorf("asking for API versions: %w", err)
	}
	res := r.(*apiversions.Response)
	if err := codeError(res.ErrorCode); err != nil {
		return fmt.Errorf("asking for API versions: %w", err)
	}
	c.versions = make(map[protocol.ApiKey]int16, len(res.ApiKeys))
	for _, k := range res.ApiKeys {
		key := protocol.ApiKey(k.ApiKey)
		c.versions[key] = key.SelectVersion(k.MinVersion, k.MaxVersion)
		if key == protocol.Metadata {
			c.metadata = [2]int16{k.MinVersion, k.MaxVersion}
		}
	}
	c.pc.SetVersions(c.versions)
	m, err := o.mechanism()
	if err != nil || m == nil {
		return err
	}
	return c.login(ctx, m)
}

// login runs the SASL exchange, https://kafka.apache.org/protocol#sasl_handshake.
func (c *conn) login(ctx context.Context, m sasl.Mechanism) error {
	r, err := c.pc.RoundTrip(&saslhandshake.Request{Mechanism: m.Name()})
	if err != nil {
		return fmt.Errorf("SASL handshake: %w", err)
	}
	if err := codeError(r.(*saslhandshake.Response).ErrorCode); err != nil {
		return fmt.Errorf("SASL handshake with %s: %w", m.Name(), err)
	}
	host, _, _ := net.SplitHostPort(c.addr)
	session, out, err := m.Start(sasl.WithMetadata(ctx, &sasl.Metadata{Host: host}))
	for done := false; !done && err == nil; {
		if r, err = c.pc.RoundTrip(&saslauthenticate.Request{AuthBytes: out}); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = kafkago.SASLAuthenticationFailed // old brokers just hang up
			}
			break
		}
		res := r.(*saslauthenticate.Response)
		if err = codeError(res.ErrorCode); err != nil {
			break
		}
		done, out, err = session.Next(ctx, res.AuthBytes)
	}
	if err != nil {
		return fmt.Errorf("SASL login with %s: %w", m.Name(), err)
	}
	return nil
}

func (c *conn) close() {
	if c != nil {
		c.net.Close()
	}
}

// guard lets ctx and a time limit break the next exchange. The returned function
// ends that; after an error the connection is of no further use.
func (c *conn) guard(ctx context.Context, limit time.Duration) func() {
	c.net.SetDeadline(time.Now().Add(limit))
	stop := context.AfterFunc(ctx, func() { c.net.SetDeadline(time.Unix(1, 0)) })
	return func() { stop() }
}

// roundTrip sends a request and decodes the answer.
func (c *conn) roundTrip(ctx context.Context, req protocol.Message) (protocol.Message, error) {
	defer c.guard(ctx, requestTimeout)()
	res, err := c.pc.RoundTrip(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("cannot exchange %v with broker %q: %w", req.ApiKey(), c.addr, err)
	}
	return res, nil
}

// send writes a request whose answer is read with receive.
func (c *conn) send(ctx context.Context, req protocol.Message) error {
	defer c.guard(ctx, requestTimeout)()
	c.nextID++
	if err := protocol.WriteRequest(c.pc, c.versions[req.ApiKey()], c.nextID, c.clientID, req); err != nil {
		return fmt.Errorf("cannot send %v to broker %q: %w", req.ApiKey(), c.addr, err)
	}
	return nil
}

// write writes a request whose body is encoded already, with the header of the
// versions that have tagged fields. The answer is read with receive.
func (c *conn) write(ctx context.Context, key protocol.ApiKey, version int16, body []byte) error {
	defer c.guard(ctx, requestTimeout)()
	c.nextID++
	b := binary.BigEndian.AppendUint16(make([]byte, 4, 64+len(body)), uint16(key))
	b = binary.BigEndian.AppendUint16(b, uint16(version))
	b = binary.BigEndian.AppendUint32(b, uint32(c.nextID))
	b = binary.BigEndian.AppendUint16(b, uint16(len(c.clientID)))
	b = append(b, c.clientID...)
	b = append(b, 0) // no tags
	b = append(b, body...)
	binary.BigEndian.PutUint32(b, uint32(len(b)-4))
	if _, err := c.pc.Write(b); err != nil {
		return fmt.Errorf("cannot send %v to broker %q: %w", key, c.addr, err)
	}
	return nil
}

// maxAnswer bounds an answer's announced size: what does not speak Kafka at all
// tends to announce absurd ones.
const maxAnswer = 1<<31 - 1

// receive reads the answer to the last send, without its header, into buf, which
// is grown as the bytes come in and not by what the header announces.
func (c *conn) receive(ctx context.Context, limit time.Duration, buf []byte) ([]byte, error) {
	defer c.guard(ctx, limit)()
	var head [8]byte
	if _, err := io.ReadFull(c.pc, head[:]); err != nil {
		return buf, fmt.Errorf("cannot read from broker %q: %w", c.addr, err)
	}
	size := int(int32(binary.BigEndian.Uint32(head[:]))) - 4
	if size < 0 || size > maxAnswer-4 {
		return buf, fmt.Errorf("cannot read from broker %q: an answer of %d bytes is announced", c.addr, size+4)
	}
	if id := int32(binary.BigEndian.Uint32(head[4:])); id != c.nextID {
		return buf, fmt.Errorf("cannot read from broker %q: answer %d came for request %d", c.addr, id, c.nextID)
	}
	buf = buf[:0]
	for len(buf) < size {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(size, max(64<<10, 2*cap(buf))))
			copy(grown, buf)
			buf = grown
		}
		chunk := buf[len(buf):min(size, cap(buf))]
		n, err := io.ReadFull(c.pc, chunk)
		buf = buf[:len(buf)+n]
		if err != nil {
			return buf, fmt.Errorf("cannot read from broker %q: %w", c.addr, err)
		}
	}
	return buf, nil
}
