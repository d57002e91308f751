package codec

import (
	"math"
	"strconv"
	"unsafe"
)

// parseInt reads a JSON number as an exact integer: 3, 3.0 and 3e2 are
// integers, 3.5 is none (whole false), and what int64 cannot hold is out of
// range (ok false).
func parseInt(tok []byte) (n int64, whole, ok bool) {
	digits := tok
	neg := false
	if digits[0] == '-' {
		neg, digits = true, digits[1:]
	}
	// mant and exp: the number is mant * 10^exp. Trailing zeros of mant are
	// held back until a digit follows, so that they never overflow it.
	var mant uint64
	zeros, exp := 0, 0
	point, big := false, false
	i := 0
	for ; i < len(digits) && digits[i]|0x20 != 'e'; i++ {
		c := digits[i]
		if c == '.' {
			point = true
			continue
		}
		if point {
			exp--
		}
		if c == '0' {
			zeros++
			continue
		}
		for ; zeros >= 0; zeros-- {
			d := uint64(0)
			if zeros == 0 {
				d = uint64(c - '0')
			}
			if mant > (math.MaxUint64-9)/10 {
				big = true
				break
			}
			mant = mant*10 + d
		}
		zeros = 0
	}
	if mant == 0 && !big {
		return 0, true, true
	}
	exp += zeros
	if i < len(digits) {
		e, err := strconv.Atoi(string(digits[i+1:]))
		if err != nil || e > 1<<20 || e < -1<<20 {
			// Far beyond or far below: a record is never so long that its
			// digits make up for it.
			if digits[i+1] == '-' {
				return 0, false, false
			}
			return 0, true, false
		}
		exp += e
	}
	if exp < 0 {
		return 0, false, false
	}
	if big {
		return 0, true, false
	}
	for ; exp > 0; exp-- {
		if mant > math.MaxUint64/10 {
			return 0, true, false
		}
		mant *= 10
	}
	switch {
	case neg && mant <= 1<<63:
		return -int64(mant), true, true
	case !neg && mant <= math.MaxInt64:
		return int64(mant), true, true
	}
	return 0, true, false
}

// parseFloat reads a JSON number as Python does: NaN, Infinity and -Infinity
// are numbers, and what is too large for a float64 is infinite.
func parseFloat(tok []byte) float64 {
	switch string(tok) {
	case "NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	f, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(tok), len(tok)), 64)
	return f
}

// specialFloat reads a text that names a number JSON does not have, in the
// spellings that Python prints and reads.
func specialFloat(text string) (f float64, ok bool) {
	switch text {
	case "NaN", "nan":
		return math.NaN(), true
	case "Infinity", "inf", "+Infinity", "+inf":
		return math.Inf(1), true
	case "-Infinity", "-inf":
		return math.Inf(-1), true
	}
	return 0, false
}
