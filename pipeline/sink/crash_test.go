package sink

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go"

	"mizan/pipeline/reject"
	"mizan/pipeline/sink/vfs"
	"mizan/pipeline/sink/vfs/faultfs"
	"mizan/pipeline/sink/vfs/memfs"
	"mizan/schemas"
)

// The crash tests play workers against a file system in memory. Every row can
// be told by its offset, so that what is visible can be counted.

const (
	memDir = "/data/out"
	// crashEnd is the number of offsets in the tests' log. Offset 7 does not
	// exist, every fifth one is a reject.
	crashEnd = 17
)

func isReject(offset int64) bool { return offset%5 == 4 }
func isHole(offset int64) bool   { return offset == 7 }

// worker commits slices of step offsets until the log's end, the way the stage
// does: it starts where Resume says, and reads the log again when it is told
// that its slice is taken. It returns the first other error.
func worker(t testing.TB, s *Sink, step int64) error {
	for {
		next, _, err := s.Resume("gen", 0)
		for err == nil && next < crashEnd {
			end := min(next+step, crashEnd)
			if err = crashSlice(t, s, next, end); err == nil {
				next = end
			}
		}
		if !errors.Is(err, ErrSliceTaken) {
			return err
		}
	}
}

// crashSlice writes and commits one slice, in two records.
func crashSlice(t testing.TB, s *Sink, first, next int64) error {
	sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: first})
	if err != nil {
		return err
	}
	var rejects []reject.Row
	for o := first; o < next; o++ {
		switch {
		case isHole(o):
		case isReject(o):
			rejects = append(rejects, rejectRow(o))
		default:
			rec := crashRow(t, o)
			err := sl.WriteScored(rec)
			rec.Release()
			if err != nil {
				return errors.Join(err, sl.Abort())
			}
		}
	}
	if err := sl.WriteRejects(rejects); err != nil {
		return errors.Join(err, sl.Abort())
	}
	_, err = sl.Commit(next-1, next)
	return err
}

func crashRow(t testing.TB, o int64) arrow.Record {
	return scoredRecord(t, row{
		schemas.SourceOffset: o, schemas.Task: "task" + fmt.Sprint(o%2), schemas.Response: strings.Repeat("text ", int(o)),
	})
}

// openMem opens a sink on a file system in memory. One open writer makes files
// close early, too.
func openMem(fsys vfs.FS, tokens string) (*Sink, error) {
	n := 0
	s, err := open(Options{Dir: memDir, PartitionBy: []string{schemas.Task}, Compression: "none", MaxOpenWriters: 2, KeepResponse: true}, fsys,
		func() string { n++; return fmt.Sprintf("%s%d", tokens, n) })
	if err != nil {
		return nil, err
	}
	// The tests open thousands of sinks: they share their writers.
	shared := memWriters()
	s.scored, s.rejects, s.writers = shared.scored, shared.rejects, shared.writers
	return s, nil
}

var memWriters = sync.OnceValue(func() *Sink {
	s, err := open(Options{Dir: memDir, Compression: "none", KeepResponse: true}, memfs.New(), newToken)
	if err != nil {
		panic(err)
	}
	return s
})

func run(t testing.TB, fsys vfs.FS, tokens string, step int64) error {
	s, err := openMem(fsys, tokens)
	if err != nil {
		return err
	}
	return worker(t, s, step)
}

// visible returns how often each offset is visible; a visible file that is not
// whole fails the test.
func visible(t *testing.T, fsys vfs.FS, where string) map[int64]int {
	t.Helper()
	return visibleIn(t, fsys, memDir, where)
}

func visibleIn(t *testing.T, fsys vfs.FS, dir, where string) map[int64]int {
	t.Helper()
	seen := map[int64]int{}
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := fsys.ReadDir(dir)
		if err != nil {
			return
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			if e.Dir {
				walk(name)
			} else if strings.HasSuffix(name, ".parquet") {
				countOffsets(t, fsys, name, where, seen)
			}
		}
	}
	walk(dir)
	return seen
}

func countOffsets(t *testing.T, fsys vfs.FS, name, where string, seen map[int64]int) {
	t.Helper()
	in, err := fsys.Open(name)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	defer in.Close()
	file, err := parquet.OpenFile(in, in.Size(), parquet.SkipPageIndex(true))
	if err != nil {
		t.Fatalf("%s: visible file %s is not whole: %v", where, name, err)
	}
	leaf, _ := file.Schema().Lookup(schemas.SourceOffset)
	for _, g := range file.RowGroups() {
		pages := g.ColumnChunks()[leaf.ColumnIndex].Pages()
		for page, err := pages.ReadPage(); err == nil; page, err = pages.ReadPage() {
			values := make([]parquet.Value, page.NumValues())
			page.Values().ReadValues(values)
			for _, v := range values {
				seen[v.Int64()]++
			}
		}
		pages.Close()
	}
}

// mustBeWhole checks that each offset is visible once.
func mustBeWhole(t *testing.T, fsys vfs.FS, where string) {
	t.Helper()
	seen := visible(t, fsys, where)
	for o := range int64(crashEnd) {
		want := 1
		if isHole(o) {
			want = 0
		}
		if seen[o] != want {
			t.Fatalf("%s: offset %d is visible %d times", where, o, seen[o])
		}
	}
	r, err := verify(fsys, memDir)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if !r.OK() || r.Scored != 13 || r.Rejected != 3 || r.Logs[0].Absent != 1 {
		t.Fatalf("%s: report\n%s", where, r)
	}
}

// mustHaveNoDoubles checks what readers see after a crash, before anyone recovers.
func mustHaveNoDoubles(t *testing.T, fsys vfs.FS, where string) {
	t.Helper()
	for o, n := range visible(t, fsys, where) {
		if n > 1 {
			t.Fatalf("%s: offset %d is visible %d times", where, o, n)
		}
	}
}

var errCrashed = errors.New("crashed")

// crashAt returns fsys as a process sees it that dies in its k-th call: that
// one and all later ones do nothing. calls counts.
func crashAt(fsys vfs.FS, k int, calls *int) vfs.FS {
	return faultfs.New(fsys, memDir, func(c faultfs.Call) faultfs.Fault {
		*calls = c.N
		if c.N >= k {
			return faultfs.Fault{Err: errCrashed}
		}
		return faultfs.Fault{}
	})
}

const never = 1 << 30

// After a crash in any call of the file system, whatever of the unsynced the
// disk has kept, a new worker that cuts other slices ends with each offset once.
func TestCrashAtEveryCall(t *testing.T) {
	t.Parallel()
	var calls int
	if err := run(t, crashAt(memfs.New(), never, &calls), "a", 6); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls", calls)
	for k := 1; k <= calls; k++ {
		disk := memfs.New()
		var n int
		_ = run(t, crashAt(disk, k, &n), "a", 6) // no error where only tidying up was left
		after := map[string]*memfs.FS{"killed": disk.Kill(), "power cut": disk.Crash(nil)}
		for seed := range uint64(1) {
			after[fmt.Sprintf("power cut, seed %d", seed)] = disk.Crash(rand.New(rand.NewPCG(seed, uint64(k))))
		}
		for how, fsys := range after {
			where := fmt.Sprintf("call %d, %s", k, how)
			mustHaveNoDoubles(t, fsys, where)
			if err := run(t, fsys, "b", 5); err != nil {
				t.Fatalf("%s: recovery: %v", where, err)
			}
			mustBeWhole(t, fsys, where)
		}
	}
}

// A worker is killed, the next one crashes with the machine while it recovers
// (nothing the first one left unsynced was synced by its death), a third one
// finishes.
func TestCrashInRecovery(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 150
	if testing.Short() {
		rounds = 50
	}
	for i := range rounds {
		disk := memfs.New()
		var n int
		first, second := 1+rng.IntN(170), 1+rng.IntN(60)
		_ = run(t, crashAt(disk, first, &n), "a", 6)
		_ = run(t, crashAt(disk, second, &n), "b", 4)
		var fsys *memfs.FS
		if i%2 == 0 {
			fsys = disk.Crash(nil)
		} else {
			fsys = disk.Crash(rng)
		}
		where := fmt.Sprintf("killed in call %d, power cut in call %d", first, second)
		mustHaveNoDoubles(t, fsys, where)
		if err := run(t, fsys, "c", 5); err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		mustBeWhole(t, fsys, where)
	}
}

// Any call fails, before or after it took effect: the worker gets an error that
// says so, nothing partial is visible, and the same sink goes on once the
// fault is gone.
func TestErrorAtEveryCall(t *testing.T) {
	t.Parallel()
	var calls int
	if err := run(t, crashAt(memfs.New(), never, &calls), "a", 6); err != nil {
		t.Fatal(err)
	}
	hints := map[syscall.Errno]string{syscall.ENOSPC: "disk is full", syscall.EIO: "disk failed", syscall.EROFS: "read-only"}
	for k := 1; k <= calls; k++ {
		for _, done := range []bool{false, true} {
			// A third of the calls with each error is enough.
			{
				errno := []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EROFS}[k%3]
				hint := hints[errno]
				disk := memfs.New()
				var failed faultfs.Call
				fsys := faultfs.New(disk, memDir, func(c faultfs.Call) faultfs.Fault {
					if c.N == k {
						failed = c
						return faultfs.Fault{Err: errno, Done: done}
					}
					return faultfs.Fault{}
				})
				s, err := openMem(fsys, "a")
				if err == nil {
					err = worker(t, s, 6)
				}
				where := fmt.Sprintf("call %d (%s) %v, done %v", k, failed, errno, done)
				if err != nil && (!errors.Is(err, errno) || !strings.Contains(err.Error(), hint)) {
					t.Fatalf("%s: error is not clear: %v", where, err)
				}
				if err == nil && !harmless(failed) {
					t.Fatalf("%s: no error", where)
				}
				mustHaveNoDoubles(t, disk, where)
				if s == nil {
					s, err = openMem(fsys, "b")
				} else {
					err = nil
				}
				if err == nil {
					err = worker(t, s, 5)
				}
				if err != nil {
					t.Fatalf("%s: retry: %v", where, err)
				}
				mustBeWhole(t, disk, where)
				// What was committed survives a power cut, errors or not.
				after := disk.Crash(nil)
				if failed.Op != "sync" && failed.Op != "syncdir" {
					mustBeWhole(t, after, where+", then a power cut")
				}
			}
		}
	}
}

// harmless are calls whose failure need not stop a worker: removing what is no
// longer needed, publishing whose answer was lost although it happened, and
// looking whether a log is there.
func harmless(c faultfs.Call) bool {
	return c.Op == "remove" || c.Op == "link" || c.Op == "rename"
}

// A second worker takes over in the middle of any call of the first, which goes
// on as a zombie afterwards. Whoever wins, each offset ends up once.
func TestZombieAtEveryCall(t *testing.T) {
	t.Parallel()
	var calls int
	if err := run(t, crashAt(memfs.New(), never, &calls), "a", 6); err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= calls; k++ {
		for _, slices := range []int64{1, 10} {
			disk := memfs.New()
			zombie := faultfs.New(disk, memDir, func(c faultfs.Call) faultfs.Fault {
				if c.N == k {
					takeOver(t, disk, slices)
				}
				return faultfs.Fault{}
			})
			where := fmt.Sprintf("taken over in call %d for %d slices", k, slices)
			if err := run(t, zombie, "a", 6); err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			mustBeWhole(t, disk, where)
		}
	}
}

// takeOver lets another worker commit a few slices of four offsets.
func takeOver(t *testing.T, disk vfs.FS, slices int64) {
	s, err := openMem(disk, "b")
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := s.Resume("gen", 0)
	if err != nil {
		t.Fatal(err)
	}
	for range slices {
		if next >= crashEnd {
			return
		}
		end := min(next+4, crashEnd)
		if err := crashSlice(t, s, next, end); err != nil {
			t.Fatal(err)
		}
		next = end
	}
}

// Three workers that each take themselves for the owner run at once, switched
// at random between calls.
func TestRacingWorkers(t *testing.T) {
	t.Parallel()
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for seed := range uint64(rounds) {
		disk := memfs.New()
		sched := newScheduler(seed, 3)
		var wg sync.WaitGroup
		errs := make([]error, 3)
		for i := range 3 {
			wg.Go(func() {
				defer sched.leave(i)
				sched.wait(i)
				fsys := faultfs.New(disk, memDir, func(faultfs.Call) faultfs.Fault {
					sched.wait(i)
					return faultfs.Fault{}
				})
				errs[i] = run(t, fsys, string(rune('a'+i)), int64(3+i))
			})
		}
		wg.Wait()
		where := fmt.Sprintf("seed %d", seed)
		if err := errors.Join(errs...); err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		mustBeWhole(t, disk, where)
	}
}

// scheduler lets one of several goroutines go on at a time, chosen by a seed.
type scheduler struct {
	mu   sync.Mutex
	cond *sync.Cond
	rng  *rand.Rand
	live []bool
	turn int
}

func newScheduler(seed uint64, n int) *scheduler {
	s := &scheduler{rng: rand.New(rand.NewPCG(seed, 0)), live: make([]bool, n)}
	for i := range s.live {
		s.live[i] = true
	}
	s.cond = sync.NewCond(&s.mu)
	return s
}

// wait passes the turn on and returns when it comes back to i.
func (s *scheduler) wait(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn == i {
		s.pick()
	}
	for s.turn != i {
		s.cond.Wait()
	}
}

func (s *scheduler) pick() {
	var live []int
	for i, l := range s.live {
		if l {
			live = append(live, i)
		}
	}
	if len(live) > 0 {
		s.turn = live[s.rng.IntN(len(live))]
	}
	s.cond.Broadcast()
}

// leave takes a goroutine that has ended out of the choice.
func (s *scheduler) leave(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live[i] = false
	if s.turn == i {
		s.pick()
	}
}
