package kafkatest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// readyTimeout bounds the wait for a broker that starts: some seconds are usual, more on
// a machine that is busy with other tests.
const readyTimeout = 90 * time.Second

// Cluster is one Apache Kafka broker and controller in a child process.
type Cluster struct {
	t         testing.TB
	dir, jars string
	port      int
	java      *exec.Cmd
	exited    chan struct{}
	// watchdog kills the broker if the test process dies without doing so.
	watchdog *exec.Cmd
	lifeline *os.File
}

// Start starts Apache Kafka on a free port and a temporary folder, and stops it when the
// test ends. Without Java or Maven it skips the test, or fails it where CI is "true".
func Start(t testing.TB) *Cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT TESTED against Apache Kafka: -short")
	}
	if _, err := exec.LookPath("java"); err != nil {
		unavailable(t, "Java is not installed: %v", err)
	}
	c := &Cluster{t: t, jars: jars(t), dir: t.TempDir()}
	t.Cleanup(func() {
		c.Kill()
		if t.Failed() {
			c.keepLog()
		}
	})
	for try := 0; ; try++ {
		if err := c.configure(); err != nil {
			t.Fatal(err)
		}
		err := c.start()
		if err == nil {
			return c
		}
		c.Kill()
		// Another process may have taken a port between the search and the start.
		if try == 2 || !strings.Contains(c.log(), "Address already in use") {
			t.Fatalf("cannot start Apache Kafka %s: %v\n%s", KafkaVersion, err, tail(c.log(), 40))
		}
	}
}

// Addr is the broker's host:port, the same after a restart.
func (c *Cluster) Addr() string { return fmt.Sprintf("127.0.0.1:%d", c.port) }

// Start starts the broker again after Stop or Kill, with the same address and log.
func (c *Cluster) Start() {
	c.t.Helper()
	if err := c.start(); err != nil {
		c.t.Fatalf("cannot start Apache Kafka again: %v\n%s", err, tail(c.log(), 40))
	}
}

// Stop shuts the broker down in order.
func (c *Cluster) Stop() {
	if c.java == nil {
		return
	}
	c.java.Process.Signal(syscall.SIGTERM)
	select {
	case <-c.exited:
	case <-time.After(30 * time.Second):
	}
	c.Kill()
}

// Kill kills the broker, as a power cut would end it.
func (c *Cluster) Kill() {
	if c.java == nil {
		return
	}
	// The watchdog first: it must not outlive the process whose id it holds.
	c.watchdog.Process.Kill()
	c.watchdog.Wait()
	c.lifeline.Close()
	c.java.Process.Kill()
	<-c.exited
	c.java = nil
}

func (c *Cluster) configure() error {
	ports := make([]int, 2)
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("cannot find a free port: %w", err)
		}
		ports[i] = l.Addr().(*net.TCPAddr).Port
		defer l.Close()
	}
	c.port = ports[0]
	data := filepath.Join(c.dir, "data")
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	if err := os.MkdirAll(data, 0o755); err != nil {
		return err
	}
	files := map[string]string{
		"server.properties": fmt.Sprintf(`process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:%[2]d
listeners=PLAINTEXT://127.0.0.1:%[1]d,CONTROLLER://127.0.0.1:%[2]d
advertised.listeners=PLAINTEXT://127.0.0.1:%[1]d
controller.listener.names=CONTROLLER
log.dirs=%[3]s
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
auto.create.topics.enable=false
message.max.bytes=67108864
log.retention.ms=-1
num.network.threads=2
num.io.threads=4
offsets.topic.num.partitions=2
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=2
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
log.cleaner.backoff.ms=200
log.cleaner.dedupe.buffer.size=4194304
log.initial.task.delay.ms=1000
`, ports[0], ports[1], data),
		// What kafka-storage format would write: one start of Java less.
		"data/meta.properties": "version=1\ncluster.id=bWl6YW4tdGVzdHMtMDAwMQ\nnode.id=1\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cluster) start() error {
	out, err := os.OpenFile(c.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	java := exec.Command("java", "-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Dorg.slf4j.simpleLogger.defaultLogLevel=info", "-Dorg.slf4j.simpleLogger.showDateTime=true",
		"-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
		"-cp", filepath.Join(c.jars, "*"), "kafka.Kafka", filepath.Join(c.dir, "server.properties"))
	java.Stdout, java.Stderr = out, out
	java.Dir = c.dir
	if err := java.Start(); err != nil {
		return err
	}
	exited := make(chan struct{})
	go func() {
		java.Wait()
		close(exited)
	}()
	c.java, c.exited = java, exited
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	c.watchdog = exec.Command("sh", "-c", fmt.Sprintf("read _; kill -9 %d", java.Process.Pid))
	c.watchdog.Stdin, c.lifeline = read, write
	err = c.watchdog.Start()
	read.Close()
	if err != nil {
		return err
	}
	return c.ready()
}

func (c *Cluster) ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	for {
		select {
		case <-c.exited:
			return fmt.Errorf("it exited with %v", c.java.ProcessState)
		case <-ctx.Done():
			return fmt.Errorf("it was not ready within %v", readyTimeout)
		case <-time.After(100 * time.Millisecond):
		}
		nc, err := net.Dial("tcp", c.Addr())
		if err != nil {
			continue
		}
		nc.Close()
		if err := c.admin(ctx, func(cl *kgo.Client) error {
			res, err := kmsg.NewPtrMetadataRequest().RequestWith(ctx, cl)
			if err == nil && len(res.Brokers) == 0 {
				err = fmt.Errorf("no broker is registered")
			}
			return err
		}); err == nil {
			return nil
		}
	}
}

func (c *Cluster) admin(ctx context.Context, do func(*kgo.Client) error) error {
	cl, err := kgo.NewClient(kgo.SeedBrokers(c.Addr()))
	if err != nil {
		return err
	}
	defer cl.Close()
	return do(cl)
}

// CreateTopic creates a topic, with topic configurations as "name=value".
func (c *Cluster) CreateTopic(topic string, partitions int, configs ...string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req := kmsg.NewPtrCreateTopicsRequest()
	rt := kmsg.NewCreateTopicsRequestTopic()
	rt.Topic, rt.NumPartitions, rt.ReplicationFactor = topic, int32(partitions), 1
	for _, cfg := range configs {
		name, value, _ := strings.Cut(cfg, "=")
		rc := kmsg.NewCreateTopicsRequestTopicConfig()
		rc.Name, rc.Value = name, &value
		rt.Configs = append(rt.Configs, rc)
	}
	req.Topics = append(req.Topics, rt)
	req.TimeoutMillis = 20_000
	err := c.admin(ctx, func(cl *kgo.Client) error {
		res, err := req.RequestWith(ctx, cl)
		if err != nil {
			return err
		}
		return kerr.ErrorForCode(res.Topics[0].ErrorCode)
	})
	if err != nil {
		c.t.Fatalf("cannot create topic %q: %v", topic, err)
	}
}

// DeleteTopic deletes a topic and waits until no broker knows it any more.
func (c *Cluster) DeleteTopic(topic string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req := kmsg.NewPtrDeleteTopicsRequest()
	req.TopicNames = []string{topic}
	rt := kmsg.NewDeleteTopicsRequestTopic()
	rt.Topic = &topic
	req.Topics = append(req.Topics, rt)
	req.TimeoutMillis = 20_000
	err := c.admin(ctx, func(cl *kgo.Client) error {
		res, err := req.RequestWith(ctx, cl)
		if err != nil {
			return err
		}
		if err := kerr.ErrorForCode(res.Topics[0].ErrorCode); err != nil {
			return err
		}
		for known := true; known; {
			m := kmsg.NewPtrMetadataRequest()
			mt := kmsg.NewMetadataRequestTopic()
			mt.Topic = &topic
			m.Topics = append(m.Topics, mt)
			res, err := m.RequestWith(ctx, cl)
			if err != nil {
				return err
			}
			known = res.Topics[0].ErrorCode == 0
			time.Sleep(50 * time.Millisecond)
		}
		return nil
	})
	if err != nil {
		c.t.Fatalf("cannot delete topic %q: %v", topic, err)
	}
}

// Client is a producer and admin client of another make than the product's, closed when
// the test ends.
func (c *Cluster) Client(opts ...kgo.Opt) *kgo.Client {
	c.t.Helper()
	cl, err := kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(c.Addr()), kgo.RecordPartitioner(kgo.ManualPartitioner())}, opts...)...)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(cl.Close)
	return cl
}

func (c *Cluster) logFile() string { return filepath.Join(c.dir, "kafka.log") }

func (c *Cluster) log() string {
	b, _ := os.ReadFile(c.logFile())
	return string(b)
}

// keepLog saves a failed test's broker log, which would go with its folder.
func (c *Cluster) keepLog() {
	f, err := os.CreateTemp("", "kafka-*.log")
	if err != nil {
		return
	}
	defer f.Close()
	f.WriteString(c.log())
	c.t.Logf("the broker's log is kept in %s; its end:\n%s", f.Name(), tail(c.log(), 15))
}

func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
