package arabicinception

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
	"mizan/operators/sentence"
)

// punctuation lists, per language, the marks that are fine in it; each mark of
// either list that occurs must be.
var punctuation = map[string]string{
	"ar": string(arabic.Comma) + string(arabic.Semicolon) + string(arabic.QuestionMark) + "!",
	"en": ",;?!.",
}

// checkPunctLang: no punctuation mark of the other language alone.
func checkPunctLang(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	language, _ := k[name].(string)
	fine, ok := punctuation[language]
	if !ok {
		return instruction.Checker{}, instruction.Errorf(instruction.ValueError, "kwarg %q is neither \"ar\" nor \"en\"", name)
	}
	wrong := strings.Map(func(r rune) rune {
		if strings.ContainsRune(fine, r) {
			return -1
		}
		return r
	}, punctuation["ar"]+punctuation["en"])
	return instruction.Checker{
		Check: func(a *instruction.Answer) (instruction.Result, error) {
			for _, mark := range wrong {
				if strings.ContainsRune(a.Text, mark) {
					return instruction.Find(string(mark), false)
				}
			}
			return instruction.Bool(true)
		},
		Wants: "of the punctuation marks none but " + fine,
	}, nil
}

// wordRepetition: no three equal neighbours among the items of split().
var wordRepetition = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		before, last := "", ""
		for word := range arabic.Tokens(a.Text) {
			if word == last && word == before {
				return instruction.Find(word, false)
			}
			before, last = last, word
		}
		return instruction.Bool(true)
	},
	Wants: "no word three times in a row",
})

// sentRepetition: no two equal sentences anywhere, empty ones included.
var sentRepetition = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		sentences := sentence.Pattern(nil, a.Text)
		seen := make(map[string]struct{}, len(sentences))
		for _, s := range sentences {
			if _, ok := seen[s]; ok {
				return instruction.Find(s, false)
			}
			seen[s] = struct{}{}
		}
		return instruction.Bool(true)
	},
	Wants: "no sentence twice",
})
