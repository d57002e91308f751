package pipeline_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/twmb/franz-go/pkg/kgo"

	"mizan/internal/duck"
	"mizan/internal/kafkatest"
	"mizan/pipeline"
	"mizan/pipeline/embedded"
	"mizan/pipeline/reject"
	"mizan/pipeline/sink"
	"mizan/pipeline/source/file"
	"mizan/pipeline/source/kafka"
)

// lines makes n records; every tenth is broken.
func lines(n int) []byte {
	var b strings.Builder
	for i := range n {
		if i%10 == 9 {
			fmt.Fprintf(&b, "{\"task\": \"ifeval\", \"record_id\": \"r-%d\"\n", i)
			continue
		}
		task := []string{"ifeval", "quality", "ifeval_arabic_inception"}[i%3]
		fmt.Fprintf(&b, `{"task":%q,"record_id":"r-%d","response":"Answer %d.","instruction_id_list":["punctuation:no_comma"],"kwargs":[{}],"event_time":"2026-11-30T00:00:00Z"}`+"\n", task, i, i)
	}
	return []byte(b.String())
}

func writeLines(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(path, lines(n), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// faultyOutput fails at the n-th call of one of its methods.
type faultyOutput struct {
	pipeline.Output
	fail string
	at   int

	mu    sync.Mutex
	calls map[string]int
	open  int
	err   error
}

func (o *faultyOutput) call(name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls[name]++
	if name == o.fail && o.calls[name] == o.at {
		return o.err
	}
	return nil
}

func (o *faultyOutput) Resume(string, int32) (int64, bool, error) {
	return 0, false, o.call("resume")
}

func (o *faultyOutput) Begin(sink.SliceID) (pipeline.OutputSlice, error) {
	if err := o.call("begin"); err != nil {
		return nil, err
	}
	o.opened(1)
	return o, nil
}

func (o *faultyOutput) opened(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open += n
}

func (o *faultyOutput) count(name string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.calls[name]
}

func (o *faultyOutput) WriteScored(arrow.Record) error  { return o.call("scored") }
func (o *faultyOutput) WriteRejects([]reject.Row) error { return o.call("rejects") }
func (o *faultyOutput) Commit(last, next int64) error   { o.opened(-1); return o.call("commit") }
func (o *faultyOutput) Abort() error                    { o.opened(-1); return nil }
func (o *faultyOutput) Close() error                    { return nil }

// TestOutputFaults lets each call to the output fail in turn: the error comes
// out, the open slice is aborted, and nothing hangs or is left running.
func TestOutputFaults(t *testing.T) {
	path := writeLines(t, 2500)
	before := runtime.NumGoroutine()
	for _, call := range []string{"resume", "begin", "scored", "rejects", "commit"} {
		for _, at := range []int{1, 2} {
			if call == "resume" && at == 2 {
				continue
			}
			out := &faultyOutput{fail: call, at: at, calls: map[string]int{}, err: errors.New("disk on fire")}
			stage := newStage(t, out)
			r, err := file.Open(path, file.Options{Codec: codecOptions(compile(t))})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := stage.ScoreFile(context.Background(), "in", path, r); !errors.Is(err, out.err) {
				t.Errorf("%s %d: error %v, want the output's", call, at, err)
			}
			if out.open != 0 {
				t.Errorf("%s %d: %d slices are left open", call, at, out.open)
			}
			if err := stage.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestOutputFaultsOnStream: a fault of the output ends an endless run too, while
// records keep coming, and a slice that another worker took does not stop it.
func TestOutputFaultsOnStream(t *testing.T) {
	b := startBroker(t, "gen", 1)
	produce := func(ctx context.Context) {
		for ctx.Err() == nil {
			b.Produce(ctx, "gen", 0, embedded.Record{Value: lines(1)}, embedded.Record{Value: []byte("broken")})
		}
	}
	for _, c := range []struct {
		call  string
		at    int
		err   error
		fatal bool
	}{
		{"resume", 1, errors.New("disk on fire"), true},
		{"begin", 1, errors.New("disk on fire"), true},
		{"begin", 4, errors.New("disk on fire"), true},
		{"scored", 2, errors.New("disk on fire"), true},
		{"rejects", 2, errors.New("disk on fire"), true},
		{"commit", 2, errors.New("disk on fire"), true},
		{"commit", 2, sink.ErrSliceTaken, false},
	} {
		out := &faultyOutput{fail: c.call, at: c.at, calls: map[string]int{}, err: c.err}
		stage := newStage(t, out, func(o *pipeline.Options) { o.MaxSliceAge, o.MaxSliceRows = 50*time.Millisecond, 40 })
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		go produce(ctx)
		done := make(chan error, 1)
		go func() {
			done <- stage.RunKafka(ctx, kafka.Options{Brokers: b.Addrs(), Topics: []string{"gen"}, Group: "test", DialTimeout: 3 * time.Second, Logger: slog.New(slog.DiscardHandler)})
		}()
		if !c.fatal {
			for ctx.Err() == nil && out.count("commit") < c.at+6 {
				time.Sleep(20 * time.Millisecond)
			}
			if ctx.Err() != nil {
				t.Errorf("%s %d: the partition stands still after %v", c.call, c.at, c.err)
			}
			cancel()
		}
		err := <-done
		if c.fatal && ctx.Err() != nil {
			t.Errorf("%s %d: the run went on after %v", c.call, c.at, c.err)
		}
		if c.fatal && !errors.Is(err, c.err) || !c.fatal && err != nil {
			t.Errorf("%s %d: got %v, want the output's error: %v", c.call, c.at, err, c.fatal)
		}
		cancel()
		if out.open != 0 {
			t.Errorf("%s %d: %d slices are left open", c.call, c.at, out.open)
		}
		if err := stage.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFullPipe: each file whose rows cannot be printed is at fault, and its error
// is told once.
func TestFullPipe(t *testing.T) {
	full := errors.New("pipe full")
	stage := newStage(t, pipeline.JSONLines(failingWriter{full}, io.Discard))
	for range 2 {
		r, err := file.Open(writeLines(t, 2500), file.Options{Codec: codecOptions(compile(t))})
		if err != nil {
			t.Fatal(err)
		}
		_, err = stage.ScoreFile(context.Background(), "in", "in", r)
		if !errors.Is(err, full) || strings.Count(err.Error(), "pipe full") != 1 || !strings.Contains(err.Error(), "cannot print scored rows") {
			t.Errorf("error %v", err)
		}
	}
	if err := stage.Close(); err != nil {
		t.Errorf("the error is told again: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestFaultyFiles: of a file that is cut the rows before the cut are committed,
// every time, and again nothing is done by a second run; of one that is damaged the
// open slice is dropped.
func TestFaultyFiles(t *testing.T) {
	plain, err := os.ReadFile(writeLines(t, 20000))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(plain)
	z.Close()
	packed := b.Bytes()
	cut := packed[:len(packed)*2/3]
	z2, err := gzip.NewReader(bytes.NewReader(cut))
	if err != nil {
		t.Fatal(err)
	}
	readable, _ := io.ReadAll(z2)
	whole := int64(bytes.Count(readable, []byte("\n")))
	damaged := bytes.Clone(packed)
	damaged[len(damaged)-5] ^= 0xff // in the checksum: all rows are read before it
	wide := func(o *pipeline.Options) { o.MaxSliceRows = 1 << 20 }
	for _, c := range []struct {
		name   string
		data   []byte
		change []func(*pipeline.Options)
		want   int64
		text   string
	}{
		{"cut, one slice", cut, []func(*pipeline.Options){wide}, whole, "cut short"},
		{"cut, many slices", cut, nil, whole, "cut short"},
		{"damaged, one slice", damaged, []func(*pipeline.Options){wide}, 0, "data is damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "in.gz")
			if err := os.WriteFile(path, c.data, 0o666); err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for range 2 {
				stage := newStage(t, pipeline.Parquet(openSink(t, dir)), c.change...)
				r, err := file.Open(path, file.Options{Codec: codecOptions(compile(t))})
				if err != nil {
					t.Fatal(err)
				}
				_, err = stage.ScoreFile(context.Background(), "in.gz", path, r)
				if err == nil || strings.Count(err.Error(), c.text) != 1 {
					t.Errorf("error %v, want %q once", err, c.text)
				}
				if err := stage.Close(); err != nil {
					t.Error(err)
				}
			}
			if c.want > 0 {
				checkWhole(t, dir, c.want)
			} else if v, err := sink.Verify(dir); err != nil || v.Slices != 0 {
				t.Errorf("committed: %v, %v", v, err)
			}
		})
	}
}

// stoppingReader cancels the run after some batches.
type stoppingReader struct {
	file.Reader
	left int
	stop func()
}

func (r *stoppingReader) Next() int64 {
	if r.left--; r.left == 0 {
		r.stop()
	}
	return r.Reader.Next()
}

// TestStopAndResumeFile stops a backfill again and again at different places and
// starts it anew: every row is there exactly once.
func TestStopAndResumeFile(t *testing.T) {
	const n = 5000
	path := writeLines(t, n)
	dir := t.TempDir()
	runs := 0
	for stopped := true; stopped; runs++ {
		ctx, cancel := context.WithCancel(context.Background())
		stage := newStage(t, pipeline.Parquet(openSink(t, dir)))
		r, err := file.Open(path, file.Options{Codec: codecOptions(compile(t))})
		if err != nil {
			t.Fatal(err)
		}
		_, err = stage.ScoreFile(ctx, "in.jsonl", path, &stoppingReader{Reader: r, left: 2 + runs, stop: cancel})
		stopped = errors.Is(err, context.Canceled)
		if err != nil && !stopped {
			t.Fatal(err)
		}
		if err := stage.Close(); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	if runs < 4 {
		t.Errorf("only %d runs: the test stopped nothing", runs)
	}
	checkWhole(t, dir, n)
}

// checkWhole asks DuckDB whether rows 0 to n-1 are there once each.
func checkWhole(t *testing.T, dir string, n int64) {
	t.Helper()
	rows := duck.Query(t, fmt.Sprintf(`
		with rows as (
			select source_offset as o from read_parquet('%[1]s/scored/**/*.parquet')
			union all
			select source_offset from read_parquet('%[1]s/rejects/**/*.parquet'))
		select count(*), count(distinct o), min(o), max(o) from rows`, dir))
	if r := rows[0]; r[0] != n || r[1] != n || r[2] != int64(0) || r[3] != n-1 {
		t.Errorf("rows, distinct, least, greatest = %v, want 0 to %d once each", r, n-1)
	}
	v, err := sink.Verify(dir)
	if err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
}

// runKafka consumes a topic to its end.
func runKafka(t *testing.T, addr, topic string, stage *pipeline.Stage) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return stage.RunKafka(ctx, kafka.Options{Brokers: []string{addr}, Topics: []string{topic}, Group: "test", UntilEnd: true, DialTimeout: 3 * time.Second})
}

func startBroker(t *testing.T, topic string, partitions int, values ...[]byte) *embedded.Broker {
	t.Helper()
	b, err := embedded.Start(embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if topic == "" {
		return b
	}
	if err := b.CreateTopic(topic, partitions); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	for i, v := range values {
		if err := b.Produce(context.Background(), topic, int32(i%partitions), embedded.Record{Value: v, Time: at}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// TestKafkaBadRecords sends what a stream may hold: each bad record is a reject
// with its reason, the tombstone too, and the others are scored.
func TestKafkaBadRecords(t *testing.T) {
	bad := map[string][]byte{
		"tombstone":  nil,
		"empty":      {},
		"JSON":       []byte("not json"),
		"response":   []byte(`{"task":"ifeval"}`),
		"text":       []byte(`{"task":"ifeval","response":5}`),
		"ifeval_lan": []byte(`{"task":"ifeval_lang_check","response":"x"}`),
		"UTF-8":      []byte("{\"task\":\"ifeval\",\"response\":\"\xff\"}"),
	}
	values := [][]byte{[]byte(`{"task":"quality","response":null}`)}
	for _, v := range bad {
		values = append(values, v)
	}
	b := startBroker(t, "gen", 1, values...)
	dir := t.TempDir()
	stage := newStage(t, pipeline.Parquet(openSink(t, dir)))
	if err := runKafka(t, b.Addrs()[0], "gen", stage); err != nil {
		t.Fatal(err)
	}
	st := stage.Stats()
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
	if st.Scored != 1 || st.Rejected != int64(len(bad)) {
		t.Errorf("stats %+v, want 1 scored and %d rejected", st, len(bad))
	}
	reasons := strings.Join(duck.Texts(t, fmt.Sprintf("select reason from read_parquet('%s/rejects/**/*.parquet')", dir)), "\n")
	for part := range bad {
		if !contains(reasons, part) {
			t.Errorf("no reject says %q:\n%s", part, reasons)
		}
	}
	checkWhole(t, dir, int64(len(values)))
}

func TestKafkaEnvironmentFaults(t *testing.T) {
	here := startBroker(t, "", 0).Addrs()[0]
	const nobody = "127.0.0.1:1"
	for _, tt := range []struct{ name, addr, want string }{
		{"missing topic", here, "no-such-topic"},
		{"no broker there", nobody, nobody},
	} {
		stage := newStage(t, pipeline.Parquet(openSink(t, t.TempDir())))
		err := runKafka(t, tt.addr, "no-such-topic", stage)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
		if err := stage.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestKafkaEmptyTopic(t *testing.T) {
	b := startBroker(t, "empty", 3)
	stage := newStage(t, pipeline.Parquet(openSink(t, t.TempDir())))
	if err := runKafka(t, b.Addrs()[0], "empty", stage); err != nil {
		t.Fatal(err)
	}
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
}

// takenOutput tells of the first commit that another worker was faster, as the
// sink does to a zombie, and then knows what that worker committed.
type takenOutput struct {
	pipeline.Output
	once sync.Once
	next int64
}

func (o *takenOutput) Resume(name string, partition int32) (int64, bool, error) {
	if o.next > 0 {
		return o.next, true, nil
	}
	return o.Output.Resume(name, partition)
}

func (o *takenOutput) Begin(id sink.SliceID) (pipeline.OutputSlice, error) {
	s, err := o.Output.Begin(id)
	return &takenSlice{s, o}, err
}

type takenSlice struct {
	pipeline.OutputSlice
	o *takenOutput
}

func (s *takenSlice) Commit(last, next int64) error {
	taken := false
	s.o.once.Do(func() { taken = true; s.o.next = 3 })
	if taken {
		return errors.Join(s.OutputSlice.Abort(), sink.ErrSliceTaken)
	}
	return s.OutputSlice.Commit(last, next)
}

// TestSliceTaken: a worker that was taken for dead goes on where the other one
// stopped.
func TestSliceTaken(t *testing.T) {
	var values [][]byte
	for i := range 8 {
		values = append(values, fmt.Appendf(nil, `{"task":"quality","record_id":"r-%d","response":"x"}`, i))
	}
	b := startBroker(t, "gen", 1, values...)
	var rows, rejects strings.Builder
	stage := newStage(t, &takenOutput{Output: pipeline.JSONLines(&rows, &rejects)})
	if err := runKafka(t, b.Addrs()[0], "gen", stage); err != nil {
		t.Fatal(err)
	}
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
	printed := decodeLines[row](t, []byte(rows.String()))
	// The lost slice was printed before its commit; what counts is that reading
	// went on at 3.
	if len(printed) != 8+5 || printed[8]["source_offset"] != 3.0 {
		t.Errorf("%d rows, the ninth at offset %v, want 13 and 3", len(printed), printed[min(8, len(printed)-1)]["source_offset"])
	}
}

// TestRecordLargerThanTheBudget: one response of more bytes than all batches in
// flight may hold goes through.
func TestRecordLargerThanTheBudget(t *testing.T) {
	big := `{"task":"quality","response":"` + strings.Repeat("word ", 1<<20) + `"}` + "\n"
	path := filepath.Join(t.TempDir(), "in.jsonl")
	if err := os.WriteFile(path, []byte(big+string(lines(10))+big), 0o666); err != nil {
		t.Fatal(err)
	}
	var rows, rejects strings.Builder
	stage := newStage(t, pipeline.JSONLines(&rows, &rejects), func(o *pipeline.Options) { o.MaxBatchBytes = 1 << 10 })
	scoreInto(t, stage, path)
	if st := stage.Stats(); st.Scored != 11 || st.Rejected != 1 {
		t.Errorf("stats %+v, want 11 scored and 1 rejected", st)
	}
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestManyPartitionsAtOnce: lanes share the workers and the budget.
func TestManyPartitionsAtOnce(t *testing.T) {
	var values [][]byte
	const n, partitions = 600, 12
	for i := range n {
		values = append(values, fmt.Appendf(nil, `{"task":"quality","record_id":"r-%d","response":%q}`, i, strings.Repeat("x ", 500)))
	}
	b := startBroker(t, "gen", partitions, values...)
	dir := t.TempDir()
	stage := newStage(t, pipeline.Parquet(openSink(t, dir)), func(o *pipeline.Options) { o.MaxBatchBytes, o.MaxSliceRows = 4<<10, 17 })
	if err := runKafka(t, b.Addrs()[0], "gen", stage); err != nil {
		t.Fatal(err)
	}
	if err := stage.Close(); err != nil {
		t.Fatal(err)
	}
	got := duck.One(t, fmt.Sprintf("select count(distinct (source_partition, source_offset)) from read_parquet('%s/scored/**/*.parquet')", dir))
	if got != int64(n) || stage.Stats().Scored != n {
		t.Errorf("%v rows, stats %+v, want %d", got, stage.Stats(), n)
	}
}

// TestLogStartMoved: records that the broker deleted before they were read are
// counted as lost, the others are scored, and the commit log has no gap.
func TestLogStartMoved(t *testing.T) {
	record := func(i int64) kafkatest.LogRecord {
		return kafkatest.LogRecord{Offset: i, Value: fmt.Appendf(nil, `{"task":"quality","record_id":"r-%d","response":"x"}`, i), Time: time.Unix(1.7e9, 0)}
	}
	var records []kafkatest.LogRecord
	for i := range int64(10) {
		records = append(records, record(i))
	}
	log := kafkatest.StartLog(t, "gen", 0, 3, records...)
	dir := t.TempDir()
	score := func() pipeline.Stats {
		stage := newStage(t, pipeline.Parquet(openSink(t, dir)))
		if err := runKafka(t, log.Addrs()[0], "gen", stage); err != nil {
			t.Fatal(err)
		}
		if err := stage.Close(); err != nil {
			t.Fatal(err)
		}
		return stage.Stats()
	}
	if st := score(); st.Scored != 10 || st.LostOffsets != 0 {
		t.Fatalf("first run: %+v", st)
	}
	for i := int64(10); i < 30; i++ {
		log.Append(record(i))
	}
	log.SetStart(20)
	if st := score(); st.Scored != 10 || st.LostOffsets != 10 {
		t.Errorf("second run: %+v, want 10 scored and 10 lost", st)
	}
	if st := score(); st.Scored != 0 || st.LostOffsets != 0 {
		t.Errorf("third run: %+v, want nothing to do", st)
	}
	v, err := sink.Verify(dir)
	if err != nil || !v.OK() {
		t.Errorf("verify: %v\n%v", err, v)
	}
	got := duck.One(t, fmt.Sprintf("select count(distinct source_offset) from read_parquet('%s/scored/**/*.parquet')", dir))
	if got != int64(20) {
		t.Errorf("%v offsets, want 20", got)
	}
}

// TestAbortedOnly: a topic of nothing but aborted transactions gives no rows, and
// its offsets are committed all the same, once.
func TestAbortedOnly(t *testing.T) {
	b := startBroker(t, "gen", 1)
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...), kgo.TransactionalID("aborted"), kgo.DefaultProduceTopic("gen"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 3 {
		if err := client.BeginTransaction(); err != nil {
			t.Fatal(err)
		}
		if err := client.ProduceSync(context.Background(), kgo.StringRecord(`{"task":"quality","response":"never"}`)).FirstErr(); err != nil {
			t.Fatal(err)
		}
		if err := client.EndTransaction(context.Background(), kgo.TryAbort); err != nil {
			t.Fatal(err)
		}
	}
	const end = 6 // a record and a marker each
	dir := t.TempDir()
	stage := newStage(t, pipeline.Parquet(openSink(t, dir)), func(o *pipeline.Options) { o.MaxSliceAge = 100 * time.Millisecond })
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		done <- stage.RunKafka(ctx, kafka.Options{Brokers: b.Addrs(), Topics: []string{"gen"}, Group: "test", DialTimeout: 3 * time.Second})
	}()
	report := func() *sink.VerifyReport {
		v, err := sink.Verify(dir)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for len(report().Logs) == 0 && ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Error("nothing is committed while the stage runs")
	}
	time.Sleep(500 * time.Millisecond) // more empty slices would come now
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := stage.Close(); err != nil {
		t.Error(err)
	}
	v := report()
	if !v.OK() || len(v.Logs) != 1 || v.Logs[0].Next != end || v.Scored+v.Rejected != 0 || v.Slices > 2 {
		t.Errorf("%s\nwant no rows, offsets 0 to %d in a slice or two", v, end-1)
	}
}

// TestTopicMadeAnew deletes the topic between two runs and makes it anew with more
// records than it had: the second run does not take them for the old one's.
func TestTopicMadeAnew(t *testing.T) {
	record := []byte(`{"task":"quality","response":"An answer."}`)
	b := startBroker(t, "gen", 1, record, []byte("broken"))
	dir := t.TempDir()
	stage := newStage(t, pipeline.Parquet(openSink(t, dir)))
	if err := runKafka(t, b.Addrs()[0], "gen", stage); err != nil {
		t.Fatal(err)
	}
	if err := b.Cluster().DeleteTopic("gen"); err != nil {
		t.Fatal(err)
	}
	if err := b.CreateTopic("gen", 1); err != nil {
		t.Fatal(err)
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Addrs()...), kgo.DefaultProduceTopic("gen"))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for range 5 {
		if err := client.ProduceSync(context.Background(), kgo.SliceRecord(record)).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range []*pipeline.Stage{stage, newStage(t, pipeline.Parquet(openSink(t, dir)))} {
		if err := runKafka(t, b.Addrs()[0], "gen", s); !errors.Is(err, sink.ErrOtherTopic) {
			t.Errorf("got %v, want sink.ErrOtherTopic", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	checkWhole(t, dir, 2)
}
