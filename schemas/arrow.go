package schemas

import "github.com/apache/arrow/go/v17/arrow"

// Types shared by the schemas. Timestamps are microseconds because nanosecond
// Parquet timestamps are unreadable in several engines.
var (
	Text      arrow.DataType = arrow.BinaryTypes.String
	Bool      arrow.DataType = arrow.FixedWidthTypes.Boolean
	Int32     arrow.DataType = arrow.PrimitiveTypes.Int32
	Int64     arrow.DataType = arrow.PrimitiveTypes.Int64
	Float64   arrow.DataType = arrow.PrimitiveTypes.Float64
	Timestamp arrow.DataType = arrow.FixedWidthTypes.Timestamp_us
	TextList  arrow.DataType = arrow.ListOf(arrow.BinaryTypes.String)
	BoolList  arrow.DataType = arrow.ListOf(arrow.FixedWidthTypes.Boolean)
	Int32List arrow.DataType = arrow.ListOf(arrow.PrimitiveTypes.Int32)
	F64List   arrow.DataType = arrow.ListOf(arrow.PrimitiveTypes.Float64)
	Blob      arrow.DataType = arrow.BinaryTypes.Binary
)

func col(name string, t arrow.DataType) arrow.Field {
	return arrow.Field{Name: name, Type: t, Nullable: true}
}

func required(name string, t arrow.DataType) arrow.Field {
	return arrow.Field{Name: name, Type: t}
}

// identity are the columns that a generation record, a scored row and a
// reject share: who the record is and where it came from.
// source is the Kafka topic or the file's path; source_offset is the Kafka
// offset or the 0-based row of the file.
var identity = []arrow.Field{
	col(RecordID, Text),
	col(RunID, Text),
	col(Model, Text),
	col(Task, Text),
	col(DocID, Int64),
	required(Source, Text),
	required(SourcePartition, Int32),
	required(SourceOffset, Int64),
	col(EventTime, Timestamp),
}

// Generation is the schema of the record batches that sources hand to the
// operators: one row per generation record.
var Generation = arrow.NewSchema(append(append([]arrow.Field{}, identity...),
	col(Prompt, Text),
	col(Response, Text),
	col(Reasoning, Text),
	col(Lang, TextList),
	col(InstructionIDList, TextList),
	col(Kwargs, Text),
	col(Question, Text),
	col(BestAnswer, Text),
	col(CorrectAnswers, TextList),
	col(IncorrectAnswers, TextList),
	col(Language, Text),
	col(Choices, TextList),
	col(Labels, Int32List),
	col(LogLikelihoods, F64List),
), nil)

// Scored is the schema of the rows that mizan writes. It is one and the same
// for all tasks and files: a column that a task does not produce is null.
var Scored = arrow.NewSchema(append(append([]arrow.Field{}, identity...),
	col(Lang, TextList),
	col(Prompt, Text),
	col(Response, Text),
	col(Answer, Text),
	col(Thinking, Text),
	col(ThinkingState, Text),
	col(ThinkingBytes, Int64),
	col(Kwargs, Text),

	col(Gate, Text),
	col(GatePass, Bool),
	col(GateReason, Text),
	col(LetterWords, Int32),
	col(EnglishWords, Int32),
	col(ArabicWords, Int32),
	col(MixedWords, Int32),
	col(OtherWords, Int32),
	col(EnglishRatio, Float64),
	col(FormatExempt, Bool),
	col(WordRun, Int32),
	col(SentenceRun, Int32),
	col(NgramN, Int32),
	col(NgramRepeats, Int32),

	col(InstructionIDList, TextList),
	col(FollowStrict, BoolList),
	col(FollowLoose, BoolList),
	col(InstructionErrors, TextList),
	col(PromptStrict, Bool),
	col(PromptLoose, Bool),
	col(GatedFollowStrict, BoolList),
	col(GatedFollowLoose, BoolList),
	col(GatedPromptStrict, Bool),
	col(GatedPromptLoose, Bool),

	col(Acc, Float64),
	col(BleuMax, Float64),
	col(BleuAcc, Int32),
	col(BleuDiff, Float64),
	col(Rouge1Max, Float64),
	col(Rouge1Acc, Int32),
	col(Rouge1Diff, Float64),
	col(Rouge2Max, Float64),
	col(Rouge2Acc, Int32),
	col(Rouge2Diff, Float64),
	col(RougeLMax, Float64),
	col(RougeLAcc, Int32),
	col(RougeLDiff, Float64),

	col(Error, Text),
	col(Excluded, Bool),
), nil)

// Rejects is the schema of the rows for records that could not be scored. raw
// is BLOB because what is wrong with a record may be its encoding.
var Rejects = arrow.NewSchema([]arrow.Field{
	required(Source, Text),
	required(SourcePartition, Int32),
	required(SourceOffset, Int64),
	col(EventTime, Timestamp),
	col(RejectField, Text),
	required(Reason, Text),
	col(Raw, Blob),
}, nil)

// ScoredField returns the field of the scored schema with that name.
func ScoredField(name string) (arrow.Field, bool) {
	f, ok := Scored.FieldsByName(name)
	if !ok {
		return arrow.Field{}, false
	}
	return f[0], true
}
