// Package arabicinception holds the Arabic Inception dialect of instructions,
// 31 ids judged strictly on the cleaned answer: the task
// ifeval_arabic_inception. Source: the specification ifeval-arabic.md, sections
// 1 and 2.
//
// Its keywords are raw patterns ignoring case, as in English; only null kwargs
// are dropped, so 0 and empty values count.
package arabicinception

import (
	"strings"

	"mizan/operators/instruction"
	"mizan/operators/instruction/arabic"
	"mizan/operators/instruction/shared"
)

// Dialect is the registry.
var Dialect = instruction.Dialect{Name: "arabic_inception", Makers: map[string]instruction.Maker{
	"keywords:existence":        keywords.Existence,
	"keywords:frequency":        keywords.Frequency,
	"keywords:forbidden_words":  keywords.ForbiddenWords,
	"keywords:letter_frequency": shared.EnglishLetterFrequency(relations),
	"keywords:list_existence":   listExistence,
	"keywords:letter_list_freq": letterListFreq,

	"language:response_language": shared.ResponseLanguage,

	"length_constraints:number_sentences":         shared.NumberSentences(relations),
	"length_constraints:number_paragraphs":        shared.NumberParagraphs,
	"length_constraints:number_words":             shared.NumberWords(relations),
	"length_constraints:nth_paragraph_first_word": nthParagraphFirstWord,

	"detectable_content:number_placeholders": shared.NumberPlaceholders,
	"detectable_content:postscript":          shared.Postscript(false),

	"detectable_format:number_bullet_lists":         shared.NumberBulletLists,
	"detectable_format:constrained_response":        constrainedResponse,
	"detectable_format:number_highlighted_sections": shared.NumberHighlightedSections,
	"detectable_format:multiple_sections":           shared.MultipleSections(false),
	"detectable_format:json_format":                 shared.JSONFormat,
	"detectable_format:title":                       title,
	"detectable_format:tashkeel":                    tashkeel,
	"detectable_format:word_repetition":             wordRepetition,
	"detectable_format:sent_repetition":             sentRepetition,
	"detectable_format:check_punct_lang":            checkPunctLang,

	"combination:two_responses": shared.TwoResponses,
	"combination:repeat_prompt": shared.RepeatPrompt,

	"startend:end_checker": shared.EndChecker,
	"startend:quotation":   quotation,

	"change_case:capital_word_frequency": shared.CapitalWordFrequency(relations),
	"change_case:english_capital":        shared.EnglishCapital,
	"change_case:english_lowercase":      shared.EnglishLowercase,

	"punctuation:no_comma": arabic.NoComma,
}}

// relations are those of every instruction that has one.
var relations = []instruction.Relation{instruction.LessThan, instruction.AtLeast}

// keywords are raw patterns.
var keywords = shared.Keywords{Relations: relations}

// nthParagraphFirstWord: the nth of all paragraphs, blank ones included; its
// first word ends at the first of these marks.
var nthParagraphFirstWord = shared.NthParagraphFirstWord(true, shared.FirstWordBefore(`.,?!'"،؛؟…`))

// constrainedResponse: the answer contains one of six sentences. The full stop
// before one of them and the lack of one after another are the reference's.
var constrainedResponse = shared.ConstrainedResponse(
	"My answer is yes.", "My answer is no.", "My answer is maybe.",
	".إجابتي هي نعم.", "إجابتي هي لا.", "إجابتي هي ربما",
)

// quotation: the answer stands between matching quotation marks.
var quotation = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		s := a.Stripped()
		for _, pair := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}} {
			if len(s) >= len(pair[0])+len(pair[1]) && strings.HasPrefix(s, pair[0]) && strings.HasSuffix(s, pair[1]) {
				return instruction.Find(pair[0]+"…"+pair[1], true)
			}
		}
		return instruction.Bool(false)
	},
	Wants: `begins and ends with quotation marks: "…", “…”, «…» or „…“`,
})

// title: a line holds a title between double angle brackets, or anything at all
// between guillemets, which count as part of the title and so are never blank.
var title = shared.Plain(instruction.Checker{
	Check: func(a *instruction.Answer) (instruction.Result, error) {
		if found, ok := titleOf(a.Text); ok {
			return instruction.Find(found, true)
		}
		return instruction.Bool(false)
	},
	Wants: "a title, wrapped in << and >> or in « and »",
})
