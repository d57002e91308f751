// Package vfs is the narrow door through which package sink reaches the file
// system: only the calls that its commit protocol makes. In the product it is
// OS; tests put an in-memory file system behind it that loses unsynced data
// when it "crashes", and one that fails any chosen call.
package vfs

import "io"

// File is a file being written, from Create.
type File interface {
	io.Writer
	// Sync makes the content durable. After an error the content is lost for
	// good: it must not be tried again on the same file.
	Sync() error
	Close() error
}

// ReadFile is a file being read, from Open.
type ReadFile interface {
	io.ReaderAt
	io.Closer
	// Size is the length in bytes.
	Size() int64
}

// Entry is one name in a directory.
type Entry struct {
	Name string
	Dir  bool
}

// FS is the file system under a sink. Paths are the operating system's.
// Errors are *fs.PathError or *os.LinkError values, so that errors.Is tells
// fs.ErrExist and fs.ErrNotExist.
type FS interface {
	// Mkdir creates one directory; the parent must exist.
	Mkdir(dir string) error
	// Create creates a file for writing. It fails with fs.ErrExist if the name
	// is taken.
	Create(path string) (File, error)
	// Open opens a file for reading.
	Open(path string) (ReadFile, error)
	// ReadFile returns a whole file.
	ReadFile(path string) ([]byte, error)
	// ReadDir lists a directory in order of name.
	ReadDir(dir string) ([]Entry, error)
	// Size returns the length of a file; an error for a directory.
	Size(path string) (int64, error)
	// Link gives a file a second name. It fails with fs.ErrExist if that name
	// is taken: of many callers exactly one succeeds.
	Link(path, name string) error
	// Rename moves a file, replacing what has the new name, or a directory. A
	// directory does not replace another: fs.ErrExist.
	Rename(from, to string) error
	// Remove removes a file or an empty directory.
	Remove(path string) error
	// SyncDir makes the names in a directory durable.
	SyncDir(dir string) error
}
