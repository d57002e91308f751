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

// LanguageCode returns a kwarg that is one of the codes response_language
// knows: KeyError if it is not, TypeError if it cannot be looked up.
func LanguageCode(v any) (string, error) {
	switch v.(type) {
	case []any, map[string]any:
		return "", instruction.Errorf(instruction.TypeError, "the language is a list or an object")
	}
	code, _ := v.(string)
	if !slices.Contains(languages, code) {
		return "", instruction.Errorf(instruction.KeyError, "unknown language code %q", code)
	}
	return code, nil
}

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
