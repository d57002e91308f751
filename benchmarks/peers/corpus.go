package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"mizan/benchmarks/workload"
	"mizan/internal/testshared"
	"mizan/pipeline/codec"
	"mizan/pipeline/source"
	"mizan/schemas"
)

// corpus is what both sides are given.
type corpus struct {
	records [][]byte // canonical JSON
	bytes   int      // of the responses

	batch arrow.Record // of schema schemas.Generation
	texts []string     // the responses
}

// The corpora: the real answers of a task, so many kilobytes or as given here.
var corpora = []struct {
	name, task string
	bytes      int
}{
	{"english", "ifeval", 0},
	{"arabic", "ifeval_arabic_inception", 0},
	{"arabic_hf", "ifeval_arabic_inception_hf", 0},
	{"questions", "truthfulqa-multi_gen_en", 0},
	{"few_questions", "truthfulqa-multi_gen_en", 2000}, // for what takes half a second a record
}

// load chooses the records of the corpora: golden ones, or those of the project's
// sample where there is no shared folder.
func load(size int) (map[string]*corpus, error) {
	groups, err := workload.Load(testshared.Root())
	if err != nil {
		return nil, err
	}
	if len(groups) > 1 {
		groups = groups[1:] // the first is the sample
	}
	all := map[string]*corpus{}
	for _, want := range corpora {
		var records []*workload.Record
		for _, g := range groups {
			for i := range g.Records {
				if g.Records[i].Task == want.task {
					records = append(records, &g.Records[i])
				}
			}
		}
		rand.New(rand.NewPCG(1, 0)).Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		if want.bytes == 0 {
			want.bytes = size
		}
		c := &corpus{}
		for _, r := range records {
			if c.bytes += len(r.Response); c.bytes > want.bytes && len(c.records) > 0 {
				c.bytes -= len(r.Response)
				break
			}
			c.records = append(c.records, r.JSON())
		}
		if err := c.decode(); err != nil {
			return nil, fmt.Errorf("cannot make the corpus %q: %w", want.name, err)
		}
		all[want.name] = c
	}
	return all, nil
}

// decode reads the records as the product does.
func (c *corpus) decode() error {
	b := codec.NewBuilder(codec.Options{})
	for i, r := range c.records {
		if bad := b.Append("corpus", 0, source.Message{Offset: int64(i), Value: r}); bad != nil {
			return fmt.Errorf("record %d: %s", i, bad.Reason)
		}
	}
	if b.Len() == 0 {
		return fmt.Errorf("there are no records")
	}
	c.batch = b.NewRecord()
	at := c.batch.Schema().FieldIndices(schemas.Response)[0]
	responses := c.batch.Column(at).(*array.String)
	for i := range responses.Len() {
		c.texts = append(c.texts, responses.Value(i))
	}
	return nil
}
