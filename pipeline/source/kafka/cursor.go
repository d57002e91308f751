package kafka

import "encoding/binary"

// cursor steps through big-endian protocol bytes. Reading past the end sets short
// and yields zeros, so that a caller checks once.
type cursor struct {
	b     []byte
	short bool
}

// take returns the next n bytes, nil where there are fewer.
func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.b) {
		c.short = true
		c.b = nil
		return nil
	}
	t := c.b[:n:n]
	c.b = c.b[n:]
	return t
}

func (c *cursor) int16() int16 {
	if t := c.take(2); t != nil {
		return int16(binary.BigEndian.Uint16(t))
	}
	return 0
}

func (c *cursor) int32() int32 {
	if t := c.take(4); t != nil {
		return int32(binary.BigEndian.Uint32(t))
	}
	return 0
}

func (c *cursor) int64() int64 {
	if t := c.take(8); t != nil {
		return int64(binary.BigEndian.Uint64(t))
	}
	return 0
}

// varint reads a zigzag variable-length integer.
func (c *cursor) varint() int64 {
	v, n := binary.Varint(c.b)
	if n <= 0 {
		c.short = true
		c.b = nil
		return 0
	}
	c.b = c.b[n:]
	return v
}
