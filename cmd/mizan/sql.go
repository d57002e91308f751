package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mizan/schemas"
)

func newSQL() *cobra.Command {
	return &cobra.Command{
		Use:   "sql DIR",
		Short: "Print DuckDB views over an output directory",
		Long: `Sql prints the statements that make four DuckDB views over an output directory:
scored (one row per record), rejects, instructions (one row per instruction of a
record) and metrics (per run, model and task). Nothing is read or written.`,
		Example: `  duckdb -cmd "$(mizan sql out)" -c "select model, task, records, prompt_level_strict_acc from metrics"`,
		Args:    exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			fmt.Fprint(cmd.OutOrStdout(), schemas.Views(args[0]))
			return nil
		},
	}
}
