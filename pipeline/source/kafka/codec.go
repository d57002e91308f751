package kafka

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/segmentio/kafka-go/compress"
)

// decompressor undoes the compression of batches, up to a limit. It is safe for
// concurrent use.
type decompressor struct {
	limit int
	// zstd writes straight into the caller's buffer, where the library's reader
	// would copy once more.
	zstd *zstd.Decoder
}

func newDecompressor(limit int) (*decompressor, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(uint64(limit)))
	if err != nil {
		return nil, fmt.Errorf("cannot make a zstd decoder for batches of up to %d bytes: %w", limit, err)
	}
	return &decompressor{limit: limit, zstd: dec}, nil
}

// append appends what b decompresses to to dst; codec is the batch's number for the
// compression. More than limit bytes are an error, found before they are all there.
func (d *decompressor) append(dst []byte, codec int16, b []byte) ([]byte, error) {
	start := len(dst)
	switch compress.Compression(codec) {
	case compress.Snappy:
		return d.appendSnappy(dst, b)
	case compress.Zstd:
		out, err := d.zstd.DecodeAll(b, dst)
		if err != nil {
			return dst[:start], fmt.Errorf("%w: zstd, at most %d bytes: %v", ErrCorrupt, d.limit, err)
		}
		return out, nil
	}
	c := compress.Compression(codec).Codec()
	if c == nil {
		return dst, fmt.Errorf("%w: compression codec %d is not known", ErrCorrupt, codec)
	}
	r := c.NewReader(bytes.NewReader(b))
	defer r.Close()
	for {
		if len(dst) == cap(dst) {
			grown := make([]byte, len(dst), max(64<<10, len(dst)+4*len(b), 2*cap(dst)))
			copy(grown, dst)
			dst = grown
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst)-start > d.limit:
			return dst[:start], d.tooLarge(c.Name())
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst[:start], fmt.Errorf("%w: %s: %v", ErrCorrupt, c.Name(), err)
		}
	}
}

// xerialMagic begins the frame in which Java clients put snappy blocks: the magic, two
// versions of four bytes, then blocks, each after its length in four bytes.
var xerialMagic = []byte("\x82SNAPPY\x00")

// appendSnappy undoes snappy, framed or as one bare block. It is here because the
// library's reader makes room for whatever length a block announces.
func (d *decompressor) appendSnappy(dst, b []byte) ([]byte, error) {
	start := len(dst)
	if !bytes.HasPrefix(b, xerialMagic) {
		return d.appendBlock(dst, start, b)
	}
	c := cursor{b: b}
	c.take(len(xerialMagic) + 8)
	for len(c.b) > 0 {
		block := c.take(int(c.int32()))
		if c.short {
			return dst[:start], fmt.Errorf("%w: snappy: a block is cut off", ErrCorrupt)
		}
		var err error
		if dst, err = d.appendBlock(dst, start, block); err != nil {
			return dst[:start], err
		}
	}
	if c.short {
		return dst[:start], fmt.Errorf("%w: snappy: the frame's header is cut off", ErrCorrupt)
	}
	return dst, nil
}

func (d *decompressor) appendBlock(dst []byte, start int, block []byte) ([]byte, error) {
	n, err := snappy.DecodedLen(block)
	if err == nil && len(dst)-start+n > d.limit {
		return dst[:start], d.tooLarge("snappy")
	}
	// No element of a block gives more than 64 bytes: a larger announced length is a
	// lie, found before room is made for it.
	if err == nil && n > 64*len(block) {
		err = snappy.ErrCorrupt
	}
	if err == nil {
		dst = slices.Grow(dst, n)
		_, err = snappy.Decode(dst[len(dst):len(dst)+n], block)
	}
	if err != nil {
		return dst[:start], fmt.Errorf("%w: snappy: %v", ErrCorrupt, err)
	}
	return dst[:len(dst)+n], nil
}

func (d *decompressor) tooLarge(codec string) error {
	return fmt.Errorf("%w: %s: it decompresses to more than %d bytes (raise the maximum batch size if such batches are meant)", ErrCorrupt, codec, d.limit)
}
