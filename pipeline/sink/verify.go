package sink

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mizan/pipeline/sink/commitlog"
	"mizan/pipeline/sink/hive"
	"mizan/pipeline/sink/vfs"
)

// Verify reads the commit records and data files of an output directory and
// proves, without a broker, that the slices of each log follow each other
// without gap or overlap, that every committed file is there with its size,
// checksum, footer and rows, that each row's offset is in its slice and stands
// there once, and that no visible file is without a record. The error is for a
// directory that cannot be read; what is wrong with the output is in the report.
func Verify(dir string) (*VerifyReport, error) { return verify(vfs.OS{}, dir) }

type verifier struct {
	fs     vfs.FS
	dir    string
	report *VerifyReport
	// committed holds the paths of all committed files.
	committed map[string]bool
}

func verify(fsys vfs.FS, dir string) (*VerifyReport, error) {
	v := &verifier{
		fs: fsys, dir: dir, committed: map[string]bool{},
		report: &VerifyReport{Dir: dir, Logs: []LogReport{}, Problems: []string{}, Leftovers: []string{}},
	}
	names, err := fsys.ReadDir(v.path(commitsDir))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("cannot verify %q: it is no output directory of mizan: %w; name the directory that run or score wrote to", dir, err)
		}
		return nil, fmt.Errorf("cannot verify %q: %w", dir, explain(err))
	}
	for _, name := range names {
		partitions, err := fsys.ReadDir(v.path(commitsDir + "/" + name.Name))
		if err != nil {
			return nil, fmt.Errorf("cannot verify %q: %w", dir, explain(err))
		}
		for _, p := range partitions {
			if err := v.log(name.Name, p.Name); err != nil {
				return nil, fmt.Errorf("cannot verify %q: %w", dir, explain(err))
			}
		}
	}
	slices.SortFunc(v.report.Logs, func(a, b LogReport) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return int(a.Partition) - int(b.Partition)
	})
	for _, l := range v.report.Logs {
		v.report.Slices += l.Slices
		v.report.Files += l.Files
		v.report.Scored += l.Scored
		v.report.Rejected += l.Rejected
	}
	return v.report, v.others()
}

func (v *verifier) path(rel string) string { return filepath.Join(v.dir, filepath.FromSlash(rel)) }

func (v *verifier) problem(format string, args ...any) {
	v.report.Problems = append(v.report.Problems, fmt.Sprintf(format, args...))
}

// log checks the chain of one directory of records.
func (v *verifier) log(nameDir, partitionDir string) error {
	dir := commitsDir + "/" + nameDir + "/" + partitionDir
	partition, err := strconv.ParseInt(partitionDir, 10, 32)
	if err != nil {
		v.problem("%s is not the directory of a partition", dir)
		return nil
	}
	entries, err := v.fs.ReadDir(v.path(dir))
	if err != nil {
		return err
	}
	rep := LogReport{Name: hive.Unescape(nameDir), Partition: int32(partition)}
	for _, e := range entries {
		first, ok := commitlog.ParseRecordName(e.Name)
		if !ok {
			v.problem("%s/%s is not a commit record", dir, e.Name)
			continue
		}
		b, err := v.fs.ReadFile(v.path(dir + "/" + e.Name))
		if err != nil {
			return err
		}
		r, err := commitlog.Decode(b)
		if err == nil && (r.First != first || r.Partition != rep.Partition || hive.FileName(r.Name, 200) != nameDir) {
			err = errors.New("it is the record of another slice")
		}
		if err != nil {
			v.problem("%s/%s: %v", dir, e.Name, err)
			continue
		}
		switch {
		case rep.Slices == 0:
			rep.First = r.First
		case r.First > rep.Next:
			v.problem("%q partition %d: gap: offsets %d to %d are in no slice", r.Name, r.Partition, rep.Next, r.First-1)
		case r.First < rep.Next:
			v.problem("%q partition %d: overlap: slice %d begins before the one before ends at %d", r.Name, r.Partition, r.First, rep.Next-1)
		}
		rep.Name, rep.Source, rep.Next = r.Name, r.Source, r.Next
		rep.Slices++
		rep.Files += len(r.Files)
		rep.Absent += r.Next - r.First
		if err := v.slice(r, &rep); err != nil {
			return err
		}
	}
	rep.In = rep.Scored + rep.Rejected
	rep.Absent -= rep.In
	v.report.Logs = append(v.report.Logs, rep)
	return nil
}

// slice checks one slice's files and counts their rows.
func (v *verifier) slice(r commitlog.Record, rep *LogReport) error {
	var scored, rejected int64
	seen := map[int64]bool{}
	for _, f := range r.Files {
		v.committed[f.Path] = true
		rows, err := v.file(r, f, seen)
		if err != nil {
			return err
		}
		if f.Table == scoredDir {
			scored += rows
		} else {
			rejected += rows
		}
	}
	if scored != r.Scored || rejected != r.Rejected {
		v.problem("%q partition %d slice %d: %d scored and %d rejected rows are there, %d and %d were committed",
			r.Name, r.Partition, r.First, scored, rejected, r.Scored, r.Rejected)
	}
	rep.Scored += scored
	rep.Rejected += rejected
	return nil
}

// others looks for files that no record lists.
func (v *verifier) others() error {
	for _, root := range []string{scoredDir, rejectsDir} {
		err := v.walk(root, func(path string) {
			switch {
			case !strings.HasSuffix(path, dataSuffix):
				v.problem("%s: not a data file, but among them", path)
			case !v.committed[path]:
				v.problem("%s: visible, but no commit record lists it", path)
			}
		})
		if err != nil {
			return err
		}
	}
	return v.walk(stagingDir, func(path string) {
		v.report.Leftovers = append(v.report.Leftovers, path)
	})
}

func (v *verifier) walk(dir string, visit func(path string)) error {
	entries, err := v.fs.ReadDir(v.path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot verify %q: %w", v.dir, explain(err))
	}
	for _, e := range entries {
		path := dir + "/" + e.Name
		if !e.Dir {
			visit(path)
		} else if err := v.walk(path, visit); err != nil {
			return err
		}
	}
	return nil
}
