// Package english holds the two English dialects of instructions: Standard,
// the 25 checks of the public harness, and V41, the same ids as the task
// ifeval_langcheck_v4_1 ships them. Source: the specification
// ifeval-english.md, sections 5 and 6.
//
// The dialects differ in a few Makers and in how those treat relations and
// invalid patterns; a variant says how.
package english

import (
	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
)

// Standard is the dialect of the tasks ifeval and ifeval_langcheck.
var Standard = instruction.Dialect{Name: "english", DropFalsy: true, Makers: standard.makers()}

// V41 is the dialect of the task ifeval_langcheck_v4_1.
var V41 = instruction.Dialect{Name: "english_v4_1", DropFalsy: true, Makers: v41.makers()}

// variant is what differs between the two dialects.
type variant struct {
	// relations are the allowed ones of number_sentences, number_words and
	// keywords:frequency.
	relations []instruction.Relation
	// looseRelations are the allowed ones of letter_frequency and
	// capital_word_frequency, which take all but "less than" for "at least".
	looseRelations []instruction.Relation
	// lenientPatterns: an invalid pattern is no error in existence,
	// forbidden_words and multiple_sections, the instruction is not followed.
	lenientPatterns bool
	// longCodes: response_language takes codes that are not two characters long
	// as they are.
	longCodes bool
	// letterAliases: letter_frequency takes frequency and relation as other
	// names of let_frequency and let_relation.
	letterAliases bool
}

var (
	standard = variant{
		relations:      []instruction.Relation{instruction.LessThan, instruction.AtLeast},
		looseRelations: []instruction.Relation{instruction.LessThan, instruction.AtLeast},
	}
	v41 = variant{
		relations:       []instruction.Relation{instruction.LessThan, instruction.AtLeast, instruction.Exactly},
		looseRelations:  []instruction.Relation{instruction.LessThan, instruction.AtLeast, instruction.Exactly},
		lenientPatterns: true,
		longCodes:       true,
		letterAliases:   true,
	}
)

func (v variant) makers() map[string]instruction.Maker {
	return map[string]instruction.Maker{
		"keywords:existence":        v.existence,
		"keywords:frequency":        v.frequency,
		"keywords:forbidden_words":  v.forbiddenWords,
		"keywords:letter_frequency": v.letterFrequency,

		"language:response_language": v.responseLanguage,

		"length_constraints:number_sentences":         v.numberSentences(),
		"length_constraints:number_paragraphs":        shared.NumberParagraphs,
		"length_constraints:number_words":             v.numberWords(),
		"length_constraints:nth_paragraph_first_word": nthParagraphFirstWord,

		"detectable_content:number_placeholders": shared.NumberPlaceholders,
		"detectable_content:postscript":          postscript,

		"detectable_format:number_bullet_lists":         shared.NumberBulletLists,
		"detectable_format:constrained_response":        constrainedResponse,
		"detectable_format:number_highlighted_sections": shared.NumberHighlightedSections,
		"detectable_format:multiple_sections":           v.multipleSections,
		"detectable_format:json_format":                 shared.JSONFormat,
		"detectable_format:title":                       title,

		"combination:two_responses": shared.TwoResponses,
		"combination:repeat_prompt": shared.RepeatPrompt,

		"startend:end_checker": shared.EndChecker,
		"startend:quotation":   quotation,

		"change_case:capital_word_frequency": v.capitalWordFrequency,
		"change_case:english_capital":        shared.EnglishCapital,
		"change_case:english_lowercase":      shared.EnglishLowercase,

		"punctuation:no_comma": noComma,
	}
}

// Excluded says whether the task ifeval_langcheck_v4_1 leaves a prompt with
// this instruction out of its data set: an answer due in a language other than
// English and Arabic. It is an instruction.Options.Exclude.
func Excluded(id string, kwargs any) bool {
	if id != "language:response_language" {
		return false
	}
	object, _ := kwargs.(map[string]any)
	language := object["language"]
	return language != "en" && language != "ar"
}
