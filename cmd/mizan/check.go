package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mizan/operators/task"
	"mizan/pipeline/config"
	"mizan/pipeline/source/kafka"
)

func newCheck() *cobra.Command {
	var path string
	var offline bool
	cmd := &cobra.Command{
		Use:   "check -c FILE",
		Short: "Validate a configuration, print its plans, try the brokers and the output directory",
		Long: `Check validates the configuration and prints the plan of each task: the operators
that its records go through. Unless --offline is given it then makes sure that the
output directory can be written, and asks the brokers for the topics and their
offsets. Nothing is read, nothing is scored.`,
		Example: `  mizan check -c mizan.yaml
  mizan check -c mizan.yaml --offline`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if path == "" {
				return usagef("check needs a configuration: -c FILE")
			}
			c, err := config.Load(path)
			if err != nil {
				return usage(err)
			}
			return check(cmd.Context(), cmd.OutOrStdout(), &c, offline)
		},
	}
	cmd.Flags().StringVarP(&path, "config", "c", "", "the configuration file")
	cmd.Flags().BoolVar(&offline, "offline", false, "do not try the brokers or the output directory")
	return cmd
}

// check goes from what is cheap to what needs the environment.
func check(ctx context.Context, w io.Writer, c *config.Config, offline bool) error {
	p, err := plans(c)
	if err != nil {
		return usage(err)
	}
	if _, err := codecOptions(c, p); err != nil {
		return err
	}
	fmt.Fprintln(w, "configuration: good")
	explainPlans(w, p)
	if offline {
		return nil
	}
	if c.Output.Dir != "" {
		s, err := openSink(c, p)
		if err != nil {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		fmt.Fprintf(w, "output: %s is writable\n", c.Output.Dir)
	}
	if len(c.Kafka.Brokers) == 0 {
		return nil
	}
	o, err := kafkaOptions(c, newLogger(c.Observe))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return checkBrokers(ctx, w, o)
}

func explainPlans(w io.Writer, p *task.Plans) {
	fmt.Fprintf(w, "plans (%s):\n", p.Hash())
	for _, t := range p.Table().Tasks() {
		var steps []string
		for _, op := range p.Chain(t.Name) {
			steps = append(steps, op.Name())
		}
		fmt.Fprintf(w, "  %-38s %s\n", t.Name, strings.Join(steps, " -> "))
	}
}

func checkBrokers(ctx context.Context, w io.Writer, o kafka.Options) error {
	topics, err := kafka.Describe(ctx, o)
	if err != nil {
		return err
	}
	for _, t := range topics {
		fmt.Fprintf(w, "topic %s: %s\n", t.Topic, counted(int64(len(t.Partitions)), "partition"))
		for _, p := range t.Partitions {
			fmt.Fprintf(w, "  %d at %s: offsets %d to %d\n", p.ID, p.Leader, p.First, p.End)
		}
	}
	return nil
}
