package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"mizan/internal/duck"
	"mizan/internal/kafkatest"
	"mizan/pipeline/sink"
)

// binary builds mizan once and returns the path of it.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "mizan-test-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "mizan")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build mizan: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// worker is a running mizan process.
type worker struct {
	cmd    *exec.Cmd
	stderr bytes.Buffer
	done   chan error
}

func startWorker(t *testing.T, args ...string) *worker {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{cmd: exec.Command(path, args...), done: make(chan error, 1)}
	w.cmd.Stderr = &w.stderr
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { w.done <- w.cmd.Wait() }()
	t.Cleanup(func() {
		w.cmd.Process.Kill()
		if t.Failed() {
			t.Logf("worker %d:\n%s", w.cmd.Process.Pid, w.stderr.String())
		}
	})
	return w
}

// stop asks the worker to stop and waits: it must end with exit code 0.
func (w *worker) stop(t *testing.T) {
	t.Helper()
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-w.done:
		if err != nil {
			t.Errorf("the worker did not stop well: %v\n%s", err, w.stderr.String())
		}
	case <-time.After(60 * time.Second):
		t.Errorf("the worker did not stop within a minute\n%s", w.stderr.String())
	}
}

// kill ends the worker as a crash does.
func (w *worker) kill(t *testing.T) {
	t.Helper()
	if err := w.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-w.done
}

// runConfig writes a configuration for small, frequent slices.
func runConfig(t *testing.T, broker, topic, out string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mizan.yaml")
	text := fmt.Sprintf(`
kafka:
  brokers: [%q]
  topics: [%q]
  group: mizan-test
  session_timeout: 6s
  heartbeat_interval: 1s
  rebalance_timeout: 20s
slice: {max_rows: 800, max_age: 1s}
output: {dir: %q}
`, broker, topic, out)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// produce puts n records on the topic's partitions in turn, compressed by zstd.
// Every 97th is broken and belongs to the rejects.
func produce(t *testing.T, c *kafkatest.Cluster, topic string, partitions, from, n int) {
	t.Helper()
	client := c.Client(
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.ProducerBatchCompression(kgo.ZstdCompression()),
		kgo.ProducerLinger(5*time.Millisecond),
	)
	var records []*kgo.Record
	for i := from; i < from+n; i++ {
		value := fmt.Sprintf(`{"record_id":"r-%d","model":"m","task":"ifeval_langcheck","doc_id":%d,"event_time":"2026-11-%02dT10:00:00Z",`+
			`"response":"Answer number %d without the sign that is forbidden here.","instruction_id_list":["punctuation:no_comma"],"kwargs":[{}]}`, i, i, 28+i%3, i)
		if i%97 == 0 {
			value = value[:len(value)/2]
		}
		records = append(records, &kgo.Record{Topic: topic, Partition: int32(i % partitions), Value: []byte(value)})
	}
	if err := client.ProduceSync(context.Background(), records...).FirstErr(); err != nil {
		t.Fatal(err)
	}
}

// hasParquet says whether a file has been published below root: its directory is made before.
func hasParquet(root string) (found bool) {
	_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		found = found || err == nil && filepath.Ext(path) == ".parquet"
		return nil
	})
	return found
}

func rowsBelow(t *testing.T, root string) int64 {
	t.Helper()
	if !hasParquet(root) { // which DuckDB would not forgive
		return 0
	}
	return duck.One(t, fmt.Sprintf("select count(*) from read_parquet('%s/**/*.parquet')", root)).(int64)
}

// TestKillOneOfTwoWorkers is the promise of exactly once, against Apache Kafka:
// two workers of one group, one killed by SIGKILL in the middle and started
// again, more records while the group rebalances. Every offset is there exactly
// once, and readers see whole files at any time.
func TestKillOneOfTwoWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Apache Kafka")
	}
	cluster := kafkatest.Start(t)
	const topic, partitions, first, second = "generations", 4, 20000, 2000
	cluster.CreateTopic(topic, partitions)
	produce(t, cluster, topic, partitions, 0, first)

	out := t.TempDir()
	config := runConfig(t, cluster.Addr(), topic, out)
	a := startWorker(t, "run", "-c", config)
	b := startWorker(t, "run", "-c", config)
	waitFor(t, "some slices", func() bool { return commits(out) >= 6 })
	a.kill(t)
	a = startWorker(t, "run", "-c", config)
	produce(t, cluster, topic, partitions, first, second)

	var seen int64
	total := func() int64 {
		n := rowsBelow(t, filepath.Join(out, "scored")) + rowsBelow(t, filepath.Join(out, "rejects"))
		if n < seen {
			t.Fatalf("a reader saw %d rows after it had seen %d", n, seen)
		}
		seen = n
		return n
	}
	waitFor(t, "all rows", func() bool { return total() >= first+second })
	a.stop(t)
	b.stop(t)

	rows := duck.Query(t, fmt.Sprintf(`
		with rows as (
			select source_partition as p, source_offset as o from read_parquet('%[1]s/scored/**/*.parquet')
			union all
			select source_partition, source_offset from read_parquet('%[1]s/rejects/**/*.parquet'))
		select p, count(*), count(distinct o), min(o), max(o) from rows group by p order by p`, out))
	if len(rows) != partitions {
		t.Fatalf("rows of %d partitions, want %d", len(rows), partitions)
	}
	const each = int64((first + second) / partitions)
	for _, r := range rows {
		if r[1] != each || r[2] != each || r[3] != int64(0) || r[4] != each-1 {
			t.Errorf("partition %v: %v rows, %v offsets from %v to %v, want each of 0 to %d once", r[0], r[1], r[2], r[3], r[4], each-1)
		}
	}
	if n := rowsBelow(t, filepath.Join(out, "rejects")); n != (first+second+96)/97 {
		t.Errorf("%d rejects, want %d", n, (first+second+96)/97)
	}
	v, err := sink.Verify(out)
	if err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
}

// TestBrokerRestart stops the broker under a running worker: it must wait and go
// on, and nothing is lost.
func TestBrokerRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Apache Kafka")
	}
	cluster := kafkatest.Start(t)
	const topic, partitions, each = "restart", 2, 1000
	cluster.CreateTopic(topic, partitions)
	produce(t, cluster, topic, partitions, 0, each)
	out := t.TempDir()
	w := startWorker(t, "run", "-c", runConfig(t, cluster.Addr(), topic, out))
	total := func() int64 {
		return rowsBelow(t, filepath.Join(out, "scored")) + rowsBelow(t, filepath.Join(out, "rejects"))
	}
	waitFor(t, "the first rows", func() bool { return total() == each })
	cluster.Stop()
	time.Sleep(2 * time.Second)
	cluster.Start()
	produce(t, cluster, topic, partitions, each, each)
	waitFor(t, "the rows after the restart", func() bool { return total() == 2*each })
	w.stop(t)
	if v, err := sink.Verify(out); err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
}

// commits counts the commit records below an output directory.
func commits(out string) int {
	paths, _ := filepath.Glob(filepath.Join(out, "_mizan", "commits", "*", "*", "*.json"))
	return len(paths)
}

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline := time.Now().Add(120 * time.Second)
	for !done() {
		if time.Now().After(deadline) {
			t.Fatalf("no %s within two minutes", what)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func TestUnknownCommand(t *testing.T) {
	if code := run(context.Background(), []string{"scroe"}); code != exitUsage && code != exitFailed {
		t.Errorf("exit code %d", code)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"score"}, {"score", "--nope", "x"}, {"run"}, {"run", "-c", "/no/such/file"},
		{"report"}, {"report", "a", "b"}, {"verify"}, {"explain", "x"}, {"op", "nope"}, {"tasks", "--tag", "nope"},
		{"score", "x", "--to", "csv"}, {"report", ".", "--format", "pdf"},
	} {
		if code := run(context.Background(), args); code != exitUsage {
			t.Errorf("mizan %s: exit code %d, want %d", strings.Join(args, " "), code, exitUsage)
		}
	}
}
