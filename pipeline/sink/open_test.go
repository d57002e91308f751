package sink

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mizan/pipeline/sink/vfs/faultfs"
	"mizan/pipeline/sink/vfs/memfs"
)

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Options)
		want   string
	}{
		"no directory":        {func(o *Options) { o.Dir = "" }, "no directory given"},
		"a file":              {func(o *Options) { o.Dir = file }, "a file is in the way"},
		"below a file":        {func(o *Options) { o.Dir = file + "/out" }, "a file is in the way"},
		"unknown column":      {func(o *Options) { o.PartitionBy = []string{"modle"} }, `"modle": allowed are task, date, model`},
		"list column":         {func(o *Options) { o.PartitionBy = []string{"lang"} }, `"lang"`},
		"twice":               {func(o *Options) { o.PartitionBy = []string{"date", "date"} }, "twice"},
		"unknown compression": {func(o *Options) { o.Compression = "lz77" }, "zstd, snappy or none"},
	} {
		o := testOptions(dir)
		c.change(&o)
		if _, err := Open(o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Faults of the disk are told at once, with what to do.
func TestOpenOnBadDisk(t *testing.T) {
	for _, c := range []struct {
		op   string
		err  error
		want string
	}{
		{"mkdir", syscall.EROFS, "mounted read-only"},
		{"write", syscall.ENOSPC, "disk is full"},
		{"sync", syscall.EDQUOT, "quota"},
		{"create", syscall.EACCES, "no permission"},
		{"link", syscall.EPERM, "hard links"},
	} {
		fsys := faultfs.New(memfs.New(), memDir, func(call faultfs.Call) faultfs.Fault {
			if call.Op == c.op {
				return faultfs.Fault{Err: &fs.PathError{Op: call.Op, Path: call.Path, Err: c.err}}
			}
			return faultfs.Fault{}
		})
		_, err := openMem(fsys, "t")
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), memDir) {
			t.Errorf("%s: error %v", c.op, err)
		}
	}
}

func TestPartitionByNothing(t *testing.T) {
	dir := t.TempDir()
	o := testOptions(dir)
	o.PartitionBy = []string{}
	if _, err := writeSlice(mustOpen(t, o), 0, 2, offsetRows(t, 0, 2)); err != nil {
		t.Fatal(err)
	}
	if files := parquetFiles(t, filepath.Join(dir, scoredDir)); len(files) != 1 || files[0] != "gen-0-0-1.parquet" {
		t.Errorf("files %q", files)
	}
}

// TestDirectoryRemoved removes the output directory under a sink, before a slice
// and within one: the error says so, and nothing is made anew that would look like
// a log without a beginning.
func TestDirectoryRemoved(t *testing.T) {
	for _, within := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "out")
		s := mustOpen(t, testOptions(dir))
		if _, err := writeSlice(s, 0, 2, offsetRows(t, 0, 2)); err != nil {
			t.Fatal(err)
		}
		remove := func() {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
		if !within {
			remove()
		}
		sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: 2})
		if err == nil {
			if err = sl.WriteScored(offsetRows(t, 2, 4)); err == nil {
				if within {
					remove()
				}
				_, err = sl.Commit(3, 4)
			}
			sl.Abort()
		}
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "removed or renamed") || strings.Count(err.Error(), "no such file") != 1 {
			t.Errorf("within a slice %v: error %v", within, err)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "_mizan", "commits", "*", "*", "*")); len(files) > 0 {
			t.Errorf("within a slice %v: committed %q", within, files)
		}
	}
}
