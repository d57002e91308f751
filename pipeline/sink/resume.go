package sink

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"mizan/pipeline/sink/commitlog"
)

func (s *Sink) log(name string, partition int32) *commitlog.Log {
	return &commitlog.Log{
		FS: s.fs, Root: s.path(commitsDir), Staging: s.path(stagingOf(name, partition)),
		Name: name, Partition: partition,
	}
}

// Resume reads the newest commit record of a topic-partition or file, makes
// its files visible if a crash came in between, and removes what dead workers
// left in staging as far as nobody can commit it any more. It returns the
// offset to go on with; found is false if the log is empty.
//
// It is to be called when a partition is assigned, and again after Commit has
// returned an error.
func (s *Sink) Resume(name string, partition int32) (next int64, found bool, err error) {
	l := s.log(name, partition)
	if err := s.makeDirs(stagingOf(name, partition)); err != nil {
		return 0, false, fmt.Errorf("cannot resume %q partition %d: %w", name, partition, explain(err))
	}
	r, found, err := l.Newest()
	if err == nil && found {
		err = s.publishFiles(r)
		next = r.Next
	}
	end := chainEnd{next: next, some: found, topicID: r.TopicID}
	if err == nil {
		end.leftovers, err = s.sweep(l, end)
	}
	if err != nil {
		return 0, false, fmt.Errorf("cannot resume %q partition %d: %w", name, partition, explain(err))
	}
	s.setEnd(name, partition, end)
	return next, found, nil
}

func (s *Sink) setEnd(name string, partition int32, e chainEnd) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ends[logKey{name, partition}] = e
}

func (s *Sink) end(name string, partition int32) (chainEnd, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.ends[logKey{name, partition}]
	return e, ok
}

func (s *Sink) forgetEnd(name string, partition int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ends, logKey{name, partition})
}

// publishFiles is step 3 of the protocol: it gives the files of a committed
// slice their final names. Any worker may do it, several at a time.
func (s *Sink) publishFiles(r commitlog.Record) error {
	var dirs []string
	seen := map[string]bool{}
	for _, f := range r.Files {
		dir := parentOf(f.Path)
		if !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
			if err := s.makeDirs(dir); err != nil {
				return fmt.Errorf("cannot make committed files visible: %w", err)
			}
		}
		if err := s.publishFile(f); err != nil {
			s.forget()
			return err
		}
	}
	for _, dir := range dirs {
		if err := s.fs.SyncDir(s.path(dir)); err != nil {
			return fmt.Errorf("cannot make committed files visible: %w", err)
		}
	}
	return nil
}

func (s *Sink) publishFile(f commitlog.File) error {
	err := s.fs.Rename(s.path(f.Staged), s.path(f.Path))
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		size, serr := s.fs.Size(s.path(f.Path))
		switch {
		case serr == nil && size == f.Bytes:
			return nil // renamed before
		case serr == nil:
			return fmt.Errorf("committed file %q is damaged: it has %d bytes instead of %d", f.Path, size, f.Bytes)
		}
	}
	return fmt.Errorf("cannot make committed file %q visible: %w", f.Path, err)
}

// sweep removes staged files that nobody can commit any more: those of slices
// that begin before the end of the chain. A record of their first offset
// exists, and its own files have been renamed. Files of a slice at the end of
// the chain stay, because their worker may be alive; left tells that there are
// some. See the package documentation.
func (s *Sink) sweep(l *commitlog.Log, end chainEnd) (left bool, err error) {
	entries, err := s.fs.ReadDir(l.Staging)
	if err != nil {
		return false, fmt.Errorf("cannot list staged files: %w", err)
	}
	for _, e := range entries {
		first, ok := parseStaged(e.Name)
		if !ok {
			continue
		}
		if end.some && first < end.next {
			s.removeStaged(l.Staging, e.Name, e.Dir)
		} else {
			left = true
		}
	}
	return left, nil
}

// removeStaged removes a staged file or a prepared log directory. A failure
// only leaves a file behind, which the next sweep finds.
func (s *Sink) removeStaged(dir, name string, isDir bool) {
	path := filepath.Join(dir, name)
	if isDir {
		entries, _ := s.fs.ReadDir(path)
		for _, e := range entries {
			_ = s.fs.Remove(filepath.Join(path, e.Name))
		}
	}
	_ = s.fs.Remove(path)
}
