package english

import (
	"slices"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
	"mizan/operators/text"
)

// languages are the codes that response_language knows.
var languages = []string{
	"en", "es", "pt", "ar", "hi", "fr", "ru", "de", "ja", "it", "bn", "uk", "th", "ur", "ta",
	"te", "bg", "ko", "pl", "he", "fa", "vi", "ne", "sw", "kn", "mr", "gu", "pa", "ml", "fi",
}

// responseLanguage: the detector names the language, or finds no feature.
func (v variant) responseLanguage(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	code, err := k.Text(name)
	if err != nil && !v.longList(k[name]) {
		return instruction.Checker{}, err
	}
	lookedUp := !v.longCodes || utf8.RuneCountInString(code) == 2
	if err == nil && lookedUp && !slices.Contains(languages, code) {
		return instruction.Checker{}, instruction.Errorf(instruction.KeyError, "unknown language code %q", code)
	}
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			found, ok := a.Language()
			return instruction.Find(found, !ok || found == code)
		},
		Wants: "written in the language " + quoted(code),
	}, nil
}

// longList says whether a value passes for a code of other than two characters
// because it has a length: it is then equal to no language.
func (v variant) longList(value any) bool {
	switch value := value.(type) {
	case []any:
		return v.longCodes && len(value) != 2
	case map[string]any:
		return v.longCodes && len(value) != 2
	}
	return false
}

// englishCapital: all cased characters are capitals and the detector says
// English, or finds no feature.
var englishCapital = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) { return inEnglish(a, text.IsUpper(a.Text)) },
	Wants: "English, in capital letters only",
})

// englishLowercase: the same with small letters.
var englishLowercase = shared.Plain(instruction.Checker{
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
