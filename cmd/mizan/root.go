package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "mizan",
		Short: "Score streams and archives of language-model generations into Parquet",
		Long: `mizan reads generation records from Kafka, Parquet or JSON Lines, scores them
(IFEval, Arabic IFEval, TruthfulQA-Multi, language and repetition checks) and
writes Hive-partitioned Parquet that DuckDB and warehouses query as it is.
Every record lands exactly once: as a scored row, or as a reject with its reason.

Start with:  mizan demo

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 done with rejects
(with --fail-on-reject).`,
		Example: `  mizan demo
  mizan score generations.jsonl.gz -o out
  mizan run -c mizan.yaml
  mizan report out`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("mizan {{.Version}}\n")
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
			wanted := "no arguments"
			if len(names) > 0 {
				wanted = strings.Join(names, " ")
			}
			return usagef("%s takes %s, got %s; see %s --help", cmd.CommandPath(), wanted, counted(int64(len(args)), "argument"), cmd.CommandPath())
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
