// Package faultfs stands before a file system and sees every call: it can log
// it, refuse it, or let it happen and then say it failed. It is for tests.
package faultfs

import (
	"path/filepath"
	"strings"
	"sync"

	"mizan/pipeline/sink/vfs"
)

// Call is one call of the file system.
type Call struct {
	// N counts the calls from 1.
	N int
	// Op is mkdir, create, write, sync, close, open, readfile, readdir, size,
	// link, rename, remove or syncdir.
	Op string
	// Path is the file or directory, To the second name of link and rename;
	// both relative to the root given to New.
	Path, To string
}

// String returns the call in one line.
func (c Call) String() string {
	if c.To == "" {
		return c.Op + " " + c.Path
	}
	return c.Op + " " + c.Path + " -> " + c.To
}

// Fault is what becomes of a call.
type Fault struct {
	// Err is what the caller gets; nil lets the call through.
	Err error
	// Done lets the call take effect before it fails with Err. A write that
	// fails and is not Done writes half of its bytes.
	Done bool
}

// FS is a file system with faults. It is safe for concurrent use.
type FS struct {
	base vfs.FS
	root string
	// decide is called before each call, from one goroutine at a time.
	decide func(Call) Fault
	mu     sync.Mutex
	n      int
}

// New returns base with faults. Calls report paths relative to root.
func New(base vfs.FS, root string, decide func(Call) Fault) *FS {
	return &FS{base: base, root: root, decide: decide}
}

func (f *FS) rel(path string) string {
	if path == "" {
		return ""
	}
	rel, err := filepath.Rel(f.root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

func (f *FS) fault(op, path, to string) Fault {
	f.mu.Lock()
	f.n++
	c := Call{N: f.n, Op: op, Path: f.rel(path), To: f.rel(to)}
	f.mu.Unlock()
	return f.decide(c)
}

// call runs do under the fault that is decided for it.
func (f *FS) call(op, path, to string, do func() error) error {
	fault := f.fault(op, path, to)
	if fault.Err != nil && !fault.Done {
		return fault.Err
	}
	if err := do(); fault.Err == nil {
		return err
	}
	return fault.Err
}

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(dir string) error {
	return f.call("mkdir", dir, "", func() error { return f.base.Mkdir(dir) })
}

// Create implements vfs.FS.
func (f *FS) Create(path string) (vfs.File, error) {
	var w vfs.File
	err := f.call("create", path, "", func() (err error) { w, err = f.base.Create(path); return })
	if err != nil {
		if w != nil {
			w.Close()
		}
		return nil, err
	}
	return &file{f, w, path}, nil
}

type file struct {
	fs   *FS
	file vfs.File
	path string
}

func (w *file) Write(b []byte) (n int, err error) {
	fault := w.fs.fault("write", w.path, "")
	if fault.Err != nil && !fault.Done {
		n, _ = w.file.Write(b[:len(b)/2])
		return n, fault.Err
	}
	if n, err = w.file.Write(b); err != nil {
		return n, err
	}
	return n, fault.Err
}

func (w *file) Sync() error { return w.fs.call("sync", w.path, "", w.file.Sync) }

// Close closes the file also where it is said to fail, as close(2) does.
func (w *file) Close() error {
	fault := w.fs.fault("close", w.path, "")
	if err := w.file.Close(); err != nil {
		return err
	}
	return fault.Err
}

// Open implements vfs.FS.
func (f *FS) Open(path string) (r vfs.ReadFile, err error) {
	err = f.call("open", path, "", func() (err error) { r, err = f.base.Open(path); return })
	return r, err
}

// ReadFile implements vfs.FS.
func (f *FS) ReadFile(path string) (b []byte, err error) {
	err = f.call("readfile", path, "", func() (err error) { b, err = f.base.ReadFile(path); return })
	return b, err
}

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(dir string) (list []vfs.Entry, err error) {
	err = f.call("readdir", dir, "", func() (err error) { list, err = f.base.ReadDir(dir); return })
	return list, err
}

// Size implements vfs.FS.
func (f *FS) Size(path string) (n int64, err error) {
	err = f.call("size", path, "", func() (err error) { n, err = f.base.Size(path); return })
	return n, err
}

// Link implements vfs.FS.
func (f *FS) Link(path, name string) error {
	return f.call("link", path, name, func() error { return f.base.Link(path, name) })
}

// Rename implements vfs.FS.
func (f *FS) Rename(from, to string) error {
	return f.call("rename", from, to, func() error { return f.base.Rename(from, to) })
}

// Remove implements vfs.FS.
func (f *FS) Remove(path string) error {
	return f.call("remove", path, "", func() error { return f.base.Remove(path) })
}

// SyncDir implements vfs.FS.
func (f *FS) SyncDir(dir string) error {
	return f.call("syncdir", dir, "", func() error { return f.base.SyncDir(dir) })
}

// Mutates tells whether a call changes the file system or makes a change durable.
func (c Call) Mutates() bool {
	return !strings.HasPrefix(c.Op, "read") && c.Op != "open" && c.Op != "size"
}
