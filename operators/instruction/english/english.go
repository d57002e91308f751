// Package english holds the two English dialects of instructions: Standard,
// the 25 checks of the public harness, and V41, the same ids as the task
// ifeval_langcheck_v4_1 ships them. Source: the specification
// ifeval-english.md, sections 5 and 6.
//
// The checks themselves are those of package shared; a variant says how the two
// dialects differ.
package english

import (
	"strings"
	"unicode/utf8"

	"mizan/operators/instruction"
	"mizan/operators/instruction/shared"
)

// Standard is the dialect of the tasks ifeval and ifeval_langcheck.
var Standard = instruction.Dialect{Name: "english", DropFalsy: true, Makers: standard.makers()}

// V41 is the dialect of the task ifeval_langcheck_v4_1.
var V41 = instruction.Dialect{Name: "english_v4_1", DropFalsy: true, Makers: v41.makers()}

// variant is what differs between the two dialects.
type variant struct {
	// relations are the allowed ones. letter_frequency and
	// capital_word_frequency take "exactly" for "at least".
	relations []instruction.Relation
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
		relations: []instruction.Relation{instruction.LessThan, instruction.AtLeast},
	}
	v41 = variant{
		relations:       []instruction.Relation{instruction.LessThan, instruction.AtLeast, instruction.Exactly},
		lenientPatterns: true,
		longCodes:       true,
		letterAliases:   true,
	}
)

func (v variant) makers() map[string]instruction.Maker {
	keywords := shared.Keywords{Lenient: v.lenientPatterns, Relations: v.relations}
	letterFrequency := shared.EnglishLetterFrequency(v.relations)
	if v.letterAliases {
		letterFrequency = shared.LetterAliases(v.relations, letterFrequency)
	}
	responseLanguage := shared.ResponseLanguage
	if v.longCodes {
		responseLanguage = longCodes
	}
	return map[string]instruction.Maker{
		"keywords:existence":        keywords.Existence,
		"keywords:frequency":        keywords.Frequency,
		"keywords:forbidden_words":  keywords.ForbiddenWords,
		"keywords:letter_frequency": letterFrequency,

		"language:response_language": responseLanguage,

		"length_constraints:number_sentences":         shared.NumberSentences(v.relations),
		"length_constraints:number_paragraphs":        shared.NumberParagraphs,
		"length_constraints:number_words":             shared.NumberWords(v.relations),
		"length_constraints:nth_paragraph_first_word": nthParagraphFirstWord,

		"detectable_content:number_placeholders": shared.NumberPlaceholders,
		"detectable_content:postscript":          shared.Postscript(false),

		"detectable_format:number_bullet_lists":         shared.NumberBulletLists,
		"detectable_format:constrained_response":        constrainedResponse,
		"detectable_format:number_highlighted_sections": shared.NumberHighlightedSections,
		"detectable_format:multiple_sections":           shared.MultipleSections(v.lenientPatterns),
		"detectable_format:json_format":                 shared.JSONFormat,
		"detectable_format:title":                       shared.Title,

		"combination:two_responses": shared.TwoResponses,
		"combination:repeat_prompt": shared.RepeatPrompt,

		"startend:end_checker": shared.EndChecker,
		"startend:quotation":   shared.Quotation,

		"change_case:capital_word_frequency": shared.CapitalWordFrequency(v.relations),
		"change_case:english_capital":        shared.EnglishCapital,
		"change_case:english_lowercase":      shared.EnglishLowercase,

		"punctuation:no_comma": noComma,
	}
}

// nthParagraphFirstWord: the nth of all paragraphs, blank ones included; its
// first word ends at the first of these marks.
var nthParagraphFirstWord = shared.NthParagraphFirstWord(true, shared.FirstWordBefore(`.,?!'"`))

// constrainedResponse: the answer contains one of three sentences.
var constrainedResponse = shared.ConstrainedResponse("My answer is yes.", "My answer is no.", "My answer is maybe.")

// noComma: no U+002C.
var noComma = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		return instruction.Bool(strings.IndexByte(a.Text, ',') < 0)
	},
	Wants: "no comma",
	Trend: instruction.Shrinks,
})

// longCodes is response_language of v4.1, which takes a code as it is that is
// not two characters long. A list or an object of another length than two
// passes too; no language is equal to it.
func longCodes(k instruction.Kwargs) (instruction.Checker, error) {
	const name = "language"
	length, code := 2, ""
	switch value := k[name].(type) {
	case string:
		length, code = utf8.RuneCountInString(value), value
	case []any:
		length = len(value)
	case map[string]any:
		length = len(value)
	}
	if length == 2 {
		return shared.ResponseLanguage(k)
	}
	return shared.WrittenIn(code), k.Only(name)
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
