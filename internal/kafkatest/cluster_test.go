package kafkatest

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func TestClusterKeepsItsLogAcrossRestarts(t *testing.T) {
	c := Start(t)
	c.CreateTopic("gen", 2)
	cl := c.Client()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	produce := func(want int64) {
		t.Helper()
		r, err := cl.ProduceSync(ctx, &kgo.Record{Topic: "gen", Partition: 1, Value: []byte("x")}).First()
		if err != nil || r.Offset != want {
			t.Fatalf("record got offset %d, want %d: %v", r.Offset, want, err)
		}
	}
	addr := c.Addr()
	produce(0)
	c.Stop()
	c.Start()
	produce(1)
	if c.Addr() != addr {
		t.Errorf("the address was %s and is %s", addr, c.Addr())
	}
}
