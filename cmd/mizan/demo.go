package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"mizan/examples"
	"mizan/operators/task"
	"mizan/pipeline/config"
	"mizan/pipeline/embedded"
	"mizan/pipeline/report"
	"mizan/pipeline/sink"
)

const (
	demoTopic      = "generations"
	demoPartitions = 4
)

func newDemo() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run the whole stage on an embedded broker and bundled records: nothing to install",
		Long: `Demo starts a Kafka-protocol broker inside the process, produces the bundled sample
records (English and Arabic; clean, looping, mixed-script, with thinking blocks; five
broken ones), runs the same stage as mizan run, proves the output whole, and prints
the report and a DuckDB query to try.`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return demo(cmd.Context(), cmd.OutOrStdout(), dir)
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "demo-out", "the output directory; an earlier demo's is replaced")
	return cmd
}

func demo(ctx context.Context, w io.Writer, dir string) error {
	start := time.Now()
	if err := clearDemo(dir); err != nil {
		return err
	}
	broker, err := embedded.Start(embedded.Options{})
	if err != nil {
		return err
	}
	defer broker.Close()
	n, err := produceSample(ctx, broker)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "produced %s to topic %q (%d partitions) of an embedded broker at %s\n\n", counted(n, "record"), demoTopic, demoPartitions, broker.Addrs()[0])

	c := config.Default()
	c.Kafka.Brokers, c.Kafka.Topics = broker.Addrs(), []string{demoTopic}
	c.Output.Dir = dir
	c.Observe.LogLevel = "warn"
	st, err := runStream(ctx, &c, true, newLogger(c.Observe))
	if err != nil {
		return err
	}
	printStats(w, st, dir)
	v, err := sink.Verify(dir)
	if err != nil {
		return err
	}
	if !v.OK() {
		return fmt.Errorf("the output is not whole:\n%s", v)
	}
	fmt.Fprintf(w, "verified: every offset is there exactly once\n\n")
	t, err := task.NewTable(nil)
	if err != nil {
		return err
	}
	r, err := report.Read(dir, t, report.Filter{})
	if err != nil {
		return err
	}
	r.Table(w, false)
	fmt.Fprintf(w, `
The rows are in %[1]s/scored, the rejects with their raw bytes in %[1]s/rejects
(%.1f s in all). Try in DuckDB:

  duckdb -c "select task, gate_reason, count(*) as rows, avg(prompt_strict::int) as prompt_strict
             from read_parquet('%[1]s/scored/**/*.parquet', hive_partitioning = true)
             group by all order by all"

or ready-made views:  duckdb -cmd "$(mizan sql %[1]s)" -c "from metrics"
`, dir, time.Since(start).Seconds())
	return nil
}

// clearDemo removes an earlier demo's output, and nothing that is not one.
func clearDemo(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot look into the output directory: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "_mizan")); err != nil {
		return usagef("%q is not empty and no output of mizan; choose another directory with -o", dir)
	}
	for _, part := range []string{"scored", "rejects", "_mizan"} {
		if err := os.RemoveAll(filepath.Join(dir, part)); err != nil {
			return fmt.Errorf("cannot remove the earlier demo: %w", err)
		}
	}
	return nil
}

// produceSample puts the bundled records on the topic, one partition after the
// other, and returns how many they are.
func produceSample(ctx context.Context, b *embedded.Broker) (int64, error) {
	if err := b.CreateTopic(demoTopic, demoPartitions); err != nil {
		return 0, err
	}
	var parts [demoPartitions][]embedded.Record
	lines := examples.Sample()
	// The timestamp stands in for records without an event time: fixed, so that
	// every demo writes the same rows.
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for i, line := range lines {
		p := i % demoPartitions
		parts[p] = append(parts[p], embedded.Record{Value: line, Time: at.Add(time.Duration(i) * time.Second)})
	}
	for p, records := range parts {
		if err := b.Produce(ctx, demoTopic, int32(p), records...); err != nil {
			return 0, err
		}
	}
	return int64(len(lines)), nil
}
