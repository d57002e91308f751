package sink

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"mizan/internal/duck"
	"mizan/pipeline/sink/vfs"
	"mizan/pipeline/sink/vfs/faultfs"
)

// childDir is the environment variable that makes the test binary a worker.
const childDir = "MIZAN_SINK_TEST_CHILD"

// TestChildWorker is no test: it is the process that TestKill kills. It writes
// one byte to standard error with every call of the file system.
func TestChildWorker(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		return
	}
	fsys := faultfs.New(vfs.OS{}, dir, func(faultfs.Call) faultfs.Fault {
		os.Stderr.Write([]byte{'.'})
		return faultfs.Fault{}
	})
	o := testOptions(dir)
	o.MaxOpenWriters = 2
	s, err := open(o, fsys, newToken)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker(t, s, rand.Int64N(5)+1); err != nil {
		t.Fatal(err)
	}
}

// runChild runs a worker and kills it (SIGKILL) after some calls; it reports
// whether the worker came to its end before.
func runChild(t *testing.T, dir string, calls int64) (ended bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChildWorker$")
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n, _ := io.CopyN(io.Discard, stderr, calls)
	if n == calls {
		cmd.Process.Kill()
		cmd.Wait()
		return false
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("worker failed: %v", err)
	}
	return true
}

// Real processes, really killed: what readers see is whole at any time, and in
// the end each offset is there once.
func TestKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(5, 6))
	kills := 0
	for !runChild(t, dir, 20+rng.Int64N(60)) {
		kills++
		where := fmt.Sprintf("after kill %d", kills)
		for o, n := range visibleIn(t, vfs.OS{}, dir, where) {
			if n > 1 {
				t.Fatalf("%s: offset %d is visible %d times", where, o, n)
			}
		}
		if kills == 40 {
			runChild(t, dir, 1<<40)
			break
		}
	}
	t.Logf("%d kills", kills)
	s := mustOpen(t, testOptions(dir))
	if next, _, err := s.Resume("gen", 0); next != crashEnd || err != nil {
		t.Fatalf("Resume = %d, %v", next, err)
	}
	r := mustVerify(t, dir)
	// A kill while a sink is opened may leave the file behind by which it tried
	// the directory: told as a leftover, and harmless.
	left := slices.DeleteFunc(r.Leftovers, func(path string) bool { return strings.Contains(path, "/probe-") })
	if r.Scored != 13 || r.Rejected != 3 || len(left) > 0 {
		t.Errorf("report:\n%s", r)
	}
	got := duck.Query(t, "select count(*), count(distinct source_offset) from read_parquet('"+dir+"/**/*.parquet', union_by_name=true)")
	if fmt.Sprint(got) != "[[16 16]]" {
		t.Errorf("rows and offsets in DuckDB: %v", got)
	}
}
