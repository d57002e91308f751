package sink

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

// Two workers begin an empty log, at the same or at different offsets, on the
// real file system: one wins, the other is told.
func TestEmptyLogIsBegunOnce(t *testing.T) {
	for _, first := range []int64{0, 2} {
		dir := t.TempDir()
		a, b := mustOpen(t, testOptions(dir)), mustOpen(t, testOptions(dir))
		slow := mustBegin(t, b, first)
		if err := slow.WriteScored(offsetRows(t, first, first+3)); err != nil {
			t.Fatal(err)
		}
		if _, err := writeSlice(a, 0, 4, offsetRows(t, 0, 4)); err != nil {
			t.Fatal(err)
		}
		if _, err := slow.Commit(first+2, first+3); !errors.Is(err, ErrSliceTaken) {
			t.Errorf("begun at %d: error %v", first, err)
		}
		if next, _, err := b.Resume("gen", 0); next != 4 || err != nil {
			t.Errorf("Resume = %d, %v", next, err)
		}
		if r := mustVerify(t, dir); r.Scored != 4 || len(r.Leftovers) > 0 {
			t.Errorf("report:\n%s", r)
		}
	}
}

// Partitions are written at the same time, each by its own goroutine.
func TestConcurrentSlices(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	rec := offsetRows(t, 0, 10)
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for p := range errs {
		wg.Go(func() {
			for first := int64(0); first < 30 && errs[p] == nil; first += 10 {
				errs[p] = func() error {
					sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", Partition: int32(p), First: first})
					if err != nil {
						return err
					}
					if first == 0 {
						if err := sl.WriteScored(rec); err != nil {
							return err
						}
					}
					_, err = sl.Commit(first+9, first+10)
					return err
				}()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if r := mustVerify(t, dir); r.Scored != 80 || r.Slices != 24 {
		t.Errorf("report:\n%s", fmt.Sprint(r))
	}
}
