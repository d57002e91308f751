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

DATA twos<>+0x00(SB)/8, $0x0e0c0a0806040200
DATA twos<>+0x08(SB)/8, $0x1e1c1a1816141210
DATA twos<>+0x10(SB)/8, $0x2e2c2a2826242220
DATA twos<>+0x18(SB)/8, $0x3e3c3a3836343230
DATA twos<>+0x20(SB)/8, $0x4e4c4a4846444240
DATA twos<>+0x28(SB)/8, $0x5e5c5a5856545250
DATA twos<>+0x30(SB)/8, $0x6e6c6a6866646260
DATA twos<>+0x38(SB)/8, $0x7e7c7a7876747270
GLOBL twos<>(SB), RODATA|NOPTR, $64

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

// GRAMS writes the grams down, their starts to R8 and their initials to R9. Z28 counts
// bytes, Z5 has where they are in each doubleword. K3 are the first bytes of grams, of
// which there are DX.
#define GRAMS(initials) \
	VPCOMPRESSB.Z initials, K3, Z3  \
	VMOVDQU       X3, (R9)          \
	VPCOMPRESSB.Z Z28, K3, Z4       \
	VPMOVZXBD     X4, Z7            \
	VPADDD        Z5, Z7, Z7        \
	VMOVDQU32     Z7, (R8)          \
	CMPQ          DX, $16           \
	JLE           few               \
	VEXTRACTI32X4 $1, Z4, X4        \
	VPMOVZXBD     X4, Z7            \
	VPADDD        Z5, Z7, Z7        \
	VMOVDQU32     Z7, 64(R8)        \
	VMOVDQU       Y3, (R9)          \
few:

// ALIKE finds the words of the run detector that are alike to the one before, one bit
// each: they have the same first byte, of those in initials, and the same sum of the last
// byte of Z0 and twice the length. K1 and K2 are the first and last bytes. Z6 counts bytes
// in twos, or is zero to leave the length out; Z29 counts them less one. Behind the words
// stands what is in Z31, no byte of which is like the one before, or the first of a word.
#define ALIKE(initials, dst) \
	VMOVDQA64     Z31, Z3           \
	VPCOMPRESSB   initials, K1, Z3  \
	VPADDB        Z6, Z0, Z4        \
	VPCOMPRESSB.Z Z4, K2, Z4        \
	VPCOMPRESSB.Z Z6, K1, Z7        \
	VPSUBB        Z7, Z4, Z4        \
	VPERMB        Z3, Z29, Z8       \
	VPERMB        Z4, Z29, Z9       \
	VPCMPEQB      Z3, Z8, K5        \
	VPCMPEQB      Z4, Z9, K5, K6    \
	KMOVQ         K6, dst

// COUNTING sets what GRAMS and ALIKE need besides.
#define COUNTING(tmp, one) \
	VMOVDQU8     counting<>(SB), Z28 \
	MOVL         $1, tmp             \
	VPBROADCASTB tmp, one            \
	VPSUBB       one, Z28, Z29       \
	VPANDQ       one, Z28, Z31

// func wordsAVX512(b *window, w *wordMasks, at int, start *[perBlock]uint32, initial *[perBlock]byte) (alike uint64)
TEXT ·wordsAVX512(SB), NOSPLIT, $0-48
	MOVQ b+0(FP), SI
	MOVQ w+8(FP), DI
	MOVQ start+24(FP), R8
	MOVQ initial+32(FP), R9
	KMOVQ wordMasks_head(DI), K1
	KMOVQ wordMasks_tail(DI), K2
	KMOVQ wordMasks_gram(DI), K3
	KMOVQ wordMasks_arabic(DI), K4
	VMOVDQU8 twos<>(SB), Z6
	CMPQ  wordMasks_glued(DI), $0
	JEQ   apart
	VPXORQ Z6, Z6, Z6

apart:
	VMOVDQU8 (SI), Z0
	VMOVDQU8 1(SI), Z1
	VPBLENDMB Z1, Z0, K4, Z1 // of Arabic letters the second byte
	COUNTING(BX, Z2)
	POPCNTQ wordMasks_gram(DI), DX
	VPBROADCASTD at+16(FP), Z5
	GRAMS(Z1)
	ALIKE(Z1, CX)
	MOVQ    CX, alike+40(FP)
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

// func asciiAVX512(r *rows, t *sums, b *byte, n, at int, drop uint64, start *uint32, initial *byte)
//
// What each block waits for is the last space of the one before, so that is found first.
TEXT ·asciiAVX512(SB), NOSPLIT, $48-64
	MOVQ r+0(FP), DI
	LEAQ rows_row(DI), DI // DI the row
	MOVQ b+16(FP), SI     // SI the block
	MOVQ start+48(FP), R8
	MOVQ initial+56(FP), R9
	// R11 rows with words that are alike, R12 rows with sentence ends: the last one is the
	// highest bit. Behind the rows R11 has one bit more.
	MOVQ $1, R11
	SHLQ $63, R11
	XORL R12, R12
	MOVQ R12, words-16(SP)
	MOVQ R12, sequences-24(SP)
	MOVQ R12, digit-32(SP)
	MOVQ t+8(FP), AX
	MOVQ sums_ends(AX), AX
	MOVQ AX, ends-40(SP)
	MOVQ n+24(FP), AX
	ADDQ SI, AX
	MOVQ AX, limit-48(SP)
	SUBQ SI, at+32(FP) // what is to be added to SI
	VMOVDQU8 kind<>+0(SB), Z20
	VMOVDQU8 kind<>+64(SB), Z21
	COUNTING(AX, Z22)
	VPADDB Z22, Z22, Z23
	VPADDB Z23, Z23, Z24
	VPADDB Z24, Z24, Z25
	VPADDB Z25, Z25, Z26
	VPADDB Z26, Z26, Z27
	VPADDB Z28, Z28, Z19
	MOVL $0x20, AX
	VPBROADCASTB AX, Z30

loop:
	MOVQ limit-48(SP), CX
	SUBQ SI, CX
	CMPQ CX, $64
	JLT  tail
	VMOVDQU8  (SI), Z0

block:
	VPCMPEQB  Z30, Z0, K1
	KMOVQ     K1, CX
	LZCNTQ    CX, R10
	JCS       done // no space
	MOVL      $64, R13
	SUBQ      R10, R13 // R13 the size
	VPMOVB2M  Z0, K7
	VMOVDQA64 Z0, Z2
	VPERMI2B  Z21, Z20, Z2
	SET(Z22, K2, AX)  // AX letters
	SET(Z23, K3, BX)  // BX letters and digits
	SET(Z24, K4, CX)  // CX white space
	SET(Z25, K5, DX)  // DX deleted
	SET(Z26, K6, R10) // R10 sentence ends
	VPTESTMB  Z27, Z2, K2
	KORTESTQ  K2, K7
	JNE  done
	BZHIQ R13, AX, AX
	BZHIQ R13, BX, BX
	BZHIQ R13, DX, DX
	BZHIQ R13, R10, R10
	ORQ  BX, CX
	NOTQ CX // neither words nor white space
	MOVQ R10, row_sentence(DI)
	NEGQ R10
	RCRQ $1, R12
	MOVQ at+32(FP), R10
	ADDQ SI, R10
	MOVQ R10, row_at(DI)
	VPBROADCASTD R10, Z5
	ANDQ drop+40(FP), DX

	// Letter-words and letter sequences.
	LEAQ    (AX)(AX*1), R10
	REACH(R10, DX, R14)
	ANDNQ   AX, R10, R10
	ANDNQ   R10, R14, R14
	POPCNTQ R10, R10
	ADDQ    R10, words-16(SP)
	POPCNTQ R14, R14
	ADDQ    R14, sequences-24(SP)
	XORQ    BX, AX
	ORQ     AX, digit-32(SP)

	// Words: AX first bytes, CX last bytes, R14 glued to the one before, DX grams. Of glued
	// words only the first one has a first byte and the last one a last byte: BX and R10.
	LEAQ  (BX)(BX*1), R10
	ANDNQ BX, R10, AX
	REACH(R10, DX, R14)
	REACH(R10, CX, DX)
	ANDNQ AX, DX, DX
	MOVQ  BX, CX
	SHRQ  $1, CX
	ANDNQ BX, CX, R10
	MOVQ  AX, BX
	MOVQ  AX, row_first(DI)
	MOVQ  R10, row_last(DI)
	VMOVDQA64 Z19, Z6
	ANDQ  AX, R14
	MOVQ  R14, row_near(DI)
	JNZ   glued

apart:
	KMOVQ BX, K1
	KMOVQ R10, K2
	KMOVQ DX, K3
	POPCNTQ DX, DX
	GRAMS(Z0)
	ALIKE(Z0, AX)
	TESTQ   BX, BX
	JZ      next
	// The first word of the block and the one before, which is in another.
	TZCNTQ  BX, CX
	MOVBLZX (SI)(CX*1), CX
	TZCNTQ  R10, R14
	MOVBLZX (SI)(R14*1), R14
	SHLQ    $8, R14
	ORQ     R14, CX
	XORL    R14, R14
	CMPQ    CX, ends-40(SP)
	SETEQ   R14
	ORQ     R14, AX
	LZCNTQ  BX, CX
	XORQ    $63, CX
	MOVBLZX (SI)(CX*1), CX
	LZCNTQ  R10, R14
	XORQ    $63, R14
	MOVBLZX (SI)(R14*1), R14
	SHLQ    $8, R14
	ORQ     R14, CX
	MOVQ    CX, ends-40(SP)

next:
	NEGQ AX
	RCRQ $1, R11
	ADDQ R13, SI
	LEAQ (R8)(DX*4), R8
	ADDQ DX, R9
	ADDQ $row__size, DI
	BTQ  $(63-const_rowsAtOnce), R11
	JCC  loop
	JMP  done

glued:
	ANDNQ AX, R14, BX
	PEXTQ AX, R14, R14
	SHRQ  $1, R14
	NOTQ  R14
	PDEPQ R10, R14, R10
	VPXORQ Z6, Z6, Z6
	JMP   apart

tail:
	// Spaces stand behind the text.
	TESTQ CX, CX
	JLE   done
	MOVQ  $-1, AX
	BZHIQ CX, AX, AX
	KMOVQ AX, K1
	VMOVDQA64 Z30, Z0
	VMOVDQU8  (SI), K1, Z0
	JMP   block

done:
	MOVQ   r+0(FP), DI
	TZCNTQ R11, CX
	SHRXQ  CX, R11, R11
	SHRQ   $1, R11
	SHRXQ  CX, R12, R12
	SHRQ   $1, R12
	XORQ   $63, CX
	MOVQ   CX, rows_n(DI)
	MOVQ   R11, rows_alike(DI)
	MOVQ   R12, rows_sentences(DI)
	SUBQ b+16(FP), SI
	MOVQ SI, rows_size(DI)
	SUBQ initial+56(FP), R9
	MOVQ R9, rows_grams(DI)
	MOVQ t+8(FP), DI
	MOVQ words-16(SP), AX
	ADDQ AX, sums_words(DI)
	MOVQ sequences-24(SP), AX
	ADDQ AX, sums_sequences(DI)
	MOVQ digit-32(SP), AX
	ORQ  AX, sums_digit(DI)
	MOVQ ends-40(SP), AX
	MOVQ AX, sums_ends(DI)
	VZEROUPPER
	RET
