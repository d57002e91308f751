#include "textflag.h"

// LAGGED looks at 32 bytes in step at a time, with all of their neighbours. AX is 1 if
// any are equal, else 0.
#define LAGGED(compare, step) \
	MOVQ s+0(FP), SI              \
	MOVQ n+8(FP), CX              \
	MOVQ from+16(FP), R8          \
	MOVQ to+24(FP), R9            \
	LEAQ -3(R9), R10              \
	ADDQ SI, CX                   \
	VPXOR Y1, Y1, Y1              \
	VPXOR Y2, Y2, Y2              \
next:                             \
	CMPQ SI, CX                   \
	JGE  none                     \
	VMOVDQU (SI), Y0              \
	MOVQ R8, AX                   \
	CMPQ AX, R10                  \
	JGT  ones                     \
fours:                            \
	compare (SI)(AX*1), Y0, Y3    \
	compare 1(SI)(AX*1), Y0, Y4   \
	compare 2(SI)(AX*1), Y0, Y5   \
	compare 3(SI)(AX*1), Y0, Y6   \
	VPOR Y3, Y4, Y4               \
	VPOR Y5, Y6, Y6               \
	VPOR Y4, Y1, Y1               \
	VPOR Y6, Y2, Y2               \
	ADDQ $4, AX                   \
	CMPQ AX, R10                  \
	JLE  fours                    \
	VPOR Y2, Y1, Y1               \
	CMPQ AX, R9                   \
	JGT  end                      \
ones:                             \
	compare (SI)(AX*1), Y0, Y3    \
	VPOR Y3, Y1, Y1               \
	INCQ AX                       \
	CMPQ AX, R9                   \
	JLE  ones                     \
end:                              \
	ADDQ step, SI                 \
	VPTEST Y1, Y1                 \
	JZ   next                     \
	MOVL $1, AX                   \
	JMP  done                     \
none:                             \
	XORL AX, AX                   \
done:                             \
	VZEROUPPER

// func lag4AVX2(s *byte, n, from, to int) bool
TEXT ·lag4AVX2(SB), NOSPLIT, $0-33
	LAGGED(VPCMPEQD, $32)
	MOVB AX, ret+32(FP)
	RET

// func lag8AVX2(s *byte, n, from, to, step int) bool
TEXT ·lag8AVX2(SB), NOSPLIT, $0-41
	MOVQ step+32(FP), BX
	LAGGED(VPCMPEQQ, BX)
	MOVB AX, ret+40(FP)
	RET
