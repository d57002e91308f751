package clean

import (
	"context"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"

	"mizan/operators"
	"mizan/schemas"
)

// New returns the operator that replaces the column answer by its cleaned
// text. A null answer stays null.
func New() operators.Operator { return operator{} }

type operator struct{}

func (operator) Name() string { return "clean" }

func (operator) Reads() []arrow.Field { return answer }

func (operator) Adds() []arrow.Field { return answer }

var answer = func() []arrow.Field {
	f, _ := schemas.ScoredField(schemas.Answer)
	return []arrow.Field{f}
}()

func (operator) Apply(_ context.Context, b *operators.Batch) error {
	mem := b.Scratch(memoryKey{}, func() any { return new(memory) }).(*memory)
	col := b.Text(schemas.Answer)
	for _, row := range b.Rows() {
		if !col.IsNull(row) {
			col.Set(row, mem.clean(col.At(row)))
		}
	}
	return nil
}

// memoryKey is the key of the worker's memory. All clean operators of a worker
// share it, because their texts all live until the batch's next Reset.
type memoryKey struct{}

// memory holds the cleaned texts of one batch, one after the other.
type memory struct{ buf []byte }

const (
	// firstBuffer is the size a buffer has at least.
	firstBuffer = 64 << 10
	// keptBuffer is the size up to which a buffer stays for the next batch, so
	// that one huge answer does not occupy memory for ever.
	keptBuffer = 128 << 20
)

// clean returns s cleaned, as a view of s or of the memory.
func (m *memory) clean(s string) string {
	if cap(m.buf)-len(m.buf) < len(s) {
		// The full buffer lives on in the texts that point into it.
		m.buf = make([]byte, 0, max(firstBuffer, len(s)+len(s)/8, 2*cap(m.buf)))
	}
	from := len(m.buf)
	out, view, isView := appendTo(m.buf, s)
	if isView {
		return view
	}
	m.buf = out
	if len(out) == from {
		return ""
	}
	return unsafe.String(&out[from], len(out)-from)
}

// Reset forgets the texts: Batch.Reset calls it.
func (m *memory) Reset() {
	m.buf = m.buf[:0]
	if cap(m.buf) > keptBuffer {
		m.buf = nil
	}
}
