package sink

import (
	"sync"

	"mizan/pipeline/sink/vfs"
	"mizan/pipeline/sink/vfs/memfs"
)

// countingFS counts the files that are open for writing.
type countingFS struct {
	*memfs.FS
	mu            sync.Mutex
	open, maxOpen int
}

func newCountingFS() *countingFS { return &countingFS{FS: memfs.New()} }

func (c *countingFS) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open += n
	c.maxOpen = max(c.maxOpen, c.open)
}

func (c *countingFS) Create(path string) (vfs.File, error) {
	f, err := c.FS.Create(path)
	if err != nil {
		return nil, err
	}
	c.add(1)
	return &countedFile{f, c}, nil
}

type countedFile struct {
	vfs.File
	fs *countingFS
}

func (f *countedFile) Close() error {
	f.fs.add(-1)
	return f.File.Close()
}
