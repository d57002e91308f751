// Package libm computes exp and log as the C library does under which the
// reference harness ran: not the nearest double, nor what package math gives,
// but the same bits. BLEU scores that are equal in exact arithmetic differ in
// their last digit, which decides bleu_acc, and published means are met to the
// last digit only so.
//
// The method and its figures are those of Arm Optimized Routines (Szabolcs Nagy,
// 2018), which glibc has used since 2.28: a table of 128 parts and a short
// polynomial, with fused multiply-adds. See NOTICE.
package libm

import "math"

// Coefficients of the polynomials, from low to high order.
const (
	expC2 = 0x1.ffffffffffdbdp-2
	expC3 = 0x1.555555555543cp-3
	expC4 = 0x1.55555cf172b91p-5
	expC5 = 0x1.1111167a4d017p-7

	maxExp = 709.79  // somewhat above the logarithm of the largest double
	minExp = -745.14 // somewhat below that of half the smallest

	invLn2N   = 0x1.71547652b82fep0 * 128
	negLn2hiN = -0x1.62e42fefa0000p-8
	negLn2loN = -0x1.cf79abc9e3b39p-47
	shift     = 0x1.8p52

	ln2hi = 0x1.62e42fefa3800p-1
	ln2lo = 0x1.ef35793c76730p-45

	logA0 = -0x1.0000000000001p-1
	logA1 = 0x1.555555551305bp-2
	logA2 = -0x1.fffffffeb459p-3
	logA3 = 0x1.999b324f10111p-3
	logA4 = -0x1.55575e506c89fp-3
)

// nearOne are the coefficients of log(1+r) for arguments near 1.
var nearOne = [11]float64{
	-0x1p-1, 0x1.5555555555577p-2, -0x1.ffffffffffdcbp-3, 0x1.999999995dd0cp-3,
	-0x1.55555556745a7p-3, 0x1.24924a344de3p-3, -0x1.fffffa4423d65p-4, 0x1.c7184282ad6cap-4,
	-0x1.999eb43b068ffp-4, 0x1.78182f7afd085p-4, -0x1.5521375d145cdp-4,
}

// Exp returns e to the x. Where the result is 0, 1, infinite or NaN it is
// math.Exp; nearer than that math.Exp will not do: its assembly for amd64
// overflows from 709.44 on, where the largest finite result is that of 709.78.
func Exp(x float64) float64 {
	if a := math.Abs(x); !(a >= 0x1p-54 && x < maxExp && x > minExp) {
		return math.Exp(x)
	}
	kd := math.FMA(invLn2N, x, shift)
	k := math.Float64bits(kd)
	kd -= shift
	r := math.FMA(kd, negLn2loN, math.FMA(kd, negLn2hiN, x))
	i := 2 * (k % 128)
	tail := math.Float64frombits(expTable[i])
	scale := math.Float64frombits(expTable[i+1] + k<<(52-7))
	r2 := r * r
	t := math.FMA(r2, math.FMA(r, expC3, expC2), tail+r)
	t = math.FMA(r2*r2, math.FMA(r, expC5, expC4), t)
	if math.Abs(x) >= 512 {
		return expAtEnds(x, t, expTable[i+1]+k<<(52-7))
	}
	return math.FMA(scale, t, scale)
}

// expAtEnds is scale+scale*t where the exponent of scale, given by its bits, may
// have run over: it is moved to the middle first and the result moved back.
func expAtEnds(x, t float64, scaleBits uint64) float64 {
	if x > 0 {
		scale := math.Float64frombits(scaleBits - 1009<<52)
		return math.FMA(scale, t, scale) * 0x1p1009
	}
	scale := math.Float64frombits(scaleBits + 1022<<52)
	part := float64(scale * t) // rounded on its own, as the C library's is here
	y := scale + part
	if y < 1 {
		// A subnormal result: round once, to the places it has.
		lo := scale - y + part
		hi := 1 + y
		y = hi + (1 - hi + y + lo) - 1
	}
	return y * 0x1p-1022
}

// Log returns the natural logarithm of x. For x that is not a positive normal
// number it is math.Log.
func Log(x float64) float64 {
	if 1-0x1p-4 <= x && x < 1+0x1.09p-4 {
		return logNearOne(x - 1)
	}
	if !(x >= 0x1p-1022 && x <= math.MaxFloat64) {
		return math.Log(x)
	}
	const off = 0x3fe6000000000000 // the bits of the reduced range's lower end
	ix := math.Float64bits(x)
	t := ix - off
	c := &logTable[t>>(52-7)%128]
	kd := float64(int64(t) >> 52)
	z := math.Float64frombits(ix - t&(0xfff<<52))
	r := math.FMA(z, c.invc, -1)
	w := math.FMA(kd, ln2hi, c.logc)
	hi := w + r
	lo := math.FMA(kd, ln2lo, w-hi+r)
	r2 := r * r
	p := math.FMA(r2, math.FMA(r, logA4, logA3), math.FMA(r, logA2, logA1))
	return math.FMA(r*r2, p, math.FMA(r2, logA0, lo)) + hi
}

// logNearOne is log(1+r) for small r, with r*r/2 in two parts.
func logNearOne(r float64) float64 {
	if r == 0 {
		return 0
	}
	b := &nearOne
	r2 := r * r
	r3 := r * r2
	third := func(i int) float64 { return math.FMA(r2, b[i+2], math.FMA(r, b[i+1], b[i])) }
	p := math.FMA(r3, b[10], third(7))
	p = math.FMA(r3, p, third(4))
	p = math.FMA(r3, p, third(1))
	w := r * 0x1p27
	rhi := r + w - w
	rlo := r - rhi
	w = rhi * rhi * b[0]
	hi := r + w
	lo := math.FMA(b[0]*rlo, rhi+r, r-hi+w)
	return math.FMA(r3, p, lo) + hi
}
