package metric

import (
	"math"
	"testing"
)

// The figures come from lm-evaluation-harness 0.4.13's mean, mean_stderr and
// pooled_sample_stderr under Python 3.11; they are met to the last digit.
func TestSeries(t *testing.T) {
	thirds, roots := make([]float64, 10000), make([]float64, 10000)
	for i := range thirds {
		thirds[i], roots[i] = bit(i%3 == 0), math.Sqrt(float64(i))
	}
	nan := math.NaN()
	for _, tt := range []struct {
		name                                  string
		values                                []float64
		mean, stderr                          float64
		nans                                  int64
		finiteMean, finiteStderr              float64
		wide /* beyond 0 and 1 */, finiteWide bool
	}{
		{"none", nil, nan, nan, 0, nan, nan, false, false},
		{"one", []float64{1}, 1, nan, 0, 1, nan, false, false},
		{"alike", []float64{1, 1}, 1, 0, 0, 1, 0, false, false},
		{"verdicts", []float64{1, 0, 1, 1, 0}, 0.6, 0.24494897427831783, 0, 0.6, 0.24494897427831783, false, false},
		{"many verdicts", thirds, 0.3334, 0.004714516588863576, 0, 0.3334, 0.004714516588863576, false, false},
		{"scores", []float64{12.5, -3.25, 100, 0.1}, 27.3375, 24.45653776770811, 0, 27.3375, 24.45653776770811, true, true},
		{"many scores", roots, 66.66164591971082, 0.23574998225434377, 0, 66.66164591971082, 0.23574998225434377, true, true},
		// A compensated sum would give 0.1 and 0.
		{"tenths", []float64{.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, 0.09999999999999999, 4.625929269271485e-18, 0, 0.09999999999999999, 4.625929269271485e-18, true, true},
		{"verdicts, then a score", []float64{1, 0, 0.5}, 0.5, 0.2886751345948129, 0, 0.5, 0.2886751345948129, true, true},
		{"zeros, then a score", []float64{0, 0, 7.5}, 2.5, 2.5000000000000004, 0, 2.5, 2.5000000000000004, true, true},
		{"NaN among verdicts", []float64{1, 0, nan, 1, 1, 0}, nan, nan, 1, 0.6, 0.24494897427831783, true, false},
		{"NaN alone", []float64{nan}, nan, nan, 1, nan, nan, true, false},
		{"NaN first", []float64{nan, nan, 1, 1}, nan, nan, 2, 1, 0, true, false},
	} {
		var s series
		for _, v := range tt.values {
			s.add(v)
		}
		f := s.finite()
		if s.size != int64(len(tt.values)) || s.nans != tt.nans || f.size != s.size-s.nans {
			t.Errorf("%s: %d values, %d NaN, %d finite", tt.name, s.size, s.nans, f.size)
		}
		if !same(s.mean(), tt.mean) || !same(s.stderr(), tt.stderr) {
			t.Errorf("%s: %v ± %v, want %v ± %v", tt.name, s.mean(), s.stderr(), tt.mean, tt.stderr)
		}
		if !same(f.mean(), tt.finiteMean) || !same(f.stderr(), tt.finiteStderr) {
			t.Errorf("%s: finite %v ± %v, want %v ± %v", tt.name, f.mean(), f.stderr(), tt.finiteMean, tt.finiteStderr)
		}
		if wide := s.blocks != nil; wide != tt.wide || (f.blocks != nil) != tt.finiteWide {
			t.Errorf("%s: kept as scores: %v and %v", tt.name, wide, f.blocks != nil)
		}
	}
}

// same is equality under which NaN equals NaN.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestPooledStderr(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		stderrs []float64
		sizes   []int64
		want    float64
	}{
		{[]float64{0.24494897427831783, 0.5}, []int64{5, 2}, 0.2203892660077359},
		{[]float64{0.02, 0.03, 0.025}, []int64{817, 817, 100}, 0.0170529488362817},
		{[]float64{0, 0}, []int64{3, 3}, 0},
		{[]float64{nan, 0.5}, []int64{1, 2}, nan},
		{[]float64{0, 0}, []int64{1, 1}, nan},
		{nil, nil, nan},
	} {
		if got := PooledStderr(tt.stderrs, tt.sizes); !same(got, tt.want) {
			t.Errorf("PooledStderr(%v, %v) = %v, want %v", tt.stderrs, tt.sizes, got, tt.want)
		}
	}
}

// A verdict takes a bit: a stream of many millions must fit into memory.
func TestVerdictsAreSmall(t *testing.T) {
	var s series
	for i := range 1 << 16 {
		s.addFlag(i%5 == 0)
	}
	if len(s.bits) != 1<<10 || s.blocks != nil {
		t.Errorf("%d words for %d verdicts", len(s.bits), s.size)
	}
}
