#include "textflag.h"

// LAGGED compares with the eight neighbours that are a multiple of four and disp on.
#define LAGGED(disp, lanes, dst) \
	VPCMPEQD disp(BX), Y0, dst \
	VPAND    lanes, dst, dst

// FOUND adds the lags at which LAGGED finds the bytes to R11: bit j is a lag of j more
// than the first one.
#define FOUND(disp, low, high, bits) \
	LAGGED(disp, low, Y1)      \
	LAGGED(disp+32, high, Y2)  \
	VMOVMSKPS Y1, AX           \
	VMOVMSKPS Y2, DX           \
	SHLQ      $8, DX           \
	ORQ       DX, AX           \
	MOVQ      bits, DX         \
	PDEPQ     DX, AX, AX       \
	ORQ       AX, R11

// The bytes of four doublewords, each one byte behind the one before.
DATA fours<>+0x00(SB)/8, $0x0403020103020100
DATA fours<>+0x08(SB)/8, $0x0605040305040302
GLOBL fours<>(SB), RODATA|NOPTR, $16

// FEW goes to found if the bytes are there at one of the first lags.
#define FEW(found) \
	VPBROADCASTD (SI), X0        \
	VMOVQ        (SI)(R9*1), X1  \
	VPSHUFB      X7, X1, X1      \
	VPCMPEQD     X1, X0, X1      \
	VMOVMSKPS    X1, R11         \
	ANDL         R10, R11        \
	JNZ          found

// NEXT goes on to the next place, or to none if it is the last one.
#define NEXT(none) \
	INCQ CX      \
	ADDQ R8, SI  \
	CMPQ SI, R12 \
	JGT  none

// func laggedAVX2(s *byte, k, last, step, from, few int, mid, all *[8][8]int32) (at int, found uint64)
TEXT ·laggedAVX2(SB), NOSPLIT, $0-80
	MOVQ s+0(FP), SI
	MOVQ k+8(FP), CX
	MOVQ last+16(FP), R12
	MOVQ step+24(FP), R8
	MOVQ from+32(FP), R9
	MOVQ few+40(FP), AX
	MOVQ mid+48(FP), R13
	MOVQ all+56(FP), DI
	VMOVDQU (DI), Y8
	VMOVDQU 32(DI), Y9
	VMOVDQU 64(DI), Y10
	VMOVDQU 96(DI), Y11
	VMOVDQU 128(DI), Y12
	VMOVDQU 160(DI), Y13
	VMOVDQU 192(DI), Y14
	VMOVDQU 224(DI), Y15
	VMOVDQU fours<>(SB), X7
	MOVL  $-1, R10
	BZHIL AX, R10, R10
	ADDQ SI, R12 // R12 the last place
	MOVQ  CX, AX
	IMULQ R8, AX
	ADDQ AX, SI  // SI the place
	MOVQ CX, AX
	ANDL $3, AX
	JZ   zero
	CMPL AX, $2
	JLT  one
	JEQ  two
	JMP  three

zero:
	VPBROADCASTD (SI), Y0
	LEAQ (SI)(R9*1), BX
	LAGGED(0, Y8, Y1)
	LAGGED(1, Y9, Y2)
	LAGGED(2, Y10, Y3)
	LAGGED(3, Y11, Y4)
	VPOR Y1, Y2, Y2
	LAGGED(32, Y12, Y5)
	LAGGED(33, Y13, Y6)
	VPOR Y3, Y4, Y4
	LAGGED(34, Y14, Y1)
	LAGGED(35, Y15, Y3)
	VPOR Y5, Y6, Y6
	VPOR Y1, Y3, Y3
	VPOR Y2, Y4, Y4
	VPOR Y6, Y3, Y3
	VPOR Y4, Y3, Y3
	VPTEST Y3, Y3
	JNZ  found
	NEXT(none)

one:
	FEW(done)
	NEXT(none)

two:
	VPBROADCASTD (SI), Y0
	LEAQ (SI)(R9*1), BX
	LAGGED(0, (R13), Y1)
	LAGGED(1, 32(R13), Y2)
	LAGGED(2, 64(R13), Y3)
	LAGGED(3, 96(R13), Y4)
	VPOR Y1, Y2, Y2
	VPOR Y3, Y4, Y4
	VPOR Y2, Y4, Y4
	VPTEST Y4, Y4
	JNZ  foundMid
	NEXT(none)

three:
	FEW(done)
	NEXT(none)
	JMP  zero

none:
	MOVQ $-1, CX
	XORL R11, R11
	JMP  done

found:
	XORL R11, R11
	FOUND(0, Y8, Y12, $0x1111111111111111)
	FOUND(1, Y9, Y13, $0x2222222222222222)
	FOUND(2, Y10, Y14, $0x4444444444444444)
	FOUND(3, Y11, Y15, $0x8888888888888888)
	JMP  done

foundMid:
	XORL  R11, R11
	VPXOR Y12, Y12, Y12
	FOUND(0, (R13), Y12, $0x1111111111111111)
	FOUND(1, 32(R13), Y12, $0x2222222222222222)
	FOUND(2, 64(R13), Y12, $0x4444444444444444)
	FOUND(3, 96(R13), Y12, $0x8888888888888888)

done:
	MOVQ CX, at+64(FP)
	MOVQ R11, found+72(FP)
	VZEROUPPER
	RET

// LANES64 compares the four bytes in Z0 with those behind BX at 64 lags. Bit 16*d+l of dst
// says that they are there at the lag 4*l+d.
#define LANES64(dst) \
	VPCMPEQD  (BX), Z0, K2   \
	VPCMPEQD  1(BX), Z0, K3  \
	VPCMPEQD  2(BX), Z0, K4  \
	VPCMPEQD  3(BX), Z0, K5  \
	KUNPCKWD  K2, K3, K2     \
	KUNPCKWD  K4, K5, K4     \
	KUNPCKDQ  K2, K4, dst

// LAGS takes the bits of AX in the order of LANES64 to R11, in that of their lags.
#define LAGS(shift, bits) \
	MOVQ  AX, DX        \
	SHRQ  $shift, DX    \
	MOVQ  bits, BX      \
	PDEPQ BX, DX, DX    \
	ORQ   DX, R11

// func laggedAVX512(s *byte, k, last, step, from, few int, mid, all uint64) (at int, found uint64)
TEXT ·laggedAVX512(SB), NOSPLIT, $0-80
	MOVQ s+0(FP), SI
	MOVQ k+8(FP), CX
	MOVQ last+16(FP), R12
	MOVQ step+24(FP), R8
	MOVQ from+32(FP), R9
	MOVQ few+40(FP), AX
	KMOVQ mid+48(FP), K6
	KMOVQ all+56(FP), K7
	VMOVDQU fours<>(SB), X7
	MOVL  $-1, R10
	BZHIL AX, R10, R10
	ADDQ SI, R12 // R12 the last place
	MOVQ  CX, AX
	IMULQ R8, AX
	ADDQ AX, SI  // SI the place
	MOVQ CX, AX
	ANDL $3, AX
	JZ   zero
	CMPL AX, $2
	JLT  one
	JEQ  two
	JMP  three

zero:
	VPBROADCASTD (SI), Z0
	LEAQ (SI)(R9*1), BX
	LANES64(K1)
	KTESTQ K7, K1
	JNZ  found
	NEXT(none)

one:
	FEW(done)
	NEXT(none)

two:
	VPBROADCASTD (SI), Z0
	LEAQ (SI)(R9*1), BX
	LANES64(K1)
	KTESTQ K6, K1
	JNZ  foundMid
	NEXT(none)

three:
	FEW(done)
	NEXT(none)
	JMP  zero

none:
	MOVQ $-1, CX
	XORL R11, R11
	JMP  done

foundMid:
	KMOVQ K6, K7

found:
	KANDQ K7, K1, K1
	KMOVQ K1, AX
	XORL  R11, R11
	LAGS(0, $0x1111111111111111)
	LAGS(16, $0x2222222222222222)
	LAGS(32, $0x4444444444444444)
	LAGS(48, $0x8888888888888888)

done:
	MOVQ CX, at+64(FP)
	MOVQ R11, found+72(FP)
	VZEROUPPER
	RET

// func commonAVX2(a, b *byte, n int) int
TEXT ·commonAVX2(SB), NOSPLIT, $0-32
	MOVQ a+0(FP), SI
	MOVQ b+8(FP), DI
	MOVQ n+16(FP), DX
	SUBQ $64, DX
	XORQ CX, CX
	CMPQ DX, $0
	JLT  done

next:
	VMOVDQU  (SI)(CX*1), Y0
	VMOVDQU  32(SI)(CX*1), Y1
	VPCMPEQB (DI)(CX*1), Y0, Y0
	VPCMPEQB 32(DI)(CX*1), Y1, Y1
	VPMOVMSKB Y0, AX
	VPMOVMSKB Y1, BX
	SHLQ $32, BX
	ORQ  BX, AX
	NOTQ AX
	TESTQ AX, AX
	JNZ  differ
	ADDQ $64, CX
	CMPQ CX, DX
	JLE  next
	JMP  done

differ:
	TZCNTQ AX, AX
	ADDQ AX, CX

done:
	MOVQ CX, ret+24(FP)
	VZEROUPPER
	RET
