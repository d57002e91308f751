package main

import (
	"github.com/spf13/cobra"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mizan",
		Short: "Score streams and archives of language-model generations into Parquet",
		Long: `mizan reads generation records from Kafka, Parquet or JSON Lines, scores them
(IFEval, Arabic IFEval, TruthfulQA-Multi, language and repetition checks) and
writes Hive-partitioned Parquet that DuckDB and warehouses query as it is.
Every offset lands exactly once: as a scored row or as a reject with its reason.

Start with:  mizan demo`,
		Example: `  mizan demo
  mizan score generations.jsonl.gz -o out
  mizan run -c mizan.yaml
  mizan report out`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w; see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(
		newDemo(), newRun(), newScore(), newReport(), newCheck(), newVerify(),
		newExplain(), newTasks(), newOp(), newSQL(), newVersion(),
	)
	return root
}

// exactly is cobra.ExactArgs with an error of usage that names what is missing.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return usagef("%s takes %d argument(s) %q, got %d; see %s --help", cmd.CommandPath(), len(names), names, len(args), cmd.CommandPath())
		}
		return nil
	}
}

// atLeastOne is cobra.MinimumNArgs(1) with an error of usage.
func atLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s needs at least one %s; see %s --help", cmd.CommandPath(), name, cmd.CommandPath())
		}
		return nil
	}
}
