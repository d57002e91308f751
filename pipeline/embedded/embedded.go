// Package embedded is a Kafka-protocol broker inside the process, for `mizan demo` and
// for tests: github.com/twmb/franz-go/pkg/kfake on a loopback port. It holds its records
// in memory and is no place for data that matters.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// maxRecordBytes is the largest record the broker takes.
const maxRecordBytes = 256 << 20

// Options of a broker. The zero value is one broker on a free loopback port.
type Options struct {
	// Port to listen on at 127.0.0.1; 0 takes a free one.
	Port int
	// Extra are kfake options, for tests.
	Extra []kfake.Opt
}

// Record is what is produced.
type Record struct {
	Key []byte
	// Value is nil for a tombstone.
	Value []byte
	// Time is the record's timestamp; the zero time stands for now.
	Time time.Time
}

// Broker is a running broker.
type Broker struct {
	cluster  *kfake.Cluster
	producer *kgo.Client
}

// Start starts a broker. The caller closes it.
func Start(o Options) (*Broker, error) {
	limit := strconv.Itoa(maxRecordBytes)
	opts := []kfake.Opt{
		kfake.NumBrokers(1),
		kfake.BrokerConfigs(map[string]string{"message.max.bytes": limit}),
	}
	if o.Port != 0 {
		opts = append(opts, kfake.Ports(o.Port))
	}
	cluster, err := kfake.NewCluster(append(opts, o.Extra...)...)
	if err != nil {
		return nil, fmt.Errorf("cannot start the embedded broker on port %d: %w", o.Port, err)
	}
	producer, err := kgo.NewClient(
		kgo.SeedBrokers(cluster.ListenAddrs()...),
		kgo.RecordPartitioner(kgo.ManualPartitioner()),
		kgo.ProducerBatchMaxBytes(maxRecordBytes),
		kgo.BrokerMaxWriteBytes(math.MaxInt32/2),
		kgo.ProducerBatchCompression(kgo.NoCompression()),
	)
	if err != nil {
		cluster.Close()
		return nil, fmt.Errorf("cannot start the embedded broker's producer: %w", err)
	}
	return &Broker{cluster: cluster, producer: producer}, nil
}

// Addrs are the broker's addresses, host:port.
func (b *Broker) Addrs() []string { return b.cluster.ListenAddrs() }

// Cluster is the broker underneath, for tests that inject faults.
func (b *Broker) Cluster() *kfake.Cluster { return b.cluster }

// CreateTopic creates a topic.
func (b *Broker) CreateTopic(topic string, partitions int) error {
	if partitions < 1 || partitions > 10_000 {
		return fmt.Errorf("cannot create topic %q: %d partitions are not between 1 and 10000", topic, partitions)
	}
	if err := b.cluster.CreateTopic(topic, int32(partitions), map[string]string{"max.message.bytes": strconv.Itoa(maxRecordBytes)}); err != nil {
		return fmt.Errorf("cannot create topic %q: %w", topic, err)
	}
	return nil
}

// Produce appends records to a partition in the given order and waits until they are in
// the log.
func (b *Broker) Produce(ctx context.Context, topic string, partition int32, records ...Record) error {
	rs := make([]*kgo.Record, len(records))
	for i, r := range records {
		rs[i] = &kgo.Record{Topic: topic, Partition: partition, Key: r.Key, Value: r.Value, Timestamp: r.Time}
	}
	var errs []error
	for i, res := range b.producer.ProduceSync(ctx, rs...) {
		if res.Err != nil {
			errs = append(errs, fmt.Errorf("cannot produce record %d of %d to %s[%d]: %w", i, len(records), topic, partition, res.Err))
			break
		}
	}
	return errors.Join(errs...)
}

// Close stops the broker; its records are gone.
func (b *Broker) Close() {
	b.producer.Close()
	b.cluster.Close()
}
