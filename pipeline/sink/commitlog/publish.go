package commitlog

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"mizan/pipeline/sink/vfs"
)

// Publish makes r the record of its slice, whole and durable, or fails without
// a trace: this is the commit point. ErrTaken says that another worker was
// first. After any other error the log must be read again (Newest) to learn
// whether the record is there.
//
// first says that the log has no record yet. A record is prepared under a
// temporary name and then published under its own by link(2), which fails if
// the name is taken; a half-written record is never seen. The first record of
// a log is published together with the log's directory, by renaming a prepared
// directory: it fails if the directory exists, so that of two workers that
// begin an empty log at different offsets only one succeeds.
func (l *Log) Publish(r Record, first bool) error {
	b, err := r.encode()
	if err != nil {
		return err
	}
	if first {
		err = l.publishFirst(r, b)
	} else {
		err = l.publishNext(r, b)
	}
	switch {
	case err == nil:
		return nil
	case l.taken(r, first):
		return ErrTaken
	}
	return fmt.Errorf("cannot publish commit record: %w", err)
}

// taken tells, after a failure, whether another worker has published the
// slice. Its record may also show in the failure that this one's temporary
// file is gone: staging is swept behind the end of the chain.
func (l *Log) taken(r Record, first bool) bool {
	if first {
		firsts, err := l.Firsts()
		return err == nil && len(firsts) > 0 && !l.isOurs(r)
	}
	there, err := l.Read(r.First)
	return err == nil && there.Token != r.Token
}

func (l *Log) publishNext(r Record, b []byte) error {
	temp := filepath.Join(l.Staging, TempName(r))
	if err := l.write(temp, b); err != nil {
		return err
	}
	err := l.FS.Link(temp, filepath.Join(l.Dir(), RecordName(r.First)))
	published := err == nil || l.isOurs(r)
	// The temporary name has done its work either way; a leftover is swept later.
	_ = l.FS.Remove(temp)
	if !published {
		return err
	}
	return l.FS.SyncDir(l.Dir())
}

func (l *Log) publishFirst(r Record, b []byte) error {
	if err := l.makeNameDir(); err != nil {
		return err
	}
	temp := filepath.Join(l.Staging, TempName(r))
	if err := l.FS.Mkdir(temp); err != nil {
		return fmt.Errorf("temporary directory: %w", err)
	}
	record := filepath.Join(temp, RecordName(r.First))
	err := l.write(record, b)
	if err == nil {
		err = l.FS.SyncDir(temp)
	}
	if err == nil {
		err = l.FS.Rename(temp, l.Dir())
	}
	if err != nil && !l.isOurs(r) {
		_ = l.FS.Remove(record)
		_ = l.FS.Remove(temp)
		return err
	}
	return l.FS.SyncDir(filepath.Dir(l.Dir()))
}

// TempName is the name under which a record is prepared in the staging folder.
func TempName(r Record) string { return fmt.Sprintf("%020d-%s.json.tmp", r.First, r.Token) }

func (l *Log) makeNameDir() error {
	dir := NameDir(l.Root, l.Name)
	if err := l.FS.Mkdir(dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return l.FS.SyncDir(l.Root)
}

func (l *Log) write(path string, b []byte) error {
	f, err := l.FS.Create(path)
	if err != nil {
		return fmt.Errorf("temporary record: %w", err)
	}
	return writeAndClose(f, b)
}

func writeAndClose(f vfs.File, b []byte) error {
	_, err := f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// isOurs tells whether the record that stands in the log is this very
// attempt's: the answer to a link or rename can get lost (NFS repeats calls).
func (l *Log) isOurs(r Record) bool {
	there, err := l.Read(r.First)
	return err == nil && there.Token == r.Token
}
