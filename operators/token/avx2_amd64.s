#include "go_asm.h"
#include "textflag.h"
#include "arabic_amd64.h"

// MOVE makes bits of the bytes low and high.
#define MOVE(low, high, tmp, dst) \
	VPMOVMSKB low, dst  \
	VPMOVMSKB high, tmp \
	SHLQ      $32, tmp  \
	ORQ       tmp, dst

// A byte of a set is equal to what the set's table holds for its low half. Bytes
// beyond ASCII find 0 there.
#define TABLE(name, low, high) \
	DATA name<>+0(SB)/8, low   \
	DATA name<>+8(SB)/8, high  \
	DATA name<>+16(SB)/8, low  \
	DATA name<>+24(SB)/8, high \
	GLOBL name<>(SB), RODATA|NOPTR, $32

TABLE(spaces, $0xffffffffffffff20, $0xffff0d0c0b0a09ff)    // 09-0D and the space
TABLE(sentences, $0xffffffffffff21ff, $0x3f2effffffffffff) // ! . ?
TABLE(deleted, $0xffffffffff22ff60, $0xffff5d2c5b2affff)   // ` " * [ , ]
TABLE(deleted2, $0xffffffffffffffff, $0xffff7dff7b3affff)  // : { }

// The others are the same byte 32 times.
#define BYTES(name, eight) TABLE(name, eight, eight)

BYTES(caseBit, $0x2020202020202020)     // what parts A from a
BYTES(toLetter, $0x0505050505050505)    // moves a-z to 66-7F
BYTES(letters, $0x6565656565656565)
BYTES(toDigit, $0x4646464646464646)     // moves 0-9 to 76-7F
BYTES(digits, $0x7575757575757575)
BYTES(underscore, $0x5f5f5f5f5f5f5f5f)
BYTES(lead8, $0xd8d8d8d8d8d8d8d8)
BYTES(lead9, $0xd9d9d9d9d9d9d9d9)
BYTES(before8, $0xa0a0a0a0a0a0a0a0)     // A1-BF follow D8
BYTES(after8, $0xc0c0c0c0c0c0c0c0)
BYTES(after9, $0x8b8b8b8b8b8b8b8b)      // 80-8A follow D9

// IN sets the bytes of dst that are equal to what table has for the bytes src.
#define IN(table, src, tmp, dst) \
	VMOVDQU  table<>(SB), tmp \
	VPSHUFB  src, tmp, dst    \
	VPCMPEQB src, dst, dst

// func masksAVX2(m *masks, b *window)
//
// Comparisons are of signed bytes.
TEXT ·masksAVX2(SB), NOSPLIT, $0-16
	MOVQ m+0(FP), DI
	MOVQ b+8(FP), SI
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1

	VPOR     caseBit<>(SB), Y0, Y2
	VPOR     caseBit<>(SB), Y1, Y3
	VPADDB   toLetter<>(SB), Y2, Y2
	VPADDB   toLetter<>(SB), Y3, Y3
	VPCMPGTB letters<>(SB), Y2, Y2
	VPCMPGTB letters<>(SB), Y3, Y3
	MOVE(Y2, Y3, R10, AX)
	VPADDB   toDigit<>(SB), Y0, Y4
	VPADDB   toDigit<>(SB), Y1, Y5
	VPCMPGTB digits<>(SB), Y4, Y4
	VPCMPGTB digits<>(SB), Y5, Y5
	VPOR     Y2, Y4, Y4
	VPOR     Y3, Y5, Y5
	MOVE(Y4, Y5, R10, BX)

	IN(spaces, Y0, Y6, Y2)
	IN(spaces, Y1, Y6, Y3)
	MOVE(Y2, Y3, R10, CX)
	MOVQ CX, masks_space(DI)
	IN(deleted, Y0, Y6, Y2)
	IN(deleted, Y1, Y6, Y3)
	IN(deleted2, Y0, Y6, Y4)
	IN(deleted2, Y1, Y6, Y5)
	VPOR     Y4, Y2, Y2
	VPOR     Y5, Y3, Y3
	MOVE(Y2, Y3, R10, DX)
	MOVQ DX, masks_deleted(DI)
	IN(sentences, Y0, Y6, Y2)
	IN(sentences, Y1, Y6, Y3)
	MOVE(Y2, Y3, R10, R8)
	MOVQ R8, masks_sentence(DI)
	VPCMPEQB underscore<>(SB), Y0, Y2
	VPCMPEQB underscore<>(SB), Y1, Y3
	VPOR     Y0, Y2, Y2
	VPOR     Y1, Y3, Y3
	MOVE(Y2, Y3, R10, R9)

	MOVQ  $0, R10
	TESTQ R9, R9
	JZ    done
	VPCMPEQB lead8<>(SB), Y0, Y2
	VPCMPEQB lead8<>(SB), Y1, Y3
	MOVE(Y2, Y3, R11, R10)
	VPCMPEQB lead9<>(SB), Y0, Y2
	VPCMPEQB lead9<>(SB), Y1, Y3
	MOVE(Y2, Y3, R12, R11)
	VMOVDQU  after8<>(SB), Y4
	VPCMPGTB before8<>(SB), Y0, Y2
	VPCMPGTB before8<>(SB), Y1, Y3
	VPCMPGTB Y0, Y4, Y5
	VPCMPGTB Y1, Y4, Y6
	VPAND    Y5, Y2, Y2
	VPAND    Y6, Y3, Y3
	MOVE(Y2, Y3, R13, R12)
	VMOVDQU  after9<>(SB), Y4
	VPCMPGTB Y0, Y4, Y2
	VPCMPGTB Y1, Y4, Y3
	MOVE(Y2, Y3, R8, R13)
	ARABIC

done:
	MOVQ R10, masks_arabic(DI)
	MOVQ AX, masks_letter(DI)
	MOVQ BX, masks_word(DI)
	MOVQ R9, masks_odd(DI)
	VZEROUPPER
	RET
