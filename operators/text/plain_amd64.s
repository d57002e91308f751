#include "textflag.h"

DATA plainBytes<>+0(SB)/1, $0x01
DATA plainBytes<>+1(SB)/1, $0x20
DATA plainBytes<>+2(SB)/1, $0xFE
DATA plainBytes<>+3(SB)/1, $0xD8
DATA plainBytes<>+4(SB)/1, $0xD9
DATA plainBytes<>+5(SB)/1, $0x9C // before the first letter behind D8
DATA plainBytes<>+6(SB)/1, $0xC0 // behind the last one
DATA plainBytes<>+7(SB)/1, $0x8B // behind the last letter behind D9
GLOBL plainBytes<>(SB), RODATA|NOPTR, $8

// func plainAVX2(p *byte, n int) int
//
// Bytes are compared as signed numbers: those beyond ASCII are negative.
TEXT ·plainAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	XORQ AX, AX
	SUBQ $32, CX
	JLT  done
	VPBROADCASTB plainBytes<>+0(SB), Y8
	VPBROADCASTB plainBytes<>+1(SB), Y9
	VPBROADCASTB plainBytes<>+2(SB), Y10
	VPBROADCASTB plainBytes<>+3(SB), Y11
	VPBROADCASTB plainBytes<>+4(SB), Y12
	VPBROADCASTB plainBytes<>+5(SB), Y13
	VPBROADCASTB plainBytes<>+6(SB), Y14
	VPBROADCASTB plainBytes<>+7(SB), Y15

loop:
	VMOVDQU  (SI)(AX*1), Y0
	VMOVDQU  -1(SI)(AX*1), Y1
	VPADDB   Y8, Y0, Y2
	VPCMPGTB Y9, Y2, Y2   // 20-7E
	VPCMPEQB Y9, Y0, Y3
	VPCMPEQB Y9, Y1, Y4
	VPAND    Y3, Y4, Y3
	VPANDN   Y2, Y3, Y2   // no space behind a space
	VPAND    Y10, Y0, Y3
	VPCMPEQB Y11, Y3, Y3
	VPOR     Y3, Y2, Y2   // D8 D9
	VPCMPEQB Y11, Y1, Y3
	VPCMPGTB Y13, Y0, Y4
	VPCMPGTB Y0, Y14, Y5
	VPAND    Y3, Y4, Y3
	VPAND    Y3, Y5, Y3
	VPOR     Y3, Y2, Y2   // 9D-BF behind D8
	VPCMPEQB Y12, Y1, Y3
	VPCMPGTB Y0, Y15, Y4
	VPAND    Y3, Y4, Y3
	VPOR     Y3, Y2, Y2   // 80-8A behind D9
	VPMOVMSKB Y2, DX
	XORL     $0xFFFFFFFF, DX
	JNZ      stop
	ADDQ     $32, AX
	CMPQ     AX, CX
	JLE      loop
	VZEROUPPER
	JMP      done

stop:
	BSFL DX, DX
	ADDQ DX, AX
	VZEROUPPER

done:
	MOVQ AX, ret+16(FP)
	RET
