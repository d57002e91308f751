package metric

import "math"

// series is a list of values in row order. The standard error needs the mean
// before the squares, and both sums depend on the order, so the values are kept:
// verdicts and other zeros and ones as bits, a group of a million rows in 122
// KiB; scores in blocks, so that growing copies nothing.
type series struct {
	size int64
	bits []uint64 // while all values are 0 or 1
	// blocks are of blockLen values, the last one of up to as many. They hold all
	// values from the first on that is neither 0 nor 1.
	blocks [][]float64
	nans   int64
}

const blockLen = 1 << 12

func (s *series) addFlag(v bool) {
	if s.blocks != nil {
		s.push(bit(v))
		return
	}
	if s.size&63 == 0 {
		s.bits = append(s.bits, 0)
	}
	if v {
		s.bits[s.size>>6] |= 1 << (s.size & 63)
	}
	s.size++
}

func (s *series) add(v float64) {
	if s.blocks == nil {
		if v == 0 || v == 1 {
			s.addFlag(v == 1)
			return
		}
		s.widen()
	}
	if math.IsNaN(v) {
		s.nans++
	}
	s.push(v)
}

// widen turns the bits into blocks.
func (s *series) widen() {
	old := *s
	s.bits, s.size, s.blocks = nil, 0, [][]float64{}
	old.each(s.push)
}

func (s *series) push(v float64) {
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last]) == blockLen {
		// The first block grows, so that a small group stays small.
		var block []float64
		if last >= 0 {
			block = make([]float64, 0, blockLen)
		}
		s.blocks = append(s.blocks, block)
		last++
	}
	s.blocks[last] = append(s.blocks[last], v)
	s.size++
}

func bit(v bool) float64 {
	if v {
		return 1
	}
	return 0
}

// finite is the series without the values that are not a number.
func (s *series) finite() *series {
	if s.nans == 0 {
		return s
	}
	f := new(series)
	s.each(func(v float64) {
		if !math.IsNaN(v) {
			f.add(v)
		}
	})
	return f
}

func (s *series) each(visit func(float64)) {
	if s.blocks == nil {
		for i := range s.size {
			visit(float64(s.bits[i>>6] >> (i & 63) & 1))
		}
		return
	}
	for _, block := range s.blocks {
		for _, v := range block {
			visit(v)
		}
	}
}

func (s *series) mean() float64 {
	var sum float64
	s.each(func(v float64) { sum += v })
	return sum / float64(s.size) // 0/0 is NaN: nothing to average
}

// stderr is the reference's mean_stderr: sample standard deviation (n-1) over
// the square root of n. Of fewer than two values there is none.
func (s *series) stderr() float64 {
	if s.size < 2 {
		return math.NaN()
	}
	mean, n := s.mean(), float64(s.size)
	var sum float64
	// The conversion keeps processors from fusing the two operations into one of
	// another rounding.
	s.each(func(v float64) { d := v - mean; sum += float64(d * d) })
	return math.Sqrt(sum/(n-1)) / math.Sqrt(n)
}

// PooledStderr is the standard error of a group of tasks with the given errors
// and sizes, as the reference harness pools them for its group lines
// (pooled_sample_stderr). It is NaN where a task has none, and where each task
// has one record.
func PooledStderr(stderrs []float64, sizes []int64) float64 {
	var sum, total float64
	for i, se := range stderrs {
		n := float64(sizes[i])
		sum += float64((n - 1) * (se * se) * n)
		total += n
	}
	variance := sum / (total - float64(len(sizes)))
	return math.Sqrt(variance / total)
}
