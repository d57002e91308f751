package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"mizan/operators/text"
	"mizan/schemas"
)

// version is set by the linker: -X main.version=...
var version = "dev"

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of mizan, its schema and its Unicode tables",
		Args:  exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(cmd.OutOrStdout(), "mizan %s (schema %s, Unicode %s, %s, %s/%s)\n",
				version, schemas.Version, text.UnicodeVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
