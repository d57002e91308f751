package token

// AtLevels calls f with the instructions of each level that the processor has.
func AtLevels(f func(level int)) {
	best := level
	defer func() { level = best }()
	for level = generic; level <= best; level++ {
		f(level)
	}
}
