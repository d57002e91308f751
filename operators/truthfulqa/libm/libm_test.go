package libm

import (
	"math"
	"testing"
)

// TestBits holds results of the C library (glibc 2.36), bit by bit; several differ
// from those of package math.
func TestBits(t *testing.T) {
	for _, tt := range []struct {
		x        float64
		exp, log uint64 // log of the absolute value
	}{
		{-1.5, 0x3fcc8f87724b5c1d, 0x3fd9f323ecbf984c},
		{-0.1, 0x3fecf46d99d52b3a, 0xc0026bb1bbb55515},
		{-20.25, 0x3e1b93de1e27ca3b, 0x400810b375dce91e},
		{0.3, 0x3ff599058c8c1a96, 0xbff34378fcbda721},
		{4.60517018598809, 0x4058fffffffffff7, 0x3ff86f53e73f6634},
		{-0.3333333333333333, 0x3fe6edd3122f2ea5, 0xbff193ea7aad030b},
		{2.5, 0x40285d6fd931e0bb, 0x3fed5240f0e0e078},
		{-7.75, 0x3f3c3aa91ff0d498, 0x400061acc9140e62},
		{1e-09, 0x3ff000000044b830, 0xc034b927f32bffb8},
		{-300.5, 0x24d629f5b5352a54, 0x4016d260e561710e},
		{3.141592653589793, 0x403724046eb09339, 0x3ff250d048e7a1bd},
		{-0.875, 0x3fdaadde095dad4b, 0xbfc1178e8227e47c},
		{0.603, 0x3ffd3dd28a30d29c, 0xbfe02fd3588b676d},
		{1.863, 0x4019c5ab783e1dbd, 0x3fe3e8f7002eeb13},
		{2.429, 0x4026b1ef4e051df8, 0x3fec663bb9167353},
		{3.99, 0x404b07069d5a3169, 0x3ff6240246136f65},
		{1.843, 0x40194306f5d0362c, 0x3fe3908b92bd2f70},
		{3.777, 0x4045d7a737c8bb40, 0x3ff5434c2647e5ad},
		{-5.693, 0x3f6b9a4a19d0e2f6, 0x3ffbd3ea8b2192bd},
		{-1.064, 0x3fd615ac0969b996, 0x3fafc31a4e6322c7},
		{4.0, 0x404b4c902e273a58, 0x3ff62e42fefa39ef},
		{0.879, 0x400344966949fa63, 0xbfc08219f8e95b21},
		{3.55, 0x4041681ac99541fd, 0x3ff4456ad9ab9401},
		{-4.8, 0x3f80dac1f3706c06, 0x3ff9190d0136ccbe},
		{-1.028, 0x3fd6e4e982cf6b78, 0x3f9c47267d1eec3e},
		{-3.386, 0x3fa153f8de9a7f84, 0x3ff383aef7a20da2},
		{-0.236, 0x3fe945e21eb1bc3b, 0xbff71a4f80291eaf},
		{0.084, 0x3ff166ed8e117f3e, 0xc003d0c51f333398},
		{-5.861, 0x3f675583cfc39403, 0x3ffc4b0a294e4979},
		{-3.703, 0x3f993db5bb209a89, 0x3ff4f2403f392b96},
		{-3.037, 0x3fa890a6fe94a41d, 0x3ff1c61fd0f3ea13},
		{3.713, 0x40447cffa7b0c103, 0x3ff4fd4c1fa0a8b8},
		{42.857142857142854, 0x43cc70539f578cd9, 0x400e101f5da7fe84},
		{5.555555555555555, 0x40702abae7103c57, 0x3ffb6fd079fe3149},
		{1.03, 0x40066895344fcdcc, 0x3f9e44a9a3bed66b},
		{0.97, 0x40051a829fecb951, 0xbf9f30b2d0091d8a},
		{0.9999, 0x4005be7c08be145b, 0xbf1a3738d2cf1cc2},
		{1.0, 0x4005bf0a8b145769, 0x0},
	} {
		if got := math.Float64bits(Exp(tt.x)); got != tt.exp {
			t.Errorf("Exp(%v) = %#x, want %#x", tt.x, got, tt.exp)
		}
		if got := math.Float64bits(Log(math.Abs(tt.x))); got != tt.log {
			t.Errorf("Log(%v) = %#x, want %#x", math.Abs(tt.x), got, tt.log)
		}
	}
}

// TestBitsAtEnds holds results of the same C library where the exponent of the
// result nears its ends, and beyond: package math overflows from 709.44 on.
func TestBitsAtEnds(t *testing.T) {
	for _, tt := range []struct {
		x   float64
		exp uint64
	}{
		{512, 0x6e19476504ba852e},
		{700.25, 0x7f12fd8e4cbfa413},
		{709.4366, 0x7fe6a349bae092dd},
		{709.7, 0x7fed75ae7a50ee14},
		{709.782712893384, 0x7fefffffffffff2a}, // the last finite one
		{709.7827128933841, 0x7ff0000000000000},
		{-512, 0x11c44109edb20931},
		{-575.2238482177315, 0xc117a2d704a74b6},
		{-708.4, 0xff15b469edf89}, // subnormal from here on
		{-720.5, 0x5cf08fff0},
		{-740, 0x55},
		{-745.1, 0x1},
		{-745.1332191019412, 0},
	} {
		if got := math.Float64bits(Exp(tt.x)); got != tt.exp {
			t.Errorf("Exp(%v) = %#x, want %#x", tt.x, got, tt.exp)
		}
	}
}

func TestEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, x := range []float64{0, math.Copysign(0, -1), inf, -inf, 1e-320, -1e-320, 709.9, -745.5, 1000, -9999999999, math.MaxFloat64} {
		if got, want := Exp(x), math.Exp(x); got != want {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0, inf, 5e-324, math.MaxFloat64, 1} {
		if got, want := Log(x), math.Log(x); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("Log(%v) = %v, want %v", x, got, want)
		}
	}
	for _, v := range []float64{Exp(math.NaN()), Log(math.NaN()), Log(-1)} {
		if !math.IsNaN(v) {
			t.Errorf("%v, want NaN", v)
		}
	}
}
