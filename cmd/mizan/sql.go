package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mizan/schemas"
)

func newSQL() *cobra.Command {
	return &cobra.Command{
		Use:     "sql DIR",
		Short:   "Print DuckDB views over an output directory",
		Example: `  duckdb -cmd "$(mizan sql out)" -c "from metrics"`,
		Args:    exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			fmt.Fprint(cmd.OutOrStdout(), schemas.Views(args[0]))
			return nil
		},
	}
}
