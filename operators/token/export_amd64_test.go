package token

// UseGeneric turns the bit instructions off until restore is called.
func UseGeneric() (restore func()) {
	avx2, bmi2 := hasAVX2, hasBMI2
	hasAVX2, hasBMI2 = false, false
	return func() { hasAVX2, hasBMI2 = avx2, bmi2 }
}
