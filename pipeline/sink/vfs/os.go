package vfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// OS is the file system of the machine.
type OS struct{}

// Mkdir implements FS.
func (OS) Mkdir(dir string) error { return os.Mkdir(dir, 0o777) }

// Create implements FS.
func (OS) Create(path string) (File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

type osReadFile struct {
	*os.File
	size int64
}

func (f osReadFile) Size() int64 { return f.size }

// Open implements FS.
func (OS) Open(path string) (ReadFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return osReadFile{f, info.Size()}, nil
}

// ReadFile implements FS.
func (OS) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }

// ReadDir implements FS.
func (OS) ReadDir(dir string) ([]Entry, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(list))
	for i, e := range list {
		entries[i] = Entry{e.Name(), e.IsDir()}
	}
	return entries, nil
}

// Size implements FS.
func (OS) Size(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if info.IsDir() {
		return 0, &fs.PathError{Op: "size", Path: path, Err: syscall.EISDIR}
	}
	return info.Size(), nil
}

// Link implements FS.
func (OS) Link(path, name string) error { return os.Link(path, name) }

// Rename implements FS.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove implements FS.
func (OS) Remove(path string) error { return os.Remove(path) }

// SyncDir implements FS. Some file systems cannot sync a directory and say
// EINVAL; on them a name is durable when the call that made it returns.
func (OS) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}
