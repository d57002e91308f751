package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"mizan/pipeline/embedded"
)

// TestInterruptedAtRandom ends runs over files and over the embedded broker at
// random moments, by SIGINT, SIGTERM, SIGTERM twice and SIGKILL, and starts them
// again until they are done: every row is there once.
func TestInterruptedAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	const n, partitions = 30000, 3
	record := func(i int) string {
		value := fmt.Sprintf(`{"record_id":"r-%d","model":"m","task":"ifeval_langcheck","event_time":"2026-11-%02dT10:00:00Z",`+
			`"response":"Answer number %d without the sign.","instruction_id_list":["punctuation:no_comma"],"kwargs":[{}]}`, i, 28+i%3, i)
		if i%97 == 0 {
			value = value[:len(value)/2]
		}
		return value
	}
	file := filepath.Join(t.TempDir(), "in.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	broker, err := embedded.Start(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(broker.Close)
	if err := broker.CreateTopic("gen", partitions); err != nil {
		t.Fatal(err)
	}
	batches := make([][]embedded.Record, partitions)
	for i := range n {
		fmt.Fprintln(f, record(i))
		batches[i%partitions] = append(batches[i%partitions], embedded.Record{Value: []byte(record(i))})
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for p, b := range batches {
		if err := broker.Produce(context.Background(), "gen", int32(p), b...); err != nil {
			t.Fatal(err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	for _, c := range []struct {
		name       string
		partitions int
		rounds     int
		most       time.Duration // of a run before it is ended
		args       func(out string) []string
	}{
		{"files", 1, 12, 500 * time.Millisecond, func(out string) []string {
			config := filepath.Join(t.TempDir(), "mizan.yaml")
			if err := os.WriteFile(config, []byte("slice: {max_rows: 1000}\nbatch: {max_rows: 256}\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			return []string{"score", file, "-o", out, "-c", config, "-q"}
		}},
		{"kafka", partitions, 6, 3 * time.Second, func(out string) []string {
			return []string{"run", "-c", runConfig(t, broker.Addrs()[0], "gen", out), "--until-end"}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			out := t.TempDir()
			args := c.args(out)
			for round := 0; ; round++ {
				w := startWorker(t, args...)
				if round < c.rounds {
					time.Sleep(time.Duration(rng.Int64N(int64(c.most))))
					switch rng.IntN(4) {
					case 0:
						w.cmd.Process.Signal(syscall.SIGINT)
					case 1:
						w.cmd.Process.Signal(syscall.SIGTERM)
					case 2:
						w.cmd.Process.Signal(syscall.SIGTERM)
						time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
						w.cmd.Process.Signal(syscall.SIGTERM)
					case 3:
						w.cmd.Process.Kill()
					}
				}
				select {
				case err := <-w.done:
					if err == nil && round >= c.rounds {
						wantEachOffsetOnce(t, out, c.partitions, n/int64(c.partitions))
						return
					}
				case <-time.After(2 * time.Minute): // a group waits for members that were killed
					t.Fatalf("round %d hangs\n%s", round, w.stderr.String())
				}
				if round > 20 {
					t.Fatalf("it never ends well\n%s", w.stderr.String())
				}
			}
		})
	}
}
