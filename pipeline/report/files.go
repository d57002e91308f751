package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"mizan/pipeline/sink/commitlog"
)

// files are the files of an output directory that count.
type files struct {
	scored  []scoredFile
	rejects []string
	notes   []string
}

// scoredFile is a file with its place in the stream it was made from.
type scoredFile struct {
	path             string
	source           string
	partition, first int64
}

// visible lists the files whose rows count: those that stand under their final
// names and in a commit record. A directory without commit records, say a copy
// of the scored files alone, counts as a whole.
func visible(dir string) (files, error) {
	// The files first, then the log: what was visible is in the log by then.
	scored, err := parquetFiles(filepath.Join(dir, "scored"))
	if err != nil {
		return files{}, err
	}
	rejects, err := parquetFiles(filepath.Join(dir, "rejects"))
	if err != nil {
		return files{}, err
	}
	log, found, err := readLog(dir)
	if err != nil {
		return files{}, err
	}
	var fs files
	if found {
		var other, more int
		scored, other = log.committed(scored)
		rejects, more = log.committed(rejects)
		fs.notes = log.notes(other + more)
		if err := log.sizes(slices.Concat(scored, rejects)); err != nil {
			return files{}, err
		}
	}
	fs.rejects = rejects
	fs.scored, err = inOrder(scored)
	return fs, err
}

// log is what the commit records list: files by path.
type log map[string]*entry

type entry struct {
	commitlog.File
	seen bool
}

func readLog(dir string) (l log, found bool, err error) {
	l = log{}
	err = filepath.WalkDir(filepath.Join(dir, "_mizan", "commits"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		record, err := commitlog.Decode(data)
		if err != nil {
			return fmt.Errorf("%q: %w", path, err)
		}
		found = true
		for _, f := range record.Files {
			l[filepath.Join(dir, filepath.FromSlash(f.Path))] = &entry{File: f}
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, fmt.Errorf("cannot read the commit records: %w", err)
	}
	return l, found, nil
}

// committed returns the paths that the log lists and how many it does not.
func (l log) committed(paths []string) (listed []string, others int) {
	for _, path := range paths {
		if e, ok := l[path]; ok {
			e.seen = true
			listed = append(listed, path)
		} else {
			others++
		}
	}
	return listed, others
}

// notes says what is not counted.
func (l log) notes(others int) []string {
	var notes []string
	if others > 0 {
		notes = append(notes, fmt.Sprintf("not counted: %s that no commit record lists; mizan verify names them", counted(others, "file")))
	}
	var pending int
	var rows int64
	for path, e := range l {
		if _, err := os.Stat(path); !e.seen && err != nil {
			pending++
			rows += e.Rows
		}
	}
	if pending > 0 {
		notes = append(notes, fmt.Sprintf("not counted: %d rows in %s that are committed and not visible: a worker is about to rename them, or they were removed; mizan verify tells", rows, counted(pending, "file")))
	}
	return notes
}

// sizes says whether the files are as long as they were when committed.
func (l log) sizes(paths []string) error {
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("cannot read %q: %w", path, err)
		}
		if want := l[path].Bytes; st.Size() != want {
			return fmt.Errorf("cannot read %q: the file is damaged: it has %d bytes, %d were committed", path, st.Size(), want)
		}
	}
	return nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// inOrder sorts the files by source, partition and offset, so that the rows of a
// partition come in the order of their offsets: floating-point sums depend on it.
// (Within a slice, rows of one task that differ in another partition column come
// one value after the other.)
func inOrder(paths []string) ([]scoredFile, error) {
	files := make([]scoredFile, len(paths))
	for i, path := range paths {
		var err error
		if files[i], err = place(path); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", path, err)
		}
	}
	slices.SortStableFunc(files, func(a, b scoredFile) int {
		return cmp.Or(
			strings.Compare(a.source, b.source),
			cmp.Compare(a.partition, b.partition),
			cmp.Compare(a.first, b.first),
			strings.Compare(filepath.Dir(a.path), filepath.Dir(b.path)),
			// The files of a slice in one folder are numbered from the second
			// on: a.parquet, a.1.parquet, a.2.parquet, ... a.10.parquet.
			cmp.Compare(len(a.path), len(b.path)),
			strings.Compare(a.path, b.path),
		)
	})
	return files, nil
}

// place reads from the footer where the file's rows come from.
func place(path string) (scoredFile, error) {
	f, closer, err := openParquet(path)
	if err != nil {
		return scoredFile{}, err
	}
	defer closer.Close()
	s := scoredFile{path: path}
	s.source, _ = f.Lookup("mizan.source")
	for key, into := range map[string]*int64{"mizan.partition": &s.partition, "mizan.first": &s.first} {
		text, _ := f.Lookup(key)
		if *into, err = strconv.ParseInt(text, 10, 64); err != nil {
			return s, fmt.Errorf("its footer has no usable %s; was it written by mizan?: %w", key, err)
		}
	}
	return s, nil
}

// parquetFiles lists the files below root that a reader's glob would find.
func parquetFiles(root string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".parquet") {
			paths = append(paths, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot list %q: %w", root, err)
	}
	return paths, nil
}

// openParquet opens a file. A damaged footer is an error, also where the reader
// panics over it.
func openParquet(path string) (pf *parquet.File, closer io.Closer, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the file is damaged (%v)", fault)
		}
		if err != nil {
			pf, closer, err = nil, nil, errors.Join(err, f.Close())
		}
	}()
	st, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	pf, err = parquet.OpenFile(f, st.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, nil, fmt.Errorf("the file is damaged: %w", err)
	}
	return pf, f, nil
}
