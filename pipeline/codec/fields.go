package codec

import "mizan/schemas"

// field is a column that a record can fill.
type field int

const (
	fRecordID field = iota
	fRunID
	fModel
	fTask
	fDocID
	fEventTime
	fPrompt
	fResponse
	fReasoning
	fLang
	fInstructionIDList
	fKwargs
	fQuestion
	fBestAnswer
	fCorrectAnswers
	fIncorrectAnswers
	fLanguage
	fChoices
	fLabels
	fLogLikelihoods
	numFields
)

// fieldNames are the columns' names, which are the canonical record's keys.
var fieldNames = [numFields]string{
	schemas.RecordID, schemas.RunID, schemas.Model, schemas.Task, schemas.DocID, schemas.EventTime,
	schemas.Prompt, schemas.Response, schemas.Reasoning, schemas.Lang, schemas.InstructionIDList, schemas.Kwargs,
	schemas.Question, schemas.BestAnswer, schemas.CorrectAnswers, schemas.IncorrectAnswers, schemas.Language,
	schemas.Choices, schemas.Labels, schemas.LogLikelihoods,
}

func (f field) String() string { return fieldNames[f] }

// textFields and listFields are the columns of texts and of lists of texts.
var (
	textFields = []field{fRecordID, fRunID, fModel, fTask, fPrompt, fResponse, fReasoning, fQuestion, fBestAnswer, fLanguage}
	listFields = []field{fLang, fInstructionIDList, fCorrectAnswers, fIncorrectAnswers, fChoices}
)

// canonicalPaths are where the canonical record has its fields. Serving
// engines name the reasoning of a model in two ways.
func canonicalPaths() map[string][]string {
	paths := map[string][]string{}
	for _, name := range fieldNames {
		paths[name] = []string{"$." + name}
	}
	paths[schemas.Reasoning] = []string{"$.reasoning", "$.reasoning_content"}
	return paths
}
