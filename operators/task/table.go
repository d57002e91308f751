package task

import "slices"

// Metric names, as the reference harness reports them.
const (
	PromptStrict       = "prompt_level_strict_acc"
	InstStrict         = "inst_level_strict_acc"
	PromptLoose        = "prompt_level_loose_acc"
	InstLoose          = "inst_level_loose_acc"
	PromptStrictGated  = "prompt_level_strict_langcheck_acc"
	InstStrictGated    = "inst_level_strict_langcheck_acc"
	PromptLooseGated   = "prompt_level_loose_langcheck_acc"
	InstLooseGated     = "inst_level_loose_langcheck_acc"
	LanguageCheck      = "language_check_acc"
	Acc                = "acc"
	truthfulQATag      = "truthfulqa-multi" // of the multiple-choice definitions
	truthfulQAGenTag   = "truthfulqa_multi" // of the generation definitions
	truthfulQADocument = "truthfulqa-multi-documented"
)

var (
	stripped = []string{StripThinking}
	cleaned  = []string{StripThinking, Clean}

	fourMetrics = []string{PromptStrict, InstStrict, PromptLoose, InstLoose}
	bleuMetrics = []string{"bleu_max", "bleu_acc", "bleu_diff"}
	// RougeMetrics are reported where rouge is asked for.
	RougeMetrics = []string{
		"rouge1_max", "rouge1_acc", "rouge1_diff",
		"rouge2_max", "rouge2_acc", "rouge2_diff",
		"rougeL_max", "rougeL_acc", "rougeL_diff",
	}
)

// Languages of TruthfulQA-Multi, in the order of its paper's tables.
var truthfulQALanguages = []string{"en", "es", "ca", "eu", "gl"}

// builtin is the task table (seed 000 for IFEval, seed 001 for TruthfulQA).
func builtin() []Task {
	tasks := []Task{
		{
			Name: "ifeval", Tags: []string{"ifeval"}, Prepare: stripped, Scorer: English, Loose: true,
			Version: "4.0",
			Metrics: fourMetrics,
			About:   "English IFEval, no gate",
		},
		{
			Name: "ifeval_langcheck", Tags: []string{"ifeval"}, Prepare: stripped, Gate: "english", Scorer: English, Loose: true, Gated: true,
			Metrics: append(slices.Clone(fourMetrics), LanguageCheck),
			About:   "English IFEval, all four metrics gated by the documented English check",
		},
		{
			Name: "ifeval_langcheck_v4_1", Tags: []string{"ifeval"}, Prepare: cleaned, Gate: "english_v4_1", Scorer: EnglishV41, Loose: true,
			Version: "4.1",
			Metrics: []string{
				PromptStrict, InstStrict, PromptLoose, InstLoose,
				PromptStrictGated, InstStrictGated, PromptLooseGated, InstLooseGated, LanguageCheck,
			},
			About: "English IFEval as shipped in variant 4.1: cleaned answers, four metrics plain and gated",
		},
		{
			Name: "ifeval_arabic_inception_hf", Tags: []string{"ifeval", "arabic"}, Prepare: stripped, Scorer: ArabicHF, Loose: true,
			Version: "4.0",
			Metrics: fourMetrics,
			About:   "Arabic IFEval, HF dialect, no gate",
		},
		{
			Name: "ifeval_arabic_inception_hf_langcheck", Tags: []string{"ifeval", "arabic"}, Prepare: stripped, Gate: "arabic_hf", Scorer: ArabicHF, Loose: true, Gated: true,
			Metrics: append(slices.Clone(fourMetrics), LanguageCheck),
			About:   "Arabic IFEval, HF dialect, gated by the documented Arabic check with the 7% English cap",
		},
		{
			Name: "ifeval_arabic_inception", Tags: []string{"ifeval", "arabic"}, Prepare: cleaned, Gate: "inception", Scorer: ArabicInception,
			Version: "1.0",
			Metrics: []string{PromptStrict, InstStrict, PromptStrictGated, InstStrictGated, LanguageCheck},
			About:   "Arabic IFEval, Inception dialect: cleaned answers, strict only, gated by the record's lang",
		},
	}
	for _, mode := range []struct {
		scorer  Scorer
		tags    []string
		prepare []string
		version string
		metrics []string
		about   string
	}{
		{MC1, []string{truthfulQATag}, nil, "2.0", []string{Acc}, "single true choice by log-likelihood"},
		{MC2, []string{truthfulQATag, truthfulQADocument}, nil, "2.0", []string{Acc}, "normalised probability mass of the true choices"},
		{Gen, []string{truthfulQAGenTag, truthfulQADocument}, stripped, "3.0", bleuMetrics, "generated answer against true and false references"},
	} {
		for _, lang := range truthfulQALanguages {
			tasks = append(tasks, Task{
				Name: "truthfulqa-multi_" + string(mode.scorer) + "_" + lang, Tags: mode.tags, Prepare: mode.prepare, Scorer: mode.scorer,
				Version: mode.version, Metrics: mode.metrics, About: "TruthfulQA-Multi (" + lang + "): " + mode.about,
			})
		}
	}
	return append(tasks, Task{
		Name: "quality", Prepare: cleaned, Gate: "inception",
		Metrics: []string{LanguageCheck},
		About:   "cleaning and a gate alone: repetition and script, by the record's lang",
	})
}
