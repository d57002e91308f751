// ARABIC finds the Arabic letters: R10 and R11 are the bytes D8 and D9, R12 A1-BF,
// R13 80-8A, R9 the bytes that are odd, AX letters and BX words, which they are added to.
#define ARABIC \
	ADDQ  R10, R10                \
	ANDQ  R12, R10                \
	ADDQ  R11, R11                \
	ANDQ  R13, R11                \
	ORQ   R11, R10                \
	MOVQ  R10, R11                \
	SHRQ  $1, R11                 \
	ORQ   R11, R10                \
	ORQ   R10, AX                 \
	ORQ   R10, BX                 \
	ANDNQ R9, R10, R9
