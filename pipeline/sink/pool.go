package sink

import (
	"sync"

	"mizan/pipeline/sink/parquetfile"
)

// writerPool holds idle Parquet writers for reuse: making one, with its
// buffers for 70 columns, costs more than writing a small file.
type writerPool struct {
	mu   sync.Mutex
	idle map[*parquetfile.Schema][]*parquetfile.Writer
}

// maxIdle is how many writers of a schema are kept: the buffers of a burst of
// open files are given up.
const maxIdle = 8

func newWriterPool() *writerPool {
	return &writerPool{idle: map[*parquetfile.Schema][]*parquetfile.Writer{}}
}

// get returns an idle writer of the schema or a new one.
func (p *writerPool) get(schema *parquetfile.Schema) *parquetfile.Writer {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.idle[schema]
	if len(list) == 0 {
		return parquetfile.NewWriter(schema)
	}
	w := list[len(list)-1]
	p.idle[schema] = list[:len(list)-1]
	return w
}

// put takes a writer back.
func (p *writerPool) put(w *parquetfile.Writer) {
	if !w.Reusable() {
		return
	}
	w.Reset(nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	if list := p.idle[w.Schema()]; len(list) < maxIdle {
		p.idle[w.Schema()] = append(list, w)
	}
}

func (p *writerPool) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.idle)
}
