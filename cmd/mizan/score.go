package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mizan/pipeline"
	"mizan/pipeline/codec"
	"mizan/pipeline/config"
	"mizan/pipeline/source/file"
)

// scoreFlags are the flags of score that are no configuration.
type scoreFlags struct {
	config       string
	to           string
	rejects      string
	failOnReject bool
	quiet        bool
	name         string
}

func newScore() *cobra.Command {
	var f scoreFlags
	set := config.Default()
	cmd := &cobra.Command{
		Use:   "score FILE...",
		Short: "Score files: JSON Lines (plain, .gz, .zst), Parquet, lm-eval sample logs, - for stdin",
		Long: `Score reads the files one after the other and writes the scored rows as Parquet
below the output directory, or with --to jsonl as JSON Lines to stdout, in input
order. Files are told by their content, not by their names.

A run into a directory can be stopped and started again: what is committed is not
scored a second time. To score a file again, with another configuration say, use
another directory.`,
		Example: `  mizan score samples.jsonl.gz -o out
  mizan score archive/*.parquet -o out --task ifeval_langcheck --prompts ifeval_input.jsonl
  zcat generations.jsonl.gz | mizan score - --to jsonl | jq .prompt_strict`,
		Args: atLeastOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := config.Default()
			if f.config != "" {
				var err error
				if c, err = config.Load(f.config); err != nil {
					return usage(err)
				}
			}
			overrideConfig(cmd, &c, &set)
			return score(cmd.Context(), &c, &f, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.config, "config", "c", "", "a configuration file; flags override it")
	fl.StringVarP(&set.Output.Dir, "output", "o", "", "the output directory")
	fl.StringVar(&f.to, "to", "parquet", "parquet, or jsonl: one JSON object a row to stdout")
	fl.StringVar(&f.rejects, "rejects", "", "with --to jsonl: a file for the rejects, instead of stderr")
	fl.StringVar(&set.Input.DefaultTask, "task", "", "the task of records that name none")
	fl.StringVar(&set.Input.DefaultModel, "model", "", "the model of records that name none")
	fl.StringVar(&set.Input.DefaultRunID, "run-id", "", "the run id of records that name none")
	fl.StringVar(&set.Input.Format, "format", "auto", "auto, canonical or lm_eval")
	fl.StringArrayVar(&set.Input.Prompts, "prompts", nil, "a prompt set (JSON Lines or Parquet) that completes records without instruction lists or references; may be repeated")
	fl.BoolVar(&set.Tasks.Rouge, "rouge", false, "add the ROUGE columns to the truthfulness generation tasks")
	fl.BoolVar(&set.Tasks.ApplyStops, "apply-stops", false, "cut the answers of the truthfulness generation tasks before their first stop sequence: for raw generations")
	fl.StringSliceVar(&set.Output.PartitionBy, "partition-by", []string{"task", "date"}, "the partition columns")
	fl.IntVar(&set.Workers, "workers", 0, "goroutines that score; 0 for one per core")
	fl.StringVar(&f.name, "name", "", "with stdin: a name for the stream, so that a second run of it goes on where the first stopped (default: each run is an input of its own)")
	fl.BoolVar(&f.failOnReject, "fail-on-reject", false, "exit with 3 if a record was rejected")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no summary")
	return cmd
}

// overrideConfig copies the flags that were given over the configuration.
func overrideConfig(cmd *cobra.Command, c, set *config.Config) {
	given := cmd.Flags().Changed
	for _, o := range []struct {
		flag string
		copy func()
	}{
		{"output", func() { c.Output.Dir = set.Output.Dir }},
		{"task", func() { c.Input.DefaultTask = set.Input.DefaultTask }},
		{"model", func() { c.Input.DefaultModel = set.Input.DefaultModel }},
		{"run-id", func() { c.Input.DefaultRunID = set.Input.DefaultRunID }},
		{"format", func() { c.Input.Format = set.Input.Format }},
		{"prompts", func() { c.Input.Prompts = set.Input.Prompts }},
		{"apply-stops", func() { c.Tasks.ApplyStops = set.Tasks.ApplyStops }},
		{"rouge", func() { c.Tasks.Rouge = set.Tasks.Rouge }},
		{"partition-by", func() { c.Output.PartitionBy = set.Output.PartitionBy }},
		{"workers", func() { c.Workers = set.Workers }},
	} {
		if given(o.flag) {
			o.copy()
		}
	}
}

func score(ctx context.Context, c *config.Config, f *scoreFlags, paths []string) (err error) {
	if !slices.Contains([]string{"parquet", "jsonl"}, f.to) {
		return usagef("--to is %q, must be parquet or jsonl", f.to)
	}
	if err := c.Validate(); err != nil {
		return usage(err)
	}
	p, err := plans(c)
	if err != nil {
		return usage(err)
	}
	co, err := codecOptions(c, p)
	if err != nil {
		return err
	}
	var out pipeline.Output
	var logs []string // of the output directory, as earlier runs left it
	if f.to == "jsonl" {
		rejects, closeRejects, err := rejectsWriter(f.rejects)
		if err != nil {
			return err
		}
		defer closeRejects()
		out = pipeline.JSONLines(os.Stdout, rejects)
		c.Output.Dir = ""
	} else {
		s, err := openSink(c, p)
		if err != nil {
			return err
		}
		if logs, err = s.LogNames(); err != nil {
			return err
		}
		out = pipeline.Parquet(s)
	}
	if f.name == "" {
		f.name = unnamedStdin(c.Output.Dir)
	}
	stage := newStage(c, p, co, out, newLogger(c.Observe))
	defer func() { err = errors.Join(err, stage.Close()) }()
	failed := scoreFiles(ctx, stage, f, paths, co, logs)
	st := stage.Stats()
	if !f.quiet {
		printStats(os.Stderr, st, c.Output.Dir)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("stopped; the same command goes on from here: %w", ctx.Err())
	}
	if failed > 0 {
		return fmt.Errorf("%s of %d failed", counted(int64(failed), "file"), len(paths))
	}
	return rejectExit(f.failOnReject, st)
}

// scoreFiles scores the files in order. A file at fault is told on stderr and
// the others are scored all the same.
func scoreFiles(ctx context.Context, stage *pipeline.Stage, f *scoreFlags, paths []string, co codec.Options, logs []string) (failed int) {
	bar := newProgress(f.quiet, paths)
	defer bar.finish()
	for _, path := range paths {
		if ctx.Err() != nil {
			return failed
		}
		if err := scoreFile(ctx, stage, f, path, co, logs, bar); err != nil && ctx.Err() == nil {
			failed++
			bar.note("mizan: %v", naming(path, err))
		}
	}
	return failed
}

// naming makes sure that the error names the file.
func naming(path string, err error) error {
	if strings.Contains(err.Error(), strconv.Quote(path)) {
		return err
	}
	return fmt.Errorf("cannot score %q: %w", path, err)
}

func scoreFile(ctx context.Context, stage *pipeline.Stage, f *scoreFlags, path string, co codec.Options, logs []string, bar *progress) error {
	name := f.name
	if path != "-" && f.to != "jsonl" { // what is printed has no log, and pipes no identity
		var err error
		if name, err = file.Identity(path); err != nil {
			return err
		}
		if slices.ContainsFunc(logs, func(log string) bool { return file.SamePath(log, name) }) && !slices.Contains(logs, name) {
			bar.note("%s: has changed since an earlier run scored it; its rows of then stay in the output beside the new ones: "+
				"use another directory to have the new ones alone", path)
		}
	}
	r, err := file.Open(path, file.Options{Codec: co})
	if err != nil {
		return err
	}
	res, err := stage.ScoreFile(ctx, name, path, bar.watch(r))
	if err == nil && res.Skipped > 0 && res.Rows == 0 {
		bar.note("%s: all %s scored by an earlier run", path, counted(res.Skipped, "row"))
	} else if res.Skipped > 0 {
		bar.note("%s: %s scored by an earlier run were skipped", path, counted(res.Skipped, "row"))
	}
	return err
}

// unnamedStdin is a name for standard input that the output directory has no log
// of yet. Nothing tells that two streams without a name are the same one: to skip
// the rows of the second that the first had would lose them.
func unnamedStdin(dir string) string {
	name := "stdin"
	for n := 2; ; n++ {
		if _, err := os.Stat(filepath.Join(dir, "_mizan", "commits", name)); err != nil {
			return name
		}
		name = fmt.Sprintf("stdin-%d", n)
	}
}

// rejectsWriter opens the file for rejects; stderr where there is no name.
func rejectsWriter(path string) (io.Writer, func() error, error) {
	if path == "" {
		return os.Stderr, func() error { return nil }, nil
	}
	f, err := os.Create(filepath.Clean(path))
	if err != nil {
		return nil, nil, fmt.Errorf("cannot create the rejects file: %w", err)
	}
	return f, f.Close, nil
}
