package langdetect

import (
	"math"
	"testing"
)

// TestSequence compares with Python's random.seed(0); getrandbits(32).
func TestSequence(t *testing.T) {
	want := []uint32{3626764237, 1654615998, 3255389356, 3823568514, 1806341205}
	for i, w := range want {
		if got := shared.upTo(len(want))[i]; got != w {
			t.Errorf("output %d = %d, want %d", i, got, w)
		}
	}
	// Growing the sequence goes on where it ended.
	long := shared.upTo(3*chunk - 1)
	g := newMersenne()
	for i, got := range long {
		if w := g.uint32(); got != w {
			t.Fatalf("output %d = %d, want %d", i, got, w)
		}
	}
}

// TestGauss compares with Python's random.seed(0); gauss(0, 1).
func TestGauss(t *testing.T) {
	r := random{outputs: shared.upTo(1)}
	for i, w := range []float64{0.9417154046806644, -1.3965781047011498, -0.6797144480784211, 0.3705035674606598} {
		if got := r.gauss(); got != w {
			t.Errorf("gauss %d = %v, want %v", i, got, w)
		}
	}
}

// TestPick compares with Python's random.seed(0); choice(range(n)).
func TestPick(t *testing.T) {
	for _, c := range []struct {
		n    int
		want []int
	}{
		{1, []int{0, 0, 0}},
		{3, []int{1, 1, 0, 1, 2}},
		{1000, []int{864, 394, 776, 911, 430}},
		{30000, []int{27670, 12623, 24836, 29171, 13781}},
	} {
		r := random{outputs: shared.upTo(1)}
		for i, w := range c.want {
			if got := r.pick(c.n); got != w {
				t.Errorf("pick %d of %d = %d, want %d", i, c.n, got, w)
			}
		}
	}
}

// TestBoxMuller: correctly rounded values are within one unit of the last
// place of the standard library's.
func TestBoxMuller(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 4e-16*max(math.Abs(b), 1e-3) }
	for i := range 2000 {
		u := (float64(i) + 0.3) / 2000
		x := u * 2 * math.Pi
		sin, cos := sinCos(x)
		if !near(sin, math.Sin(x)) || !near(cos, math.Cos(x)) {
			t.Errorf("sinCos(%v) = %v, %v, want %v, %v", x, sin, cos, math.Sin(x), math.Cos(x))
		}
		if got := logarithm(u); !near(got, math.Log(u)) {
			t.Errorf("logarithm(%v) = %v, want %v", u, got, math.Log(u))
		}
	}
	if got := logarithm(1); got != 0 {
		t.Errorf("logarithm(1) = %v", got)
	}
}

// TestDeviateCache: a deviate is the same when it comes from the cache and
// when a position beyond it is computed anew.
func TestDeviateCache(t *testing.T) {
	c1, s1 := deviate(100, 0.25, 0.5)
	c2, s2 := deviate(100, 0.25, 0.5)
	if c1 != c2 || s1 != s2 {
		t.Errorf("deviate(100) = %v, %v, then %v, %v", c1, s1, c2, s2)
	}
	deviates[100].cos.Store(0) // made-up uniform numbers must not stay
	if c, s := deviate(chunk, 0.25, 0.5); math.IsNaN(c) || s == 0 {
		t.Errorf("deviate(%d) = %v, %v", chunk, c, s)
	}
}
