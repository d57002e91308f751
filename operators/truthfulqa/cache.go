package truthfulqa

import (
	"encoding/binary"
	"hash/maphash"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"mizan/operators"
)

// The cache holds the 4,085 questions of the five languages, which take about 15 kB each,
// with room to spare. Questions of more text than maxCachedText are built each time.
const (
	cachedQuestions = 5000
	cachedBytes     = 256 << 20
	maxCachedText   = 64 << 10
)

// cache keeps the questions of a run, shared by all workers: a question's
// references are tokenised and counted once, not once per record.
type cache struct {
	byHash *lru.Cache[uint64, cached]
	bytes  atomic.Int64 // of all that is in it
}

// cached is a question or why there is none, with the text it was made from.
type cached struct {
	source   string
	question *Question
	err      error
}

// bytes is its memory.
func (c cached) bytes() int64 {
	n := len(c.source)
	if c.question != nil {
		n += c.question.bytes()
	}
	return int64(n)
}

func newCache() *cache {
	var c cache
	var err error
	c.byHash, err = lru.NewWithEvict(cachedQuestions, func(_ uint64, old cached) { c.bytes.Add(-old.bytes()) })
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	return &c
}

// get returns the question of a record. buf is scratch memory.
func (c *cache) get(buf *[]byte, correct, incorrect answers, language string, rouge bool) (*Question, error) {
	b := (*buf)[:0]
	b = appendPart(b, language)
	b = correct.appendTo(b)
	b = incorrect.appendTo(b)
	*buf = b
	hash := maphash.Bytes(seed, b)
	if hit, ok := c.byHash.Get(hash); ok && hit.source == string(b) {
		return hit.question, hit.err
	}
	q, err := NewQuestion(correct.strings(), incorrect.strings(), language, rouge)
	if len(b) <= maxCachedText {
		c.add(hash, cached{string(b), q, err})
	}
	return q, err
}

// add puts a question into the cache, unless another worker was faster, and drops those
// that were not asked for the longest if there is no room.
func (c *cache) add(hash uint64, q cached) {
	if _, there, _ := c.byHash.PeekOrAdd(hash, q); there {
		return
	}
	for c.bytes.Add(q.bytes()); c.bytes.Load() > cachedBytes; {
		c.byHash.RemoveOldest()
	}
}

func appendPart(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// answers is one side of a record's references.
type answers struct {
	lists operators.TextLists
	row   int
}

func (a answers) appendTo(b []byte) []byte {
	n := a.lists.Len(a.row)
	b = binary.AppendUvarint(b, uint64(n))
	for i := range n {
		b = appendPart(b, a.lists.At(a.row, i).Text)
	}
	return b
}

// strings returns the answers. A null one is empty and falls away in the preparation.
func (a answers) strings() []string {
	list := make([]string, a.lists.Len(a.row))
	for i := range list {
		list[i] = a.lists.At(a.row, i).Text
	}
	return list
}
