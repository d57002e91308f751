package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"mizan/operators/task"
	"mizan/pipeline/config"
	"mizan/pipeline/report"
)

func newReport() *cobra.Command {
	var format, configPath, results string
	var filter report.Filter
	var perInstruction bool
	formats := []string{"table", "json", "csv", "html"}
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Metrics per model, run and task of an output directory",
		Long: `Report reads the scored files of an output directory and prints the metrics of each
task, with standard errors, gate reasons and rejects. The JSON has the results layout of
lm-evaluation-harness ("prompt_level_strict_acc,none"); --results writes it as that
harness does: one results file per model and run, below a folder per model.`,
		Example: `  mizan report out
  mizan report out --instructions --model my-model
  mizan report out --format html > report.html
  mizan report out --results results/`,
		Args: exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(formats, format) {
				return usagef("--format is %q, must be one of %q", format, formats)
			}
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
			r, err := report.Read(args[0], t, filter)
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			if format == "csv" || results != "" { // the others print them
				for _, note := range r.Notes {
					fmt.Fprintln(cmd.ErrOrStderr(), "mizan: "+note)
				}
			}
			if results != "" {
				paths, err := r.WriteResults(results)
				for _, path := range paths {
					fmt.Fprintln(w, path)
				}
				return err
			}
			switch format {
			case "json":
				return r.JSON(w)
			case "csv":
				return r.CSV(w, perInstruction)
			case "html":
				return r.HTML(w)
			}
			r.Table(w, perInstruction)
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&format, "format", "table", "table, json, csv or html")
	fl.StringVar(&results, "results", "", "write results files as lm-evaluation-harness lays them out below this folder")
	fl.BoolVar(&perInstruction, "instructions", false, "add the accuracy of each instruction id (table and csv; json and html have it always)")
	fl.StringVar(&filter.Model, "model", "", "only this model")
	fl.StringVar(&filter.Task, "task", "", "only this task")
	fl.StringVar(&filter.RunID, "run-id", "", "only this run")
	fl.StringVarP(&configPath, "config", "c", "", "the configuration, where it adds tasks")
	return cmd
}
