package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
records (two models, English and Arabic and three more languages; clean, looping,
mixed-script, with thinking blocks; five broken ones), runs the same stage as
mizan run, proves the output whole, and prints the report and what to try next.
It takes a few seconds and needs no other software.`,
		Example: `  mizan demo
  mizan demo -o /tmp/mizan-demo`,
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
	fmt.Fprintf(w, "1. An embedded Kafka broker (%s) holds %s in %d partitions of topic %q.\n",
		broker.Addrs()[0], counted(n, "record"), demoPartitions, demoTopic)

	c := config.Default()
	c.Kafka.Brokers, c.Kafka.Topics = broker.Addrs(), []string{demoTopic}
	c.Output.Dir = dir
	c.Observe.LogLevel = "warn"
	st, err := runStream(ctx, &c, true, newLogger(c.Observe))
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("the demo was stopped: %w", err)
	}
	fmt.Fprint(w, "2. The stage has read them: ")
	printStats(w, st, dir)
	v, err := sink.Verify(dir)
	if err != nil {
		return err
	}
	if !v.OK() {
		return fmt.Errorf("the output is not whole:\n%s", v)
	}
	fmt.Fprint(w, "3. Verified from the files alone: every offset is there exactly once.\n\n")
	if err := printDemoReport(w, dir); err != nil {
		return err
	}
	sample, err := writeSample(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nDone in %.1f s.\n%s", time.Since(start).Seconds(), nextSteps(dir, sample))
	return nil
}

func printDemoReport(w io.Writer, dir string) error {
	t, err := task.NewTable(nil)
	if err != nil {
		return err
	}
	r, err := report.Read(dir, t, report.Filter{})
	if err != nil {
		return err
	}
	r.Table(w, false)
	return nil
}

// nextSteps says where the rows are and what to do with them. The commands can
// be pasted as they stand.
func nextSteps(dir, sample string) string {
	// A binary that was called by a path is probably not found without.
	self := "mizan"
	if strings.ContainsRune(os.Args[0], filepath.Separator) && filepath.Base(os.Args[0]) == self {
		self = os.Args[0]
	}
	return fmt.Sprintf(`
The output:
  %[1]s/scored        one row per scored record, Parquet by task and date
  %[1]s/rejects       the broken records: raw bytes, where they stood, what is wrong
  %[1]s/_mizan        the commit log
  %[1]s/sample.jsonl  the records that went in

Try:
  %[2]s explain %[3]s %[4]s
  %[2]s report %[1]s --instructions --model cedar-8b
  %[2]s verify %[1]s

With DuckDB:
  duckdb -c "select model, task, gate_reason, count(*) as records
             from read_parquet('%[1]s/scored/**/*.parquet', hive_partitioning = true)
             where not gate_pass group by all order by all"
  duckdb -cmd "$(%[2]s sql %[1]s)" -c "select model, task, records, prompt_level_strict_acc, language_check_acc from metrics"
`, dir, self, sample, demoRecord)
}

// demoRecord is a record of the sample that is worth explaining: the strict
// verdict and the loose one differ.
const demoRecord = "r-0004"

// sampleName is the sample's file in the output directory.
const sampleName = "sample.jsonl"

// writeSample puts the sample beside the output, for a binary without its
// repository.
func writeSample(dir string) (path string, err error) {
	path = filepath.Join(dir, sampleName)
	if err := os.WriteFile(path, examples.SampleFile(), 0o666); err != nil {
		return "", fmt.Errorf("cannot write the sample records: %w", err)
	}
	return path, nil
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
	for _, part := range []string{"scored", "rejects", "_mizan", sampleName} {
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
