package instruction

import "mizan/operators/langdetect"

// Language is the detected language of the text; ok is false if the detector
// finds no feature to judge by, for which the reference raises an error.
func (a *Answer) Language() (code string, ok bool) {
	if !a.language.done {
		code, ok := langdetect.Detect(a.Text)
		a.language = memo[detected]{detected{code, ok}, true}
	}
	return a.language.val.code, a.language.val.ok
}

// detected is what the language detector says.
type detected struct {
	code string
	ok   bool
}
