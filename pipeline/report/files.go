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
)

// scoredFile is a file with its place in the stream it was made from.
type scoredFile struct {
	path             string
	source           string
	partition, first int64
}

// scoredFiles lists the scored files in the order of their sources, so that the
// rows of a partition come in the order of their offsets: floating-point sums
// depend on it.
func scoredFiles(root string) ([]scoredFile, error) {
	paths, err := parquetFiles(root)
	if err != nil {
		return nil, err
	}
	files := make([]scoredFile, len(paths))
	for i, path := range paths {
		if files[i], err = place(path); err != nil {
			return nil, fmt.Errorf("cannot read %q: %w", path, err)
		}
	}
	slices.SortStableFunc(files, func(a, b scoredFile) int {
		return cmp.Or(
			strings.Compare(a.source, b.source),
			cmp.Compare(a.partition, b.partition),
			cmp.Compare(a.first, b.first),
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

func openParquet(path string) (*parquet.File, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	st, err := f.Stat()
	if err == nil {
		var pf *parquet.File
		if pf, err = parquet.OpenFile(f, st.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true)); err == nil {
			return pf, f, nil
		}
	}
	return nil, nil, errors.Join(err, f.Close())
}
