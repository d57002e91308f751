package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mizan runs the binary and returns what it prints and its exit code.
func mizan(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	cmd := exec.Command(path, args...)
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), log.String(), cmd.ProcessState.ExitCode()
}

func writeRecords(t *testing.T, path string, n int) {
	t.Helper()
	if err := os.WriteFile(path, []byte(strings.Repeat(`{"task":"quality","response":"An answer."}`+"\n", n)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestScoreChangedFile: a file that was written anew since an earlier run into the
// same directory is scored as a new one, with a word on the rows of then; one that
// was not is skipped without it.
func TestScoreChangedFile(t *testing.T) {
	dir := t.TempDir()
	path, other, out := filepath.Join(dir, "a#1.jsonl"), filepath.Join(dir, "a#2.jsonl"), filepath.Join(dir, "out")
	writeRecords(t, path, 3)
	writeRecords(t, other, 3)
	const note = "has changed since an earlier run"
	for _, c := range []struct {
		name  string
		file  string
		rows  int // written before the run, 0 for none
		notes bool
		want  string
	}{
		{"first", path, 0, false, "3 records in"},
		{"again", path, 0, false, "all 3 rows scored by an earlier run"},
		{"another file", other, 0, false, "3 records in"},
		{"grown", path, 5, true, "5 records in"},
		{"again", path, 0, false, "all 5 rows scored by an earlier run"},
		{"shrunk", path, 2, true, "2 records in"},
	} {
		if c.rows > 0 {
			writeRecords(t, c.file, c.rows)
		}
		_, stderr, code := mizan(t, "score", c.file, "-o", out)
		if code != 0 || strings.Contains(stderr, note) != c.notes || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, want %q and the note %v:\n%s", c.name, code, c.want, c.notes, stderr)
		}
	}
}

// TestScorePipe: a named pipe can be printed; into a directory it is refused, with
// what to do, for nothing tells whether its rows are there already.
func TestScorePipe(t *testing.T) {
	dir := t.TempDir()
	pipe, out := filepath.Join(dir, "pipe"), filepath.Join(dir, "out")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skipf("no pipes: %v", err)
	}
	go os.WriteFile(pipe, []byte(`{"task":"quality","response":"An answer."}`+"\n"), 0o666)
	type result struct {
		stdout, stderr string
		code           int
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.stdout, r.stderr, r.code = mizan(t, "score", pipe, "--to", "jsonl", "-q")
		done <- r
	}()
	select {
	case r := <-done:
		if r.code != 0 || strings.Count(r.stdout, "\n") != 1 {
			t.Errorf("exit code %d, printed %q\n%s", r.code, r.stdout, r.stderr)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it hangs")
	}
	if _, stderr, code := mizan(t, "score", pipe, "-o", out); code != exitFailed || !strings.Contains(stderr, "give it as standard input") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

// TestScoreNamesFileOnce: an error names the file it is about, once.
func TestScoreNamesFileOnce(t *testing.T) {
	dir := t.TempDir()
	cut := filepath.Join(dir, "cut.parquet")
	if err := os.WriteFile(cut, []byte("PAR1"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, cut, filepath.Join(dir, "absent")} {
		_, stderr, code := mizan(t, "score", path, "--to", "jsonl")
		line, _, _ := strings.Cut(stderr, "\n")
		if code != exitFailed || strings.Count(line, path) != 1 {
			t.Errorf("exit code %d, first line %q", code, line)
		}
	}
}
