package shared

import (
	"slices"

	"mizan/operators/instruction"
)

// languages are the codes that response_language knows.
var languages = []string{
	"en", "es", "pt", "ar", "hi", "fr", "ru", "de", "ja", "it", "bn", "uk", "th", "ur", "ta",
	"te", "bg", "ko", "pl", "he", "fa", "vi", "ne", "sw", "kn", "mr", "gu", "pa", "ml", "fi",
}

// languageCode returns a kwarg that is one of the codes response_language
// knows: KeyError if it is not, TypeError if it cannot be looked up.
func languageCode(v any) (string, error) {
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

// ResponseLanguage is language:response_language.
func ResponseLanguage(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		return instruction.Checker{}, missing(name)
	}
	code, err := languageCode(k[name])
	if err != nil {
		return instruction.Checker{}, err
	}
	return WrittenIn(code), nil
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
