package sink

import (
	"errors"
	"strings"
	"testing"
)

// TestTopicMadeAnew: a log takes slices of one topic. Brokers that give no ids,
// and records of before there were any, are not held against anybody.
func TestTopicMadeAnew(t *testing.T) {
	const none, a, b = "", "aaaa", "bbbb"
	for _, c := range []struct {
		first, second string
		fresh         bool // a new process writes the second slice
		refused       bool
	}{
		{a, a, false, false}, {a, a, true, false},
		{a, b, false, true}, {a, b, true, true},
		{none, b, true, false}, {a, none, true, false}, {none, none, false, false},
	} {
		dir := t.TempDir()
		s := mustOpen(t, testOptions(dir))
		write := func(id string, first int64) error {
			sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: first, TopicID: id})
			if err != nil {
				return err
			}
			if err := sl.WriteScored(offsetRows(t, first, first+2)); err != nil {
				return err
			}
			_, err = sl.Commit(first+1, first+2)
			return err
		}
		if err := write(c.first, 0); err != nil {
			t.Fatal(err)
		}
		if c.fresh {
			s = mustOpen(t, testOptions(dir))
		}
		err := write(c.second, 2)
		if errors.Is(err, ErrOtherTopic) != c.refused || !c.refused && err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if c.refused && (!strings.Contains(err.Error(), a) || !strings.Contains(err.Error(), b) || !strings.Contains(err.Error(), "new output directory")) {
			t.Errorf("%+v: %v", c, err)
		}
		if c.second == none && c.first != none {
			if err := write(b, 4); !errors.Is(err, ErrOtherTopic) {
				t.Errorf("%+v: the id is forgotten: %v", c, err)
			}
		}
		if r := mustVerify(t, dir); !r.OK() {
			t.Error(r)
		}
	}
}
