// Package testshared finds the specification's golden files for tests. They
// stand in a folder "shared" beside the checkout, or in the one that the
// environment variable MIZAN_SHARED names.
package testshared

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Root returns the shared folder, or "" where there is none.
func Root() string {
	if dir := os.Getenv("MIZAN_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			shared := filepath.Join(filepath.Dir(dir), "shared")
			if _, err := os.Stat(shared); err != nil {
				return ""
			}
			return shared
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Path returns the path of a file or folder below the shared folder. It skips
// the test, saying so, where that is absent.
func Path(t testing.TB, rel string) string {
	t.Helper()
	root := Root()
	if root == "" {
		t.Skipf("no shared folder beside the checkout (or MIZAN_SHARED): %s is not checked", rel)
	}
	path := filepath.Join(root, filepath.FromSlash(rel))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not checked: %v", rel, err)
	}
	return path
}

// Lines decodes each line of a JSON Lines file (plain or .gz) of the shared
// folder into a T and hands it to visit with its 1-based number.
func Lines[T any](t testing.TB, rel string, visit func(line int, v T)) {
	t.Helper()
	f, err := os.Open(Path(t, rel))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(rel, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<30)
	n := 0
	for sc.Scan() {
		n++
		var v T
		if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
			t.Fatalf("%s line %d: %v", rel, n, err)
		}
		visit(n, v)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s is empty", rel)
	}
}
