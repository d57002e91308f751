#include "textflag.h"

// A byte's class bits are those that the table of its low half and the table of
// its high half have in common. One table has room for eight products of low and
// high halves; two are needed:
// one: 0 letters 41-4F 61-6F, 1 letters 50-5A 70-7A, 2 digits, 3 spaces 09-0D,
//      4 the space, 5 [ ] { }, 6 _
// two: 0 " * ,   1 :   2 `   3 ! .   4 ?
// Bytes beyond ASCII have no bits.

DATA oneLow<>+0(SB)/8, $0x0707070707070716
DATA oneLow<>+8(SB)/8, $0x41012909290b0f07
DATA oneLow<>+16(SB)/8, $0x0707070707070716
DATA oneLow<>+24(SB)/8, $0x41012909290b0f07
GLOBL oneLow<>(SB), RODATA|NOPTR, $32

DATA oneHigh<>+0(SB)/8, $0x2201620104100008
DATA oneHigh<>+8(SB)/8, $0x0000000000000000
DATA oneHigh<>+16(SB)/8, $0x2201620104100008
DATA oneHigh<>+24(SB)/8, $0x0000000000000000
GLOBL oneHigh<>(SB), RODATA|NOPTR, $32

DATA twoLow<>+0(SB)/8, $0x0000000000010804
DATA twoLow<>+8(SB)/8, $0x1008000100030000
DATA twoLow<>+16(SB)/8, $0x0000000000010804
DATA twoLow<>+24(SB)/8, $0x1008000100030000
GLOBL twoLow<>(SB), RODATA|NOPTR, $32

DATA twoHigh<>+0(SB)/8, $0x0004000012090000
DATA twoHigh<>+8(SB)/8, $0x0000000000000000
DATA twoHigh<>+16(SB)/8, $0x0004000012090000
DATA twoHigh<>+24(SB)/8, $0x0000000000000000
GLOBL twoHigh<>(SB), RODATA|NOPTR, $32

DATA lowHalf<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL lowHalf<>(SB), RODATA|NOPTR, $8

// Which bits make a mask: one byte each.
DATA pick<>+0(SB)/1, $0x03 // one: letters
DATA pick<>+1(SB)/1, $0x07 // one: letters and digits
DATA pick<>+2(SB)/1, $0x18 // one: spaces
DATA pick<>+3(SB)/1, $0x20 // one: [ ] { }
DATA pick<>+4(SB)/1, $0x40 // one: _
DATA pick<>+5(SB)/1, $0x07 // two: deleted
DATA pick<>+6(SB)/1, $0x18 // two: sentence ends
GLOBL pick<>(SB), RODATA|NOPTR, $7

// CLASSES puts the class bits of the bytes src in one and two.
#define CLASSES(src, one, two) \
	VPAND   Y15, src, Y8      \
	VPSRLW  $4, src, Y9       \
	VPAND   Y15, Y9, Y9       \
	VPSHUFB Y8, Y10, one      \
	VPSHUFB Y9, Y11, Y7       \
	VPAND   Y7, one, one      \
	VPSHUFB Y8, Y12, two      \
	VPSHUFB Y9, Y13, Y7       \
	VPAND   Y7, two, two

// MASK sets dst to the bytes, of the 64 in low and high, that have any of the bits
// at pick.
#define MASK(off, low, high, dst) \
	VPBROADCASTB pick<>+off(SB), Y7 \
	VPAND     Y7, low, Y8      \
	VPAND     Y7, high, Y9     \
	VPCMPEQB  Y14, Y8, Y8      \
	VPCMPEQB  Y14, Y9, Y9      \
	VPMOVMSKB Y8, dst          \
	VPMOVMSKB Y9, R8           \
	SHLQ      $32, R8          \
	ORQ       R8, dst          \
	NOTQ      dst

// func masksAVX2(m *masks, b *[64]byte)
TEXT ·masksAVX2(SB), NOSPLIT, $0-16
	MOVQ m+0(FP), DI
	MOVQ b+8(FP), SI
	VPBROADCASTQ lowHalf<>(SB), Y15
	VPXOR   Y14, Y14, Y14
	VMOVDQU oneLow<>(SB), Y10
	VMOVDQU oneHigh<>(SB), Y11
	VMOVDQU twoLow<>(SB), Y12
	VMOVDQU twoHigh<>(SB), Y13
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	CLASSES(Y0, Y2, Y3)
	CLASSES(Y1, Y4, Y5)

	MASK(0, Y2, Y4, AX)
	MOVQ AX, 0(DI)
	MASK(1, Y2, Y4, AX)
	MOVQ AX, 8(DI)
	MASK(2, Y2, Y4, AX)
	MOVQ AX, 16(DI)
	MASK(3, Y2, Y4, AX)
	MASK(5, Y3, Y5, BX)
	ORQ  BX, AX
	MOVQ AX, 24(DI)
	MASK(6, Y3, Y5, AX)
	MOVQ AX, 32(DI)

	// _ and the bytes whose high bit is set.
	MASK(4, Y2, Y4, AX)
	VPMOVMSKB Y0, BX
	VPMOVMSKB Y1, CX
	SHLQ $32, CX
	ORQ  CX, BX
	ORQ  BX, AX
	MOVQ AX, 40(DI)
	VZEROUPPER
	RET

// func wordsBMI2(w *words, hash *[32]uint64, start *[32]int, b *byte, i int, first, after uint64)
TEXT ·wordsBMI2(SB), NOSPLIT, $0-56
	MOVQ w+0(FP), DI
	MOVQ hash+8(FP), R14
	MOVQ start+16(FP), R15
	MOVQ b+24(FP), SI
	MOVQ i+32(FP), R12
	MOVQ first+40(FP), AX
	MOVQ after+48(FP), BX
	XORQ R8, R8   // words so far
	XORQ R9, R9   // long words, the last one lowest
	XORQ R10, R10 // is there a word equal to the one before?
	XORQ R11, R11 // the word before
	TESTQ AX, AX
	JZ   done

loop:
	TZCNTQ AX, CX
	TZCNTQ BX, DX
	BLSRQ  AX, AX
	BLSRQ  BX, BX
	MOVQ   (SI)(CX*1), R13
	SUBQ   CX, DX
	ADDQ   R12, CX
	MOVQ   CX, (R15)(R8*8)
	MOVB   DX, (DI)(R8*1)
	SHLQ   $3, DX
	BZHIQ  DX, R13, R13
	MOVQ   R13, (R14)(R8*8)
	XORQ   CX, CX
	CMPQ   R13, R11
	SETEQ  CX
	ORQ    CX, R10
	MOVQ   R13, R11
	MOVQ   $63, CX
	CMPQ   CX, DX // carry if the word has eight bytes or more
	ADCQ   R9, R9
	INCQ   R8
	TESTQ  AX, AX
	JNZ    loop

done:
	MOVQ R8, 32(DI)
	MOVQ R9, 40(DI)
	MOVQ R10, 48(DI)
	RET
