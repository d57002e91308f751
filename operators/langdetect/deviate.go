package langdetect

import (
	"math"
	"sync/atomic"
)

// The normal deviates must have the bits that Python's C library gives. Go's
// own Log, Sin and Cos differ from it in the last bit at many arguments. So
// they are evaluated here in double-double arithmetic (Dekker 1971; some 100
// bits) and rounded once, which is what a good C library returns except at a
// few arguments; of the positions that detections reach, libmOffsets lists
// those where it (GNU libc 2.36 on amd64) is not rounded correctly.

// deviates keeps the pair of deviates that starts at each position of the
// sequence as bits, 0 where it has not been needed yet.
var deviates [chunk]struct{ cos, sin atomic.Uint64 }

// deviate returns the two normal deviates made of the uniform numbers u1 and
// u2, which stand at position at of the sequence.
func deviate(at int, u1, u2 float64) (cos, sin float64) {
	if at >= len(deviates) {
		return boxMuller(u1, u2)
	}
	d := &deviates[at]
	c, s := d.cos.Load(), d.sin.Load()
	if c == 0 || s == 0 {
		cos, sin = boxMuller(u1, u2)
		off := libmOffsets[at]
		c = math.Float64bits(cos) + uint64(int64(off[0]))
		s = math.Float64bits(sin) + uint64(int64(off[1]))
		d.cos.Store(c)
		d.sin.Store(s)
	}
	return math.Float64frombits(c), math.Float64frombits(s)
}

func boxMuller(u1, u2 float64) (cos, sin float64) {
	sin, cos = sinCos(u1 * (2 * math.Pi))
	g := math.Sqrt(-2 * logarithm(1-u2))
	return cos * g, sin * g
}

// double is a number as the unevaluated sum of two float64.
type double struct{ hi, lo float64 }

var (
	ln2    = double{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	halfPi = double{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
)

// quickSum is exact where |a| >= |b|.
func quickSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

func twoSum(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

func (x double) add(y double) double {
	s := twoSum(x.hi, y.hi)
	return quickSum(s.hi, s.lo+(x.lo+y.lo))
}

func (x double) mul(y double) double {
	p := x.hi * y.hi
	e := math.FMA(x.hi, y.hi, -p)
	e = math.FMA(x.hi, y.lo, math.FMA(x.lo, y.hi, e))
	return quickSum(p, e)
}

func (x double) scale(n float64) double { return x.mul(double{n, 0}) }

func (x double) div(y double) double {
	q := x.hi / y.hi
	r := x.add(y.scale(-q))
	q2 := r.hi / y.hi
	r = r.add(y.scale(-q2))
	d := quickSum(q, q2)
	return quickSum(d.hi, d.lo+r.hi/y.hi)
}

// logarithm is log(v), 0 < v <= 1, correctly rounded: v = m 2^e, and log m is
// twice the area tangent of (m-1)/(m+1).
func logarithm(v float64) float64 {
	m, e := math.Frexp(v)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	z := double{m - 1, 0}.div(twoSum(m, 1))
	z2 := z.mul(z)
	sum := double{}
	for k := 24; k >= 0; k-- {
		sum = sum.mul(z2).add(double{1, 0}.div(double{float64(2*k + 1), 0}))
	}
	return ln2.scale(float64(e)).add(sum.mul(z).scale(2)).hi
}

// sinCos is sin x and cos x, 0 <= x < 2 pi, correctly rounded.
func sinCos(x float64) (sin, cos float64) {
	quarter := math.Round(x / halfPi.hi)
	r := double{x, 0}.add(halfPi.scale(-quarter))
	r2 := r.mul(r)
	s, c := double{1, 0}, double{1, 0}
	for k := 28.0; k >= 2; k -= 2 {
		// Horner's scheme of the series, from the smallest term.
		s = double{1, 0}.add(s.mul(r2).div(double{-k * (k + 1), 0}))
		c = double{1, 0}.add(c.mul(r2).div(double{-k * (k - 1), 0}))
	}
	s = s.mul(r)
	switch int(quarter) & 3 {
	case 1:
		return c.hi, -s.hi
	case 2:
		return -s.hi, -c.hi
	case 3:
		return -c.hi, s.hi
	}
	return s.hi, c.hi
}

// libmOffsets are the differences, in units of the last place away from 0, of
// the C library's deviates from those rounded correctly, by position.
var libmOffsets = map[int][2]int8{
	248: {0, -1}, 539: {0, -1}, 831: {2, 0}, 1510: {0, -1}, 2122: {-2, 0}, 2156: {-1, 0},
	2688: {-1, -1}, 2913: {-1, 0}, 3421: {0, -2}, 3534: {1, 0}, 4307: {-1, 0}, 4489: {-1, 0},
	4893: {-2, 0}, 4917: {0, 1}, 5291: {-1, 0}, 5975: {-1, -1}, 6037: {1, 0}, 6185: {-1, -1},
	6646: {-1, 0}, 7241: {0, -1}, 7352: {1, 1}, 8379: {1, 1}, 8535: {1, 0}, 9140: {0, -2},
	9229: {-1, -1}, 9476: {1, 0}, 9616: {0, 1}, 10063: {0, 1}, 10133: {0, -2}, 10719: {1, 0},
	10833: {0, -1}, 12143: {1, 0}, 12752: {1, 0}, 13227: {-1, 0}, 13337: {-1, 0}, 13797: {1, 0},
	14143: {1, 0}, 14198: {-1, 0}, 14470: {1, 0}, 14914: {-1, 0}, 15305: {0, -1}, 15333: {0, -1},
	15661: {-1, 0}, 15884: {0, 1},
}
