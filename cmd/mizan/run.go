package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"mizan/pipeline"
	"mizan/pipeline/config"
	"mizan/pipeline/observe"
)

func newRun() *cobra.Command {
	var path string
	var untilEnd, failOnReject bool
	cmd := &cobra.Command{
		Use:   "run -c FILE",
		Short: "Run the streaming stage: Kafka topics to Parquet",
		Long: `Run joins the consumer group, scores what the topics hold and what comes, and
writes Parquet slice by slice. The output directory is the truth about progress:
whatever crashes, a restart goes on where the last committed slice ended. Start
more workers with the same configuration to scale out.

SIGTERM and Ctrl-C finish the open slices and exit with 0; a second one ends the
process at once, and still nothing is lost or doubled.`,
		Example: `  mizan run -c mizan.yaml
  mizan run -c mizan.yaml --until-end`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if path == "" {
				return usagef("run needs a configuration: -c FILE; examples/mizan.yaml is a start")
			}
			c, err := config.Load(path)
			if err != nil {
				return usage(err)
			}
			st, err := runStream(cmd.Context(), &c, untilEnd, newLogger(c.Observe))
			if err != nil {
				return err
			}
			printStats(cmd.ErrOrStderr(), st, c.Output.Dir)
			return rejectExit(failOnReject, st)
		},
	}
	cmd.Flags().StringVarP(&path, "config", "c", "", "the configuration file")
	cmd.Flags().BoolVar(&untilEnd, "until-end", false, "stop when every partition is read to the end it had at start")
	cmd.Flags().BoolVar(&failOnReject, "fail-on-reject", false, "exit with 3 if a record was rejected")
	return cmd
}

// runStream runs the streaming stage until ctx ends or, where untilEnd says so,
// until the topics' ends.
func runStream(ctx context.Context, c *config.Config, untilEnd bool, log *slog.Logger) (st pipeline.Stats, err error) {
	ko, err := kafkaOptions(c, log)
	if err != nil {
		return st, err
	}
	ko.UntilEnd = untilEnd
	p, err := plans(c)
	if err != nil {
		return st, usage(err)
	}
	co, err := codecOptions(c, p)
	if err != nil {
		return st, err
	}
	s, err := openSink(c, p)
	if err != nil {
		return st, err
	}
	stage := newStage(c, p, co, pipeline.Parquet(s), log)
	defer func() {
		if cerr := stage.Close(); err == nil {
			err = cerr
		}
	}()
	if c.Observe.Metrics != "" {
		srv, err := observe.Serve(c.Observe.Metrics, stage.Stats)
		if err != nil {
			return st, err
		}
		defer srv.Close()
		log.Info("serving metrics", "address", srv.Addr())
	}
	err = stage.RunKafka(ctx, ko)
	return stage.Stats(), err
}

func printStats(w io.Writer, st pipeline.Stats, dir string) {
	fmt.Fprintf(w, "%s in = %d scored + %d rejected; %s committed",
		counted(st.Scored+st.Rejected, "record"), st.Scored, st.Rejected, counted(st.Slices, "slice"))
	if dir != "" {
		fmt.Fprintf(w, " to %s", dir)
	}
	fmt.Fprintln(w)
	if st.LostOffsets > 0 {
		fmt.Fprintf(w, "%s deleted by the broker before they were read\n", counted(st.LostOffsets, "offset"))
	}
}

func rejectExit(fail bool, st pipeline.Stats) error {
	if fail && st.Rejected > 0 {
		return &exitError{exitRejects, fmt.Errorf("%s rejected (--fail-on-reject)", counted(st.Rejected, "record"))}
	}
	return nil
}
