package shared

import (
	"slices"

	"mizan/operators/instruction"
	"mizan/operators/text"
)

// languages are the codes that response_language knows.
var languages = []string{
	"en", "es", "pt", "ar", "hi", "fr", "ru", "de", "ja", "it", "bn", "uk", "th", "ur", "ta",
	"te", "bg", "ko", "pl", "he", "fa", "vi", "ne", "sw", "kn", "mr", "gu", "pa", "ml", "fi",
}

// IsLanguage says whether response_language knows the code.
func IsLanguage(code string) bool { return slices.Contains(languages, code) }

// WrittenIn is the check of response_language: the detector names the
// language, or finds no feature to judge by.
func WrittenIn(code string) instruction.Checker {
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			found, ok := a.Language()
			return instruction.Find(found, !ok || found == code)
		},
		Wants: "written in the language " + quote(code),
	}
}

// EnglishCapital is change_case:english_capital: all cased characters are
// capitals and the detector says English, or finds no feature.
var EnglishCapital = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return inEnglish(a, text.IsUpper(a.Text)) },
	Wants: "English, in capital letters only",
})

// EnglishLowercase is change_case:english_lowercase, the same with small
// letters.
var EnglishLowercase = Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return inEnglish(a, text.IsLower(a.Text)) },
	Wants: "English, in small letters only",
})

func inEnglish(a *instruction.Answer, cased bool) (instruction.Result, error) {
	if !cased {
		return instruction.Find("letters of the other case, or none", false)
	}
	code, ok := a.Language()
	return instruction.Find(code, !ok || code == "en")
}
