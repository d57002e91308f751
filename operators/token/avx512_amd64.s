#include "go_asm.h"
#include "textflag.h"
#include "arabic_amd64.h"

// The kinds of ASCII characters, for one lookup: 1 letter, 2 letter or digit, 4 space,
// 8 deleted, 16 sentence end, 32 underscore.
DATA kind<>+0x00(SB)/8, $0x0000000000000000
DATA kind<>+0x08(SB)/8, $0x0000040404040400 // 09-0D
DATA kind<>+0x10(SB)/8, $0x0000000000000000
DATA kind<>+0x18(SB)/8, $0x0000000000000000
DATA kind<>+0x20(SB)/8, $0x0000000000081004 // space ! "
DATA kind<>+0x28(SB)/8, $0x0010000800080000 // * , .
DATA kind<>+0x30(SB)/8, $0x0202020202020202
DATA kind<>+0x38(SB)/8, $0x1000000000080202 // 8 9 : ?
DATA kind<>+0x40(SB)/8, $0x0303030303030300
DATA kind<>+0x48(SB)/8, $0x0303030303030303
DATA kind<>+0x50(SB)/8, $0x0303030303030303
DATA kind<>+0x58(SB)/8, $0x2000080008030303 // X Y Z [ ] _
DATA kind<>+0x60(SB)/8, $0x0303030303030308 // `
DATA kind<>+0x68(SB)/8, $0x0303030303030303
DATA kind<>+0x70(SB)/8, $0x0303030303030303
DATA kind<>+0x78(SB)/8, $0x0000080008030303 // x y z { }
GLOBL kind<>(SB), RODATA|NOPTR, $128

DATA counting<>+0x00(SB)/8, $0x0706050403020100
DATA counting<>+0x08(SB)/8, $0x0f0e0d0c0b0a0908
DATA counting<>+0x10(SB)/8, $0x1716151413121110
DATA counting<>+0x18(SB)/8, $0x1f1e1d1c1b1a1918
DATA counting<>+0x20(SB)/8, $0x2726252423222120
DATA counting<>+0x28(SB)/8, $0x2f2e2d2c2b2a2928
DATA counting<>+0x30(SB)/8, $0x3736353433323130
DATA counting<>+0x38(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL counting<>(SB), RODATA|NOPTR, $64

// func masksAVX512(m *masks, b *window)
TEXT ·masksAVX512(SB), NOSPLIT, $0-16
	MOVQ m+0(FP), DI
	MOVQ b+8(FP), SI
	VMOVDQU8 (SI), Z0
	VMOVDQU8 kind<>+0(SB), Z1
	VMOVDQA64 Z0, Z2
	VPERMI2B kind<>+64(SB), Z1, Z2 // the lookup goes by the low seven bits
	VPMOVB2M Z0, K1                // bytes beyond ASCII
	KNOTQ    K1, K2
	KMOVQ    K1, R9
	MOVL $1, R10
	VPBROADCASTB R10, Z3
	VPTESTMB Z3, Z2, K2, K3
	KMOVQ    K3, AX
	VPADDB   Z3, Z3, Z3
	VPTESTMB Z3, Z2, K2, K3
	KMOVQ    K3, BX
	VPADDB   Z3, Z3, Z3
	VPTESTMB Z3, Z2, K2, K4
	KMOVQ    K4, masks_space(DI)
	VPADDB   Z3, Z3, Z3
	VPTESTMB Z3, Z2, K2, K5
	KMOVQ    K5, masks_deleted(DI)
	VPADDB   Z3, Z3, Z3
	VPTESTMB Z3, Z2, K2, K6
	KMOVQ    K6, masks_sentence(DI)
	VPADDB   Z3, Z3, Z3
	VPTESTMB Z3, Z2, K2, K7
	KMOVQ    K7, R8
	XORQ  R10, R10
	TESTQ R9, R9
	JZ    ascii

	MOVL $0xD8, R10
	VPBROADCASTB R10, Z3
	VPCMPEQB Z3, Z0, K3
	KMOVQ    K3, R10
	MOVL $0xD9, R11
	VPBROADCASTB R11, Z3
	VPCMPEQB Z3, Z0, K3
	KMOVQ    K3, R11
	MOVL $0xA1, R12
	VPBROADCASTB R12, Z3
	VPSUBB   Z3, Z0, Z4
	MOVL $0x1F, R12
	VPBROADCASTB R12, Z3
	VPCMPUB  $1, Z3, Z4, K3 // less than
	KMOVQ    K3, R12
	MOVL $0x80, R13
	VPBROADCASTB R13, Z3
	VPSUBB   Z3, Z0, Z4
	MOVL $0x0B, R13
	VPBROADCASTB R13, Z3
	VPCMPUB  $1, Z3, Z4, K3
	KMOVQ    K3, R13
	ARABIC

ascii:
	ORQ  R8, R9
	MOVQ R10, masks_arabic(DI)
	MOVQ AX, masks_letter(DI)
	MOVQ BX, masks_word(DI)
	MOVQ R9, masks_odd(DI)
	VZEROUPPER
	RET

// WORDS writes the grams down, their starts to R8 and their initials to that register, and
// finds the words that are alike to the one before: CX. Two are if they have the same first
// byte, of those in initials, and the same sum of the last byte and twice the length. Z0
// holds the bytes, Z2 counts them, Z7 holds ones, at is where they are. K1 and K2 are the
// first and last bytes of words, K3 the first ones of grams, of which there are DX.
#define WORDS(initials, initial, at) \
	VPCOMPRESSB.Z initials, K3, Z3  \
	VMOVDQU8      Z3, (initial)     \
	VPCOMPRESSB.Z Z2, K3, Z4        \
	VPBROADCASTD  at, Z5            \
	VPMOVZXBD     X4, Z6            \
	VPADDD        Z5, Z6, Z6        \
	VMOVDQU32     Z6, (R8)          \
	CMPQ          DX, $16           \
	JLE           few               \
	VEXTRACTI32X4 $1, Z4, X4        \
	VPMOVZXBD     X4, Z6            \
	VPADDD        Z5, Z6, Z6        \
	VMOVDQU32     Z6, 64(R8)        \
few:                                \
	VPCOMPRESSB.Z initials, K1, Z3  \
	VPCOMPRESSB.Z Z0, K2, Z4        \
	VPCOMPRESSB.Z Z2, K1, Z5        \
	VPCOMPRESSB.Z Z2, K2, Z6        \
	VPSUBB        Z5, Z6, Z6        \
	VPADDB        Z6, Z6, Z6        \
	VPADDB        Z6, Z4, Z4        \
	VPSUBB        Z7, Z2, Z7        \
	VPERMB        Z3, Z7, Z8        \
	VPERMB        Z4, Z7, Z9        \
	VPCMPEQB      Z3, Z8, K5        \
	VPCMPEQB      Z4, Z9, K5, K6    \
	KMOVQ         K6, CX

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

	MOVL $1, BX
	VPBROADCASTB BX, Z7
	POPCNTQ 16(DI), DX
	WORDS(Z1, R9, AX)
	POPCNTQ     (DI), DX
	BZHIQ       DX, CX, CX
	ANDQ        $-2, CX
	MOVQ        CX, alike+40(FP)
	VZEROUPPER
	RET

// SET finds the bytes of Z2 that have a bit in common with those of bit.
#define SET(bit, k, dst)   \
	VPTESTMB bit, Z2, k    \
	KMOVQ    k, dst

// REACH is reach, with from shifted by one already.
#define REACH(from, gap, dst) \
	MOVQ  from, dst       \
	ANDQ  gap, dst        \
	ADDQ  gap, dst        \
	ANDNQ dst, gap, dst

// func asciiAVX512(rows *[rowsAtOnce]row, t *sums, b *byte, n, at int, drop uint64, start *uint32, initial *byte) (blocks int)
TEXT ·asciiAVX512(SB), NOSPLIT, $0-72
	MOVQ rows+0(FP), DI
	MOVQ b+16(FP), SI
	VMOVDQU8 kind<>+0(SB), Z20
	VMOVDQU8 kind<>+64(SB), Z21
	VMOVDQU8 counting<>(SB), Z28
	MOVL $1, R10
	VPBROADCASTB R10, Z22
	VPADDB Z22, Z22, Z23
	VPADDB Z23, Z23, Z24
	VPADDB Z24, Z24, Z25
	VPADDB Z25, Z25, Z26
	VPADDB Z26, Z26, Z27
	MOVQ $0, blocks+64(FP)

loop:
	MOVQ n+24(FP), R10
	SUBQ $64, R10
	JLT  done
	VMOVDQU8  (SI), Z0
	VMOVDQA64 Z0, Z2
	VPERMI2B  Z21, Z20, Z2
	VPMOVB2M  Z0, K1
	KMOVQ     K1, R9
	SET(Z22, K2, AX)   // AX letters
	SET(Z23, K3, BX)   // BX letters and digits
	SET(Z24, K4, CX)   // CX spaces
	SET(Z25, K5, DX)   // DX deleted
	SET(Z26, K6, R8)   // R8 sentence ends
	SET(Z27, K7, R10)
	ORQ  R10, R9
	JNZ  done
	LZCNTQ CX, R10
	MOVQ $64, R11
	SUBQ R10, R11
	JZ   done
	MOVQ R11, row_size(DI)
	MOVQ $-1, R11
	SHRXQ R10, R11, R10 // R10 up to the last space
	ANDQ R10, AX
	ANDQ R10, BX
	ANDQ R10, DX
	ANDQ R10, R8
	MOVQ R8, row_sentence(DI)
	ANDQ drop+40(FP), DX

	// Letter-words and letter sequences.
	MOVQ    t+8(FP), R8
	LEAQ    (AX)(AX*1), R11
	ANDNQ   AX, R11, R12
	POPCNTQ R12, R13
	ADDQ    R13, sums_words(R8)
	REACH(R11, DX, R9)
	ANDNQ   R12, R9, R12
	POPCNTQ R12, R13
	ADDQ    R13, sums_sequences(R8)
	XORQ    BX, AX
	ORQ     AX, sums_digit(R8)

	// Words: AX first bytes, R12 last bytes, R9 grams.
	LEAQ  (BX)(BX*1), R11
	ANDNQ BX, R11, AX
	MOVQ  BX, R12
	SHRQ  $1, R12
	ANDNQ BX, R12, R12
	MOVQ  AX, row_first(DI)
	MOVQ  R12, row_last(DI)
	REACH(R11, DX, R13)
	ANDQ  AX, R13
	MOVQ  R13, row_near(DI)
	ORQ   BX, CX
	ANDNQ R10, CX, CX       // neither words nor spaces
	REACH(R11, CX, R13)
	ANDNQ AX, R13, R9
	POPCNTQ R9, DX
	MOVQ  DX, row_grams(DI)

	// As wordsAVX512, without Arabic.
	MOVQ at+32(FP), BX
	MOVQ start+48(FP), R8
	MOVQ initial+56(FP), R10
	KMOVQ AX, K1
	KMOVQ R12, K2
	KMOVQ R9, K3
	VMOVDQA64 Z28, Z2
	VMOVDQA64 Z22, Z7
	WORDS(Z0, R10, BX)
	POPCNTQ AX, R11
	BZHIQ   R11, CX, CX
	ANDQ    $-2, CX
	MOVQ    CX, row_alike(DI)

	// On to the next block.
	LEAQ (R8)(DX*4), R8
	MOVQ R8, start+48(FP)
	ADDQ DX, R10
	MOVQ R10, initial+56(FP)
	MOVQ row_size(DI), R11
	ADDQ R11, SI
	ADDQ R11, BX
	MOVQ BX, at+32(FP)
	SUBQ R11, n+24(FP)
	ADDQ $row__size, DI
	MOVQ blocks+64(FP), R11
	INCQ R11
	MOVQ R11, blocks+64(FP)
	CMPQ R11, $const_rowsAtOnce
	JLT  loop

done:
	VZEROUPPER
	RET
