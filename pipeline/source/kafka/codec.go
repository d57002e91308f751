package kafka

import (
	"bytes"
	"fmt"
	"io"

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
	if compress.Compression(codec) == compress.Zstd {
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
			return dst[:start], fmt.Errorf("%w: %s: it decompresses to more than %d bytes (raise the maximum batch size if such batches are meant)", ErrCorrupt, c.Name(), d.limit)
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst[:start], fmt.Errorf("%w: %s: %v", ErrCorrupt, c.Name(), err)
		}
	}
}
