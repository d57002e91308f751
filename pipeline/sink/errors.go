package sink

import (
	"errors"
	"fmt"
	"syscall"
)

// explain adds to an error of the file system what the user can do about it.
func explain(err error) error {
	for _, e := range []struct {
		is   error
		hint string
	}{
		{syscall.ENOSPC, "the disk is full; free space and start again, nothing is lost"},
		{syscall.EDQUOT, "the disk quota is used up; free space and start again, nothing is lost"},
		{syscall.EROFS, "the file system is mounted read-only"},
		{syscall.EACCES, "no permission; make the directory writable for this user"},
		{syscall.EPERM, "not permitted by the file system"},
		{syscall.ENOTDIR, "a file is in the way where a directory is needed"},
		{syscall.EMFILE, "too many open files; raise ulimit -n or lower output.max_open_writers"},
		{syscall.ENFILE, "too many open files on this machine"},
		{syscall.EIO, "the disk failed"},
		{syscall.ENOENT, "a part of the output directory is gone; has somebody removed or renamed it?"},
	} {
		if errors.Is(err, e.is) {
			return fmt.Errorf("%w (%s)", err, e.hint)
		}
	}
	return err
}
