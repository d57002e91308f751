package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"mizan/pipeline/sink"
)

func newVerify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Prove from footers and commit records: no gap, no overlap, in = scored + rejected",
		Long: `Verify reads the commit records and the footers of an output directory, without a
broker, and proves that the slices of each partition follow each other without gap
or overlap, that each committed file is there with the size, the rows and the
checksum it was committed with, and that no file is there that nobody committed.
It exits with 1 if anything is wrong.`,
		Example: `  mizan verify out
  mizan verify out --json | jq .problems`,
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := sink.Verify(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				if err := enc.Encode(r); err != nil {
					return err
				}
			} else {
				fmt.Fprint(cmd.OutOrStdout(), r.String())
			}
			if !r.OK() {
				return fmt.Errorf("%q is not whole: see above", args[0])
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
