#include "textflag.h"

DATA counting<>+0x00(SB)/8, $0x0706050403020100
DATA counting<>+0x08(SB)/8, $0x0f0e0d0c0b0a0908
DATA counting<>+0x10(SB)/8, $0x1716151413121110
DATA counting<>+0x18(SB)/8, $0x1f1e1d1c1b1a1918
DATA counting<>+0x20(SB)/8, $0x2726252423222120
DATA counting<>+0x28(SB)/8, $0x2f2e2d2c2b2a2928
DATA counting<>+0x30(SB)/8, $0x3736353433323130
DATA counting<>+0x38(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL counting<>(SB), RODATA|NOPTR, $64

// func wordsAVX512(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[blockSize]byte) (alike uint64)
TEXT ·wordsAVX512(SB), NOSPLIT, $0-48
	MOVQ b+0(FP), SI
	MOVQ w+8(FP), DI
	MOVQ at+16(FP), AX
	MOVQ start+24(FP), R8
	MOVQ initial+32(FP), R9
	KMOVQ (DI), K1   // first
	KMOVQ 8(DI), K2  // last
	KMOVQ 16(DI), K3 // gram
	KMOVQ 24(DI), K4 // arabic
	VMOVDQU8 (SI), Z0
	VMOVDQU8 1(SI), Z1
	VMOVDQU8 counting<>(SB), Z2
	VPBLENDMB Z1, Z0, K4, Z1 // of Arabic letters the second byte

	// The n-gram detector's words.
	VPCOMPRESSB.Z Z1, K3, Z3
	VMOVDQU8    Z3, (R9)
	VPCOMPRESSB.Z Z2, K3, Z4
	VPBROADCASTD AX, Z5
	VPMOVZXBD   X4, Z6
	VPADDD      Z5, Z6, Z6
	VMOVDQU32   Z6, (R8)
	POPCNTQ     16(DI), DX
	CMPQ        DX, $16
	JLE         alike
	VEXTRACTI32X4 $1, Z4, X4
	VPMOVZXBD   X4, Z6
	VPADDD      Z5, Z6, Z6
	VMOVDQU32   Z6, 64(R8)

alike:
	// Two words are alike if they have the same first byte and the same sum of the
	// last byte and twice the length.
	VPCOMPRESSB.Z Z1, K1, Z3
	VPCOMPRESSB.Z Z0, K2, Z4
	VPCOMPRESSB.Z Z2, K1, Z5
	VPCOMPRESSB.Z Z2, K2, Z6
	VPSUBB      Z5, Z6, Z6
	VPADDB      Z6, Z6, Z6
	VPADDB      Z6, Z4, Z4
	MOVL        $1, BX
	VPBROADCASTB BX, Z7
	VPSUBB      Z7, Z2, Z7   // each word's neighbour to the left
	VPERMB      Z3, Z7, Z8
	VPERMB      Z4, Z7, Z9
	VPCMPEQB    Z3, Z8, K5
	VPCMPEQB    Z4, Z9, K5, K6
	KMOVQ       K6, CX
	POPCNTQ     (DI), DX
	BZHIQ       DX, CX, CX
	ANDQ        $-2, CX
	MOVQ        CX, alike+40(FP)
	VZEROUPPER
	RET
