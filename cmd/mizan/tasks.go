package main

import (
	"encoding/json"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	gotext "github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"mizan/operators/task"
	"mizan/pipeline/config"
)

func newTasks() *cobra.Command {
	var tag, configPath string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tasks",
		Short: "List the tasks: preparation, gate, scorer and metrics of each",
		Long: `Tasks prints the table of tasks that a record can name: how its answer is
prepared, which gate judges the answer's language and loops, which scorer judges
it, and the metrics that a report shows. "(gated)" marks tasks that report the
gated metrics under the plain names.`,
		Example: `  mizan tasks
  mizan tasks --tag truthfulqa_multi
  mizan tasks -c mizan.yaml --json`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var extra []task.Task
			if configPath != "" {
				c, err := config.Load(configPath)
				if err != nil {
					return usage(err)
				}
				extra = c.Tasks.Extra
			}
			t, err := task.NewTable(extra)
			if err != nil {
				return usage(err)
			}
			tasks := t.Tasks()
			if tag != "" {
				if tasks = t.Tagged(tag); len(tasks) == 0 {
					return usagef("no task has the tag %q", tag)
				}
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				return enc.Encode(tasks)
			}
			w := table.NewWriter()
			w.SetOutputMirror(cmd.OutOrStdout())
			w.SetStyle(table.StyleLight)
			w.Style().Format.Header = gotext.FormatDefault
			w.AppendHeader(table.Row{"task", "preparation", "gate", "scorer", "metrics"})
			w.SetColumnConfigs([]table.ColumnConfig{{Name: "metrics", WidthMax: 60, WidthMaxEnforcer: gotext.WrapSoft}})
			for _, t := range tasks {
				w.AppendRow(table.Row{t.Name, dash(strings.Join(t.Prepare, ", ")), dash(t.Gate), dash(string(t.Scorer)), metricsText(t)})
			}
			w.Render()
			return nil
		},
	}
	cmd.Flags().StringVar(&tag, "tag", "", "only the tasks with this tag, as the reference harness tags them")
	cmd.Flags().StringVarP(&configPath, "config", "c", "", "a configuration whose own tasks are listed too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func metricsText(t task.Task) string {
	text := strings.Join(t.Metrics, ", ")
	if t.Gated {
		text += " (gated)"
	}
	return dash(text)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
