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
	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
)

// Dialect is the registry.
var Dialect = instruction.Dialect{Name: "arabic_hf", DropFalsy: true, Makers: map[string]instruction.Maker{
	"keywords:existence":        keywords.Existence,
	"keywords:frequency":        keywords.Frequency,
	"keywords:forbidden_words":  keywords.ForbiddenWords,
	"keywords:letter_frequency": shared.LetterAliases(relations, letterFrequency),
	"keywords:list_existence":   listExistence,
	"keywords:letter_list_freq": letterListFreq,

	"language:response_language": responseLanguage,

	"length_constraints:number_sentences":         numberSentences,
	"length_constraints:number_paragraphs":        shared.NumberParagraphs,
	"length_constraints:number_words":             numberWords,
	"length_constraints:nth_paragraph_first_word": nthParagraphFirstWord,

	"detectable_content:number_placeholders": shared.NumberPlaceholders,
	"detectable_content:postscript":          shared.Postscript(true),

	"detectable_format:number_bullet_lists":         shared.NumberBulletLists,
	"detectable_format:constrained_response":        constrainedResponse,
	"detectable_format:number_highlighted_sections": shared.NumberHighlightedSections,
	"detectable_format:multiple_sections":           shared.MultipleSections(true),
	"detectable_format:json_format":                 shared.JSONFormat,
	"detectable_format:title":                       shared.Title,
	"detectable_format:tashkeel":                    tashkeel,

	"combination:two_responses": shared.TwoResponses,
	"combination:repeat_prompt": shared.RepeatPrompt,

	"startend:end_checker": shared.EndChecker,
	"startend:quotation":   shared.Quotation,

	"punctuation:no_comma": arabic.NoComma,
}}

// relations are those of every instruction that has one, letter_list_freq
// excepted.
var relations = []instruction.Relation{instruction.LessThan, instruction.AtLeast, instruction.Exactly}

// keywords are words that mean themselves.
var keywords = shared.Keywords{Literal: true, Lenient: true, Relations: relations}

// constrainedResponse: the answer contains one of six sentences.
var constrainedResponse = shared.ConstrainedResponse(
	"My answer is yes.", "My answer is no.", "My answer is maybe.",
	"إجابتي هي نعم.", "إجابتي هي لا.", "إجابتي هي ربما.",
)

// responseLanguage: Arabic if no language is given.
func responseLanguage(k instruction.Kwargs) (instruction.Checker, error) {
	if !k.Has("language") {
		return shared.WrittenIn("ar"), k.Only()
	}
	return shared.ResponseLanguage(k)
}
