package english

import (
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
)

// responseLanguage: the detector names the language, or finds no feature.
func (v variant) responseLanguage(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		_, err := k.Text(name)
		return instruction.Checker{}, err
	}
	if code, ok := v.unchecked(k[name]); ok {
		return shared.WrittenIn(code), nil
	}
	code, err := shared.LanguageCode(k[name])
	return shared.WrittenIn(code), err
}

// unchecked returns a code that v4.1 takes as it is: a text that is not two
// characters long. A list or an object of another length than two passes too;
// no language is equal to it.
func (v variant) unchecked(value any) (code string, ok bool) {
	if !v.longCodes {
		return "", false
	}
	switch value := value.(type) {
	case string:
		return value, utf8.RuneCountInString(value) != 2
	case []any:
		return "", len(value) != 2
	case map[string]any:
		return "", len(value) != 2
	}
	return "", false
}
