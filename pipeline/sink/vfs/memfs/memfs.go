// Package memfs is a file system in memory that crashes: it knows which names
// and which bytes have been synced, and Crash returns what a disk would hold
// after a power cut. It is for tests.
package memfs

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"mizan/pipeline/sink/vfs"
)

// FS is a file system. It is safe for concurrent use.
type FS struct {
	mu   sync.Mutex
	root *node
	// pending are the changes of names that no SyncDir has made durable yet, in
	// order.
	pending []change
}

// node is a file or directory.
type node struct {
	dir bool
	// entries are the names in a directory, durable those that survive a crash.
	entries, durable map[string]*node
	data             []byte
	// synced is the length of the content that survives a crash. Files are only
	// appended to.
	synced int
}

// change is one change of names: from is removed from fromDir (nil: nothing
// is), to is set to target in toDir (nil target: it is removed). A rename is
// one change: it survives as a whole or not at all.
type change struct {
	fromDir *node
	from    string
	toDir   *node
	to      string
	target  *node
}

func newDir() *node {
	return &node{dir: true, entries: map[string]*node{}, durable: map[string]*node{}}
}

// New returns an empty file system.
func New() *FS { return &FS{root: newDir()} }

func failure(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }

func split(path string) []string {
	path = filepath.ToSlash(filepath.Clean(path))
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}

// find returns the node of a path.
func (f *FS) find(op, path string) (*node, error) {
	n := f.root
	for _, name := range split(path) {
		if !n.dir {
			return nil, failure(op, path, syscall.ENOTDIR)
		}
		next, ok := n.entries[name]
		if !ok {
			return nil, failure(op, path, fs.ErrNotExist)
		}
		n = next
	}
	return n, nil
}

// parent returns the directory of a path and the last name in it.
func (f *FS) parent(op, path string) (*node, string, error) {
	names := split(path)
	if len(names) == 0 {
		return nil, "", failure(op, path, fs.ErrExist)
	}
	dir, err := f.find(op, "/"+strings.Join(names[:len(names)-1], "/"))
	if err != nil {
		return nil, "", failure(op, path, err.(*fs.PathError).Err)
	}
	if !dir.dir {
		return nil, "", failure(op, path, syscall.ENOTDIR)
	}
	return dir, names[len(names)-1], nil
}

func (f *FS) apply(c change) {
	c.do(func(n *node) map[string]*node { return n.entries })
	f.pending = append(f.pending, c)
}

func (c change) do(names func(*node) map[string]*node) {
	if c.fromDir != nil {
		delete(names(c.fromDir), c.from)
	}
	if c.target == nil {
		delete(names(c.toDir), c.to)
	} else {
		names(c.toDir)[c.to] = c.target
	}
}

// place is a name in a directory.
type place struct {
	dir  *node
	name string
}

func durable(n *node) map[string]*node { return n.durable }

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(dir string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, err := f.add("mkdir", dir, newDir())
	return err
}

func (f *FS) add(op, path string, n *node) (*node, error) {
	dir, name, err := f.parent(op, path)
	if err != nil {
		return nil, err
	}
	if _, taken := dir.entries[name]; taken {
		return nil, failure(op, path, fs.ErrExist)
	}
	f.apply(change{toDir: dir, to: name, target: n})
	return n, nil
}

// Create implements vfs.FS.
func (f *FS) Create(path string) (vfs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.add("create", path, &node{})
	if err != nil {
		return nil, err
	}
	return &file{fs: f, node: n}, nil
}

type file struct {
	fs     *FS
	node   *node
	closed bool
}

func (w *file) Write(b []byte) (int, error) {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	if w.closed {
		return 0, fs.ErrClosed
	}
	w.node.data = append(w.node.data, b...)
	return len(b), nil
}

func (w *file) Sync() error {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	if w.closed {
		return fs.ErrClosed
	}
	w.node.synced = len(w.node.data)
	return nil
}

func (w *file) Close() error {
	w.fs.mu.Lock()
	defer w.fs.mu.Unlock()
	if w.closed {
		return fs.ErrClosed
	}
	w.closed = true
	return nil
}

// ReadFile implements vfs.FS.
func (f *FS) ReadFile(path string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.find("read", path)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, failure("read", path, syscall.EISDIR)
	}
	return slices.Clone(n.data), nil
}

type readFile struct {
	*strings.Reader
}

func (readFile) Close() error { return nil }

// Open implements vfs.FS.
func (f *FS) Open(path string) (vfs.ReadFile, error) {
	b, err := f.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return readFile{strings.NewReader(string(b))}, nil
}

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(dir string) ([]vfs.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.find("readdir", dir)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, failure("readdir", dir, syscall.ENOTDIR)
	}
	list := []vfs.Entry{}
	for name, e := range n.entries {
		list = append(list, vfs.Entry{Name: name, Dir: e.dir})
	}
	slices.SortFunc(list, func(a, b vfs.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Size implements vfs.FS.
func (f *FS) Size(path string) (int64, error) {
	b, err := f.ReadFile(path)
	return int64(len(b)), err
}

// Link implements vfs.FS.
func (f *FS) Link(path, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.find("link", path)
	if err != nil {
		return err
	}
	if n.dir {
		return failure("link", path, syscall.EPERM)
	}
	_, err = f.add("link", name, n)
	return err
}

// Rename implements vfs.FS.
func (f *FS) Rename(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	fromDir, fromName, err := f.parent("rename", from)
	if err != nil {
		return err
	}
	n, ok := fromDir.entries[fromName]
	if !ok {
		return failure("rename", from, fs.ErrNotExist)
	}
	toDir, toName, err := f.parent("rename", to)
	if err != nil {
		return err
	}
	if old, taken := toDir.entries[toName]; taken && (n.dir || old.dir) {
		return failure("rename", to, fs.ErrExist)
	}
	f.apply(change{fromDir: fromDir, from: fromName, toDir: toDir, to: toName, target: n})
	return nil
}

// Remove implements vfs.FS.
func (f *FS) Remove(path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, name, err := f.parent("remove", path)
	if err != nil {
		return err
	}
	n, ok := dir.entries[name]
	switch {
	case !ok:
		return failure("remove", path, fs.ErrNotExist)
	case n.dir && len(n.entries) > 0:
		return failure("remove", path, syscall.ENOTEMPTY)
	}
	f.apply(change{toDir: dir, to: name})
	return nil
}

// SyncDir implements vfs.FS.
func (f *FS) SyncDir(dir string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n, err := f.find("syncdir", dir)
	if err != nil {
		return err
	}
	// What has become of a name before is durable with what becomes of it now.
	due := make([]bool, len(f.pending))
	names := map[place]bool{}
	for i := len(f.pending) - 1; i >= 0; i-- {
		c := f.pending[i]
		due[i] = c.toDir == n || c.fromDir == n || names[place{c.toDir, c.to}] || names[place{c.fromDir, c.from}]
		if due[i] {
			names[place{c.toDir, c.to}] = true
			if c.fromDir != nil {
				names[place{c.fromDir, c.from}] = true
			}
		}
	}
	rest := []change{}
	for i, c := range f.pending {
		if due[i] {
			c.do(durable)
		} else {
			rest = append(rest, c)
		}
	}
	f.pending = rest
	return nil
}

// Crash returns the file system that is found after a power cut: without what
// was not synced if rng is nil; else each unsynced change of names and some of
// the unsynced bytes survive by chance. The old file system stays as it is.
func (f *FS) Crash(rng *rand.Rand) *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	copies := map[*node]*node{}
	after := &FS{root: f.root.copy(copies, durable, func(n *node) int {
		if rng == nil || n.synced == len(n.data) {
			return n.synced
		}
		return n.synced + rng.IntN(len(n.data)-n.synced+1)
	})}
	if rng == nil {
		return after
	}
	for _, c := range f.pending {
		to, ok := copies[c.toDir]
		if !ok || rng.IntN(2) == 0 {
			continue // lost, or in a directory that is lost
		}
		change := change{toDir: to, to: c.to}
		if c.fromDir != nil {
			if change.fromDir, ok = copies[c.fromDir]; !ok {
				continue
			}
			change.from = c.from
		}
		if c.target != nil {
			change.target = c.target.copy(copies, durable, func(n *node) int {
				return n.synced + rng.IntN(len(n.data)-n.synced+1)
			})
		}
		change.do(func(n *node) map[string]*node { return n.entries })
		change.do(durable)
	}
	return after
}

// Kill returns the file system as another process finds it when this one is
// killed: everything is there.
func (f *FS) Kill() *FS {
	f.mu.Lock()
	defer f.mu.Unlock()
	copies := map[*node]*node{}
	root := f.root.copy(copies, func(n *node) map[string]*node { return n.entries }, func(n *node) int { return len(n.data) })
	return &FS{root: root}
}

// copy copies a tree as names and length tell; all of the copy is durable.
func (n *node) copy(copies map[*node]*node, names func(*node) map[string]*node, length func(*node) int) *node {
	if c, ok := copies[n]; ok {
		return c
	}
	c := &node{dir: n.dir}
	copies[n] = c
	if !n.dir {
		c.synced = length(n)
		c.data = slices.Clone(n.data[:c.synced])
		return c
	}
	c.entries, c.durable = map[string]*node{}, map[string]*node{}
	for name, e := range names(n) {
		e = e.copy(copies, names, length)
		c.entries[name], c.durable[name] = e, e
	}
	return c
}
