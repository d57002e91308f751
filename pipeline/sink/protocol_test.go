package sink

import (
	"flag"
	"os"
	"strings"
	"testing"

	"mizan/pipeline/sink/vfs/faultfs"
	"mizan/pipeline/sink/vfs/memfs"
)

var update = flag.Bool("update", false, "rewrite golden files")

// The exact sequence of calls is the durability protocol: a change to it must
// be seen and thought about.
func TestProtocol(t *testing.T) {
	var log strings.Builder
	say := func(what string) { log.WriteString("# " + what + "\n") }
	fsys := faultfs.New(memfs.New(), memDir, func(c faultfs.Call) faultfs.Fault {
		log.WriteString(c.String() + "\n")
		return faultfs.Fault{}
	})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	say("open a new output directory")
	s, err := openMem(fsys, "token")
	must(err)
	say("resume an empty log")
	_, _, err = s.Resume("gen", 0)
	must(err)
	say("the first slice: two scored files and one of rejects, which go through the overflow")
	must(crashSlice(t, s, 0, 5))
	say("a later slice")
	must(crashSlice(t, s, 5, 7))
	say("a slice without rows")
	must(crashSlice(t, s, 7, 8))
	say("a slice given up")
	sl, err := s.Begin(SliceID{Name: "gen", Source: "gen", First: 8})
	must(err)
	must(sl.WriteScored(crashRow(t, 8)))
	must(sl.Abort())
	say("resume")
	_, _, err = s.Resume("gen", 0)
	must(err)

	const golden = "testdata/protocol.txt"
	if *update {
		must(os.WriteFile(golden, []byte(log.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	must(err)
	if log.String() != string(want) {
		t.Errorf("the calls have changed; if that is meant, run with -update and review the difference:\n%s", log.String())
	}
}
