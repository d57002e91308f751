package kafka

import (
	"testing"
)

func TestReadsToTheEnd(t *testing.T) {
	b := startBroker(t, "gen", 2)
	produce(t, b, "gen", 0, "a", "b", "c")
	produce(t, b, "gen", 1, "d")
	l := readAll(t, testOptions("gen", b.Addrs()...))
	wantOffsets(t, l, "gen-0", 0, 1, 2)
	wantOffsets(t, l, "gen-1", 0)
	if got := l.recs["gen-0"][1].value; got != "b" {
		t.Errorf("value at offset 1 is %q, want \"b\"", got)
	}
}
