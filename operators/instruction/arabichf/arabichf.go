// Package arabichf holds the Arabic HF dialect of instructions, 25 ids judged
// strictly and loosely: the tasks ifeval_arabic_inception_hf and
// ifeval_arabic_inception_hf_langcheck. Source: the specification
// ifeval-arabic.md, sections 1 and 2.
//
// Its keywords are literal words between word boundaries, its words keep vowel
// marks and Arabic punctuation, and several arguments are looked at only when
// an answer is checked, so their faults appear only then.
package arabichf

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
)

// Dialect is the registry.
var Dialect = instruction.Dialect{Name: "arabic_hf", DropFalsy: true, Makers: map[string]instruction.Maker{
	"keywords:existence":        existence,
	"keywords:frequency":        frequency,
	"keywords:forbidden_words":  forbiddenWords,
	"keywords:letter_frequency": letterFrequency,
	"keywords:list_existence":   listExistence,
	"keywords:letter_list_freq": letterListFreq,

	"language:response_language": responseLanguage,

	"length_constraints:number_sentences":         numberSentences,
	"length_constraints:number_paragraphs":        shared.NumberParagraphs,
	"length_constraints:number_words":             numberWords,
	"length_constraints:nth_paragraph_first_word": nthParagraphFirstWord,

	"detectable_content:number_placeholders": shared.NumberPlaceholders,
	"detectable_content:postscript":          postscript,

	"detectable_format:number_bullet_lists":         shared.NumberBulletLists,
	"detectable_format:constrained_response":        constrainedResponse,
	"detectable_format:number_highlighted_sections": shared.NumberHighlightedSections,
	"detectable_format:multiple_sections":           multipleSections,
	"detectable_format:json_format":                 shared.JSONFormat,
	"detectable_format:title":                       title,
	"detectable_format:tashkeel":                    tashkeel,

	"combination:two_responses": shared.TwoResponsesMaker,
	"combination:repeat_prompt": shared.RepeatPrompt,

	"startend:end_checker": shared.EndChecker,
	"startend:quotation":   quotation,

	"punctuation:no_comma": arabic.NoComma,
}}

// relations are those of every instruction that has one, letter_list_freq
// excepted.
var relations = []instruction.Relation{instruction.LessThan, instruction.AtLeast, instruction.Exactly}

// constrainedResponse: the answer contains one of six sentences. That it is
// stripped before makes no difference, none begins or ends with a space.
var constrainedResponse = shared.Plain(arabic.ContainsAny([]string{
	"My answer is yes.", "My answer is no.", "My answer is maybe.",
	"إجابتي هي نعم.", "إجابتي هي لا.", "إجابتي هي ربما.",
}))

// title: a line holds a title between double angle brackets.
var title = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		found, ok := shared.Title(a.Text)
		return instruction.Find(found, ok)
	},
	Wants: "a title, wrapped in << and >>",
	Trend: instruction.Grows,
})

// quotation: the answer stands between ASCII quotation marks.
var quotation = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		s := a.Stripped()
		return instruction.Bool(len(s) > 1 && strings.HasPrefix(s, `"`) && strings.HasSuffix(s, `"`))
	},
	Wants: `begins and ends with "`,
})

// responseLanguage: the detector names the language, Arabic if none is given.
func responseLanguage(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	if err := k.Only(name); err != nil {
		return instruction.Checker{}, err
	}
	if !k.Has(name) {
		return shared.WrittenIn("ar"), nil
	}
	code, err := shared.LanguageCode(k[name])
	if err != nil {
		return instruction.Checker{}, err
	}
	return shared.WrittenIn(code), nil
}
