#include "textflag.h"

// The lags of eight lanes, less the first one.
DATA lanes<>+0x00(SB)/8, $0x0000000400000000
DATA lanes<>+0x08(SB)/8, $0x0000000c00000008
DATA lanes<>+0x10(SB)/8, $0x0000001400000010
DATA lanes<>+0x18(SB)/8, $0x0000001c00000018
GLOBL lanes<>(SB), RODATA|NOPTR, $32

// LANES sets the lanes whose lag is not too great: lag is the one of the first lane, Y1
// has what is greater than those of all lanes to set.
#define LANES(lag, dst) \
	MOVL         lag, AX         \
	MOVQ         AX, X2          \
	VPBROADCASTD X2, Y2          \
	VPADDD       lanes<>(SB), Y2, Y2 \
	VPCMPGTD     Y2, Y1, dst

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

// func laggedAVX2(s *byte, i, last, step, from, to int) (at int, lags uint64)
TEXT ·laggedAVX2(SB), NOSPLIT, $0-64
	MOVQ s+0(FP), SI
	MOVQ i+8(FP), CX
	MOVQ last+16(FP), DX
	MOVQ step+24(FP), R8
	MOVQ from+32(FP), R9
	MOVQ to+40(FP), R10
	SUBQ R9, R10
	INCQ R10
	MOVQ R10, X1
	VPBROADCASTD X1, Y1
	LANES($0, Y8)
	LANES($1, Y9)
	LANES($2, Y10)
	LANES($3, Y11)
	LANES($32, Y12)
	LANES($33, Y13)
	LANES($34, Y14)
	LANES($35, Y15)
	ADDQ SI, R9 // the neighbours of the first byte
	XORL R11, R11

next:
	VPBROADCASTD (SI)(CX*1), Y0
	LEAQ (R9)(CX*1), BX
	LAGGED(0, Y8, Y1)
	LAGGED(1, Y9, Y2)
	LAGGED(2, Y10, Y3)
	LAGGED(3, Y11, Y4)
	LAGGED(32, Y12, Y5)
	LAGGED(33, Y13, Y6)
	VPOR Y1, Y2, Y2
	LAGGED(34, Y14, Y7)
	VPOR Y3, Y4, Y4
	LAGGED(35, Y15, Y1)
	VPOR Y5, Y6, Y6
	VPOR Y7, Y1, Y1
	VPOR Y2, Y4, Y4
	VPOR Y6, Y1, Y1
	VPOR Y4, Y1, Y1
	VPTEST Y1, Y1
	JNZ  found
	ADDQ R8, CX
	CMPQ CX, DX
	JLE  next
	MOVQ $-1, CX
	JMP  done

found:
	FOUND(0, Y8, Y12, $0x1111111111111111)
	FOUND(1, Y9, Y13, $0x2222222222222222)
	FOUND(2, Y10, Y14, $0x4444444444444444)
	FOUND(3, Y11, Y15, $0x8888888888888888)

done:
	MOVQ CX, at+48(FP)
	MOVQ R11, lags+56(FP)
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
