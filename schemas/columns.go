// Package schemas is the one place where column names, Arrow schemas, the
// schema version and the DuckDB views of mizan are written down. Everything
// else refers to a column by the constants here.
package schemas

// Version is the version of the scored and rejects schemas. It stands in the
// footer of every file that mizan writes. It grows when a column is added,
// removed or changes type.
const Version = "1"

// Columns of a generation record that identify it and where it came from.
const (
	RecordID        = "record_id"
	RunID           = "run_id"
	Model           = "model"
	Task            = "task"
	DocID           = "doc_id"
	Source          = "source"
	SourcePartition = "source_partition"
	SourceOffset    = "source_offset"
	EventTime       = "event_time"
)

// Columns of a generation record that hold its content.
const (
	Prompt            = "prompt"
	Response          = "response"
	Reasoning         = "reasoning"
	Lang              = "lang"
	InstructionIDList = "instruction_id_list"
	Kwargs            = "kwargs"
	Question          = "question"
	BestAnswer        = "best_answer"
	CorrectAnswers    = "correct_answers"
	IncorrectAnswers  = "incorrect_answers"
	Language          = "language"
	Choices           = "choices"
	Labels            = "labels"
	LogLikelihoods    = "loglikelihoods"
)

// Columns that the text operators and the gates add.
const (
	Answer        = "answer"
	Thinking      = "thinking"
	ThinkingState = "thinking_state"
	ThinkingBytes = "thinking_bytes"

	Gate         = "gate"
	GatePass     = "gate_pass"
	GateReason   = "gate_reason"
	LetterWords  = "letter_words"
	EnglishWords = "english_words"
	ArabicWords  = "arabic_words"
	MixedWords   = "mixed_words"
	OtherWords   = "other_words"
	EnglishRatio = "english_ratio"
	FormatExempt = "format_exempt"
	WordRun      = "word_run"
	SentenceRun  = "sentence_run"
	NgramN       = "ngram_n"
	NgramRepeats = "ngram_repeats"
)

// Columns that the scorers add.
const (
	FollowStrict      = "follow_strict"
	FollowLoose       = "follow_loose"
	InstructionErrors = "instruction_errors"
	PromptStrict      = "prompt_strict"
	PromptLoose       = "prompt_loose"
	GatedFollowStrict = "gated_follow_strict"
	GatedFollowLoose  = "gated_follow_loose"
	GatedPromptStrict = "gated_prompt_strict"
	GatedPromptLoose  = "gated_prompt_loose"

	Acc        = "acc"
	BleuMax    = "bleu_max"
	BleuAcc    = "bleu_acc"
	BleuDiff   = "bleu_diff"
	Rouge1Max  = "rouge1_max"
	Rouge1Acc  = "rouge1_acc"
	Rouge1Diff = "rouge1_diff"
	Rouge2Max  = "rouge2_max"
	Rouge2Acc  = "rouge2_acc"
	Rouge2Diff = "rouge2_diff"
	RougeLMax  = "rougeL_max"
	RougeLAcc  = "rougeL_acc"
	RougeLDiff = "rougeL_diff"

	Error    = "error"
	Excluded = "excluded"
)

// Columns of the rejects files that scored files do not have.
const (
	Raw         = "raw"
	RejectField = "field"
	Reason      = "reason"
)
