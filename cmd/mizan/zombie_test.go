package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"mizan/internal/duck"
	"mizan/internal/kafkatest"
	"mizan/pipeline/sink"
)

// signal sends the worker a signal.
func (w *worker) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := w.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// wantEachOffsetOnce asks DuckDB and mizan verify: offsets 0 to each-1 of all
// partitions are there exactly once.
func wantEachOffsetOnce(t *testing.T, out string, partitions int, each int64) {
	t.Helper()
	roots := []string{}
	for _, root := range []string{"scored", "rejects"} {
		if rowsBelow(t, filepath.Join(out, root)) > 0 {
			roots = append(roots, fmt.Sprintf("select source_partition as p, source_offset as o from read_parquet('%s/%s/**/*.parquet')", out, root))
		}
	}
	rows := duck.Query(t, "select p, count(*), count(distinct o), min(o), max(o) from ("+strings.Join(roots, " union all ")+") group by p order by p")
	if len(rows) != partitions {
		t.Errorf("rows of %d partitions, want %d", len(rows), partitions)
	}
	for _, r := range rows {
		if r[1] != each || r[2] != each || r[3] != int64(0) || r[4] != each-1 {
			t.Errorf("partition %v: %v rows, %v offsets from %v to %v, want each of 0 to %d once", r[0], r[1], r[2], r[3], r[4], each-1)
		}
	}
	if v, err := sink.Verify(out); err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
}

// TestStoppedWorkerWakes freezes one of two workers until the group has given its
// partitions away and the other has committed past it, then wakes it, several
// times: what the sleeper still holds must not become rows a second time, and it
// must find back into the group.
func TestStoppedWorkerWakes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Apache Kafka")
	}
	cluster := kafkatest.Start(t)
	const topic, partitions, first, second, rounds = "frozen", 4, 8000, 2000, 2
	cluster.CreateTopic(topic, partitions)
	produce(t, cluster, topic, partitions, 0, first)
	out := t.TempDir()
	config := runConfig(t, cluster.Addr(), topic, out)
	workers := []*worker{startWorker(t, "run", "-c", config), startWorker(t, "run", "-c", config)}
	total := func() int64 {
		return rowsBelow(t, filepath.Join(out, "scored")) + rowsBelow(t, filepath.Join(out, "rejects"))
	}
	waitFor(t, "some slices", func() bool { return commits(out) >= 3 })
	made := int64(first)
	for round := range rounds {
		sleeper := workers[round%len(workers)]
		sleeper.signal(t, syscall.SIGSTOP)
		produce(t, cluster, topic, partitions, int(made), second)
		made += second
		// The other has all partitions and commits what the sleeper had in hand.
		waitFor(t, "all rows from the worker that is awake", func() bool { return total() == made })
		sleeper.signal(t, syscall.SIGCONT)
		time.Sleep(time.Second)
		produce(t, cluster, topic, partitions, int(made), second)
		made += second
		waitFor(t, "all rows after the sleeper woke", func() bool { return total() >= made })
	}
	for _, w := range workers {
		w.stop(t)
	}
	wantEachOffsetOnce(t, out, partitions, made/partitions)
}

// TestTransactions: only the records of committed transactions become rows, also
// where every transaction of a partition was aborted, and nothing is taken for a
// gap.
func TestTransactions(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Apache Kafka")
	}
	cluster := kafkatest.Start(t)
	const topic, partitions = "transactions", 2
	cluster.CreateTopic(topic, partitions)
	client := cluster.Client(
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.TransactionalID("mizan-attack"),
	)
	ctx := context.Background()
	committed := 0
	transaction := func(n int, commit bool, parts int) {
		t.Helper()
		if err := client.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		var records []*kgo.Record
		for i := range n {
			value := fmt.Sprintf(`{"record_id":"committed %v","task":"quality","response":"An answer."}`, commit)
			records = append(records, &kgo.Record{Topic: topic, Partition: int32(i % parts), Value: []byte(value)})
		}
		if err := client.ProduceSync(ctx, records...).FirstErr(); err != nil {
			t.Fatal(err)
		}
		if err := client.EndTransaction(ctx, kgo.TransactionEndTry(commit)); err != nil {
			t.Fatal(err)
		}
		if commit {
			committed += n
		}
	}
	out := t.TempDir()
	config := runConfig(t, cluster.Addr(), topic, out)
	for i := range 30 {
		transaction(50, i%3 == 0, 1+i%2)
	}
	w := startWorker(t, "run", "-c", config)
	rows := func() int64 { return rowsBelow(t, filepath.Join(out, "scored")) }
	waitFor(t, "the committed rows", func() bool { return rows() == int64(committed) })
	for range 10 {
		transaction(50, false, 2)
	}
	transaction(10, true, 2)
	waitFor(t, "the rows behind aborted transactions", func() bool { return rows() == int64(committed) })
	w.stop(t)
	// A second run, bounded, has nothing more to do.
	again := startWorker(t, "run", "-c", config, "--until-end")
	if err := <-again.done; err != nil {
		t.Errorf("the bounded run: %v", err)
	}
	if n := rows(); n != int64(committed) {
		t.Errorf("%d rows, want %d", n, committed)
	}
	if n := duck.One(t, fmt.Sprintf("select count(*) from read_parquet('%s/scored/**/*.parquet') where record_id <> 'committed true'", out)); n != int64(0) {
		t.Errorf("%v rows of aborted transactions", n)
	}
	if v, err := sink.Verify(out); err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
}

// TestTopicMadeAnew deletes the topic under a worker and makes it anew: the worker
// says so and ends, rather than give new records the offsets of old ones.
func TestTopicMadeAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Apache Kafka")
	}
	cluster := kafkatest.Start(t)
	const topic, partitions, each = "anew", 2, 1000
	cluster.CreateTopic(topic, partitions)
	produce(t, cluster, topic, partitions, 0, partitions*each)
	out := t.TempDir()
	config := runConfig(t, cluster.Addr(), topic, out)
	w := startWorker(t, "run", "-c", config)
	total := func() int64 {
		return rowsBelow(t, filepath.Join(out, "scored")) + rowsBelow(t, filepath.Join(out, "rejects"))
	}
	waitFor(t, "all rows", func() bool { return total() == partitions*each })
	cluster.DeleteTopic(topic)
	time.Sleep(3 * time.Second)
	cluster.CreateTopic(topic, partitions)
	// More records than the old topic had: only its id tells it apart.
	produce(t, cluster, topic, partitions, 0, 3*partitions*each)
	select {
	case err := <-w.done:
		text := w.stderr.String()
		if err == nil || !strings.Contains(text, "made anew") {
			t.Errorf("the worker ended with %v and no word on the topic:\n%s", err, text)
		}
	case <-time.After(60 * time.Second):
		t.Errorf("the worker goes on\n%s", w.stderr.String())
	}
	wantEachOffsetOnce(t, out, partitions, each)
	// A new start does not read on either.
	again := startWorker(t, "run", "-c", config)
	select {
	case err := <-again.done:
		if text := again.stderr.String(); err == nil || !strings.Contains(text, "made anew") {
			t.Errorf("the second worker ended with %v:\n%s", err, text)
		}
	case <-time.After(60 * time.Second):
		t.Errorf("the second worker goes on\n%s", again.stderr.String())
	}
	wantEachOffsetOnce(t, out, partitions, each)
	if os.Getenv("ATTACK_SHOW") != "" {
		t.Log(w.stderr.String())
	}
}
