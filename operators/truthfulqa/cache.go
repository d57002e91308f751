package truthfulqa

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
	lru "github.com/hashicorp/golang-lru/v2"

	"mizan/operators"
)

// cachedQuestions bounds the cache: the five languages have 4,085 questions of
// about 15 kB each. Larger questions than maxCachedBytes of text are built each
// time.
const (
	cachedQuestions = 5000
	maxCachedBytes  = 64 << 10
)

// cache keeps the questions of a run, shared by all workers: a question's
// references are tokenised and counted once, not once per record.
type cache struct {
	byHash *lru.Cache[uint64, cached]
}

// cached is a question or why there is none, with the text it was made from.
type cached struct {
	source   string
	question *Question
	err      error
}

func newCache() *cache {
	c, err := lru.New[uint64, cached](cachedQuestions)
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	return &cache{c}
}

// get returns the question of a record. buf is scratch memory.
func (c *cache) get(buf *[]byte, correct, incorrect answers, language string, rouge bool) (*Question, error) {
	b := (*buf)[:0]
	b = appendPart(b, language)
	b = correct.appendTo(b)
	b = incorrect.appendTo(b)
	*buf = b
	hash := xxhash.Sum64(b)
	if hit, ok := c.byHash.Get(hash); ok && hit.source == string(b) {
		return hit.question, hit.err
	}
	q, err := NewQuestion(correct.strings(), incorrect.strings(), language, rouge)
	if len(b) <= maxCachedBytes {
		c.byHash.Add(hash, cached{string(b), q, err})
	}
	return q, err
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
