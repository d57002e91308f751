package kafka

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/segmentio/kafka-go/protocol"
)

// A topic that was deleted and made anew has the old one's name, and new records with
// the offsets of old ones. Its id tells it apart: brokers give it since Kafka 2.8
// (KIP-516), in version 12 of Metadata, which is newer than what kafka-go encodes.
const metadataWithIDs = 12

// topicIDs asks a broker for the ids of topics, in hex. Older brokers give none. A topic
// that the broker does not know is left out.
func topicIDs(ctx context.Context, c *conn, topics []string) (map[string]string, error) {
	if c.metadata[0] > metadataWithIDs || c.metadata[1] < metadataWithIDs {
		return nil, nil
	}
	if err := c.write(ctx, protocol.Metadata, metadataWithIDs, metadataRequest(topics)); err != nil {
		return nil, err
	}
	b, err := c.receive(ctx, requestTimeout, nil)
	if err != nil {
		return nil, err
	}
	ids, err := decodeTopicIDs(b)
	if err != nil {
		return nil, fmt.Errorf("cannot decode the answer of broker %q: %w", c.addr, err)
	}
	return ids, nil
}

// metadataRequest is the body of version 12, https://kafka.apache.org/protocol#The_Messages_Metadata.
func metadataRequest(topics []string) []byte {
	b := binary.AppendUvarint(nil, uint64(len(topics))+1)
	for _, t := range topics {
		b = append(b, make([]byte, 16)...) // asked for by name, not by id
		b = binary.AppendUvarint(b, uint64(len(t))+1)
		b = append(b, t...)
		b = append(b, 0) // no tags
	}
	return append(b,
		0, // do not create topics
		0, // no authorized operations
		0) // no tags
}

// decodeTopicIDs reads an answer of version 12 as far as the topics' ids.
func decodeTopicIDs(b []byte) (map[string]string, error) {
	c := cursor{b: b}
	c.tags()  // of the header
	c.int32() // throttle time
	for range c.array() {
		c.int32() // node
		c.text()  // host
		c.int32() // port
		c.text()  // rack
		c.tags()
	}
	c.text()  // cluster
	c.int32() // controller
	ids := map[string]string{}
	for range c.array() {
		code := c.int16()
		name := c.text()
		id := c.take(16)
		c.take(1) // internal
		for range c.array() {
			c.take(2 + 4 + 4 + 4) // error, partition, leader, leader's epoch
			for range 3 {         // replicas, those in sync, those offline
				c.take(4 * c.array())
			}
			c.tags()
		}
		c.int32() // authorized operations
		c.tags()
		if c.short {
			break
		}
		if code == 0 && binary.BigEndian.Uint64(id)|binary.BigEndian.Uint64(id[8:]) != 0 {
			ids[name] = hex.EncodeToString(id)
		}
	}
	if c.short {
		return nil, errors.New("the metadata answer ends early")
	}
	return ids, nil
}

// array reads the length of a compact array, 0 for none. A length that the bytes at hand
// cannot hold is one too short.
func (c *cursor) array() int {
	n := c.uvarint()
	if n == 0 {
		return 0
	}
	if n-1 > uint64(len(c.b)) {
		c.short, c.b = true, nil
		return 0
	}
	return int(n - 1)
}

// text reads a compact string, "" for none.
func (c *cursor) text() string { return string(c.take(c.array())) }

// tags steps over tagged fields.
func (c *cursor) tags() {
	for n := c.uvarint(); n > 0 && !c.short; n-- {
		c.uvarint() // tag
		size := c.uvarint()
		c.take(int(min(size, uint64(len(c.b))+1)))
	}
}

// uvarint reads an unsigned variable-length integer.
func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.b)
	if n <= 0 {
		c.short, c.b = true, nil
		return 0
	}
	c.b = c.b[n:]
	return v
}
