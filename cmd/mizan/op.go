package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"mizan/internal/nearest"
	"mizan/operators/primitive"
)

func newOp() *cobra.Command {
	return &cobra.Command{
		Use:   "op [NAME]",
		Short: "Try one text operator on texts from stdin; without a NAME, list the operators",
		Long: `Op reads one {"text": ...} a line from stdin and prints one {"result": ...} a line,
in order: to try an operator on a text, and for checks from outside.`,
		Example: `  mizan op
  echo '{"text": "<think>hm</think>Yes."}' | mizan op strip_thinking`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%s takes one NAME, got %d; see %s --help", cmd.CommandPath(), len(args), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, name := range primitive.Names() {
					fmt.Fprintln(cmd.OutOrStdout(), name)
				}
				return nil
			}
			return runOp(args[0], cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

func runOp(name string, in io.Reader, out io.Writer) error {
	known := primitive.Names()
	if !slices.Contains(known, name) {
		return usagef("unknown operator %q%s", name, nearest.Hint(name, known))
	}
	r := bufio.NewReaderSize(in, 1<<20)
	w := bufio.NewWriter(out)
	defer w.Flush()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for line := 1; ; line++ {
		data, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("cannot read stdin: %w", err)
		}
		if len(bytes.TrimSpace(data)) > 0 {
			var rec struct {
				Text *string `json:"text"`
			}
			if jerr := json.Unmarshal(data, &rec); jerr != nil || rec.Text == nil {
				return fmt.Errorf("stdin line %d is no {\"text\": ...} object: %v", line, jerr)
			}
			result, rerr := primitive.Run(name, *rec.Text)
			if rerr != nil {
				return fmt.Errorf("stdin line %d: %w", line, rerr)
			}
			if werr := enc.Encode(map[string]any{"result": result}); werr != nil {
				return werr
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}
