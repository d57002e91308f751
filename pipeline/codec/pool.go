package codec

import (
	"math/bits"
	"sync"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// maxPooled bounds the memory that a pool keeps for later, in bytes.
const maxPooled = 128 << 20

// pool is an Arrow allocator that keeps freed buffers for later batches, by
// powers of two, which is how Arrow's builders grow. Batches are freed in other
// goroutines than they are built in.
type pool struct {
	mu   sync.Mutex
	free [48][]unsafe.Pointer
	held int
}

var _ memory.Allocator = (*pool)(nil)

func newPool() *pool { return &pool{} }

// Allocate returns zeroed memory.
func (p *pool) Allocate(size int) []byte {
	buf, dirty := p.take(size)
	if dirty {
		clear(buf)
	}
	return buf
}

// take returns memory that may hold what was there before.
func (p *pool) take(size int) (buf []byte, dirty bool) {
	if size <= 0 {
		return nil, false
	}
	class := max(6, bits.Len(uint(size-1)))
	if class >= len(p.free) {
		return make([]byte, size), false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.free[class]
	if len(list) == 0 {
		// The Go allocator aligns blocks of a power of two at 64 bytes or more.
		return make([]byte, size, 1<<class), false
	}
	p.free[class] = list[:len(list)-1]
	p.held -= 1 << class
	return unsafe.Slice((*byte)(list[len(list)-1]), 1<<class)[:size], true
}

// Reallocate returns memory of the size that begins with b's content.
func (p *pool) Reallocate(size int, b []byte) []byte {
	old := min(len(b), size)
	if size <= cap(b) {
		b = b[:size]
		clear(b[old:])
		return b
	}
	bigger, dirty := p.take(size)
	copy(bigger, b)
	if dirty {
		clear(bigger[old:])
	}
	p.Free(b)
	return bigger
}

// Free takes memory back.
func (p *pool) Free(b []byte) {
	n := cap(b)
	if n < 64 || n&(n-1) != 0 {
		return
	}
	class := bits.TrailingZeros(uint(n))
	p.mu.Lock()
	defer p.mu.Unlock()
	if class >= len(p.free) || p.held+n > maxPooled {
		return
	}
	p.held += n
	p.free[class] = append(p.free[class], unsafe.Pointer(unsafe.SliceData(b)))
}
