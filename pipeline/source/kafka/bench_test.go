package kafka

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"mizan/internal/kafkatest"
)

// BenchmarkFetch is megabytes of record values a second through Fetch on loopback, one
// partition, records of 1.5 kB of which a third does not compress. The broker shares the
// machine.
func BenchmarkFetch(b *testing.B) {
	for _, bb := range []struct {
		name  string
		codec kgo.CompressionCodec
	}{{"none", kgo.NoCompression()}, {"gzip", kgo.GzipCompression()}, {"snappy", kgo.SnappyCompression()}, {"lz4", kgo.Lz4Compression()}, {"zstd", kgo.ZstdCompression()}} {
		b.Run("embedded/"+bb.name, func(b *testing.B) {
			c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "gen"),
				kfake.SyntheticFetch(kfake.SyntheticBatch{Records: 600, RecordBytes: 1500, RandomFrac: 0.33, Compression: bb.codec}))
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			o := testOptions("gen", c.ListenAddrs()...)
			o.FetchMaxWait = 500 * time.Millisecond
			benchFetch(b, o)
		})
	}
}

// BenchmarkFetchApache is the same from Apache Kafka, over and over the same 60 MB.
func BenchmarkFetchApache(b *testing.B) {
	c := kafkatest.Start(b)
	for _, bb := range []struct {
		name  string
		codec kgo.CompressionCodec
	}{{"none", kgo.NoCompression()}, {"lz4", kgo.Lz4Compression()}, {"zstd", kgo.ZstdCompression()}} {
		b.Run(bb.name, func(b *testing.B) {
			topic := "bench-" + bb.name
			if b.N == 1 {
				c.CreateTopic(topic, 1)
				cl := c.Client(kgo.ProducerBatchCompression(bb.codec))
				for range 10 {
					var rs []*kgo.Record
					for i := range 4000 {
						rs = append(rs, &kgo.Record{Topic: topic, Value: benchValue(i)})
					}
					if err := cl.ProduceSync(context.Background(), rs...).FirstErr(); err != nil {
						b.Fatal(err)
					}
				}
			}
			o := testOptions(topic, c.Addr())
			o.FetchMaxWait = 500 * time.Millisecond
			benchFetch(b, o)
		})
	}
}

func benchValue(i int) []byte {
	v := make([]byte, 0, 1500)
	for x := uint32(i)*2654435761 + 1; len(v) < 500; {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		v = append(v, byte(x))
	}
	for len(v) < 1500 {
		v = append(v, "the same words again and again, "...)
	}
	return v[:1500]
}

func benchFetch(b *testing.B, o Options) {
	p := testPartition(b, o)
	ctx := context.Background()
	if err := p.Seek(ctx, 0); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	var bytes, records int64
	start := time.Now()
	for b.Loop() {
		ms, err := p.Fetch(ctx)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range ms {
			bytes += int64(len(m.Value))
		}
		records += int64(len(ms))
		if p.Next() == p.HighWatermark() {
			b.StopTimer()
			if err := p.Seek(ctx, 0); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	}
	s := time.Since(start).Seconds()
	b.ReportMetric(float64(bytes)/1e6/s, "MB/s")
	b.ReportMetric(float64(records)/s, "records/s")
}
