package truthfulqa

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// sizes is the memory of all slices of numbers and bytes that v holds, found by going
// through it.
func sizes(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n = sizes(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += sizes(v.Field(i))
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Struct || v.Type().Elem().Size() <= 16 {
			return v.Cap() * int(v.Type().Elem().Size())
		}
		for i := range v.Len() {
			n += sizes(v.Index(i))
		}
	}
	return n
}

// What is said to be the memory of something counts all of it, for whether it is kept goes
// by that.
func TestBytes(t *testing.T) {
	text := strings.Repeat("one two three. four, five €6\nseven . ", 30)
	m := new(builder)
	q := m.question([]string{text, "eight"}, []string{"nine ten"}, true)
	s := new(Scorer)
	s.Bleu(q, text)
	s.Rouge(q, text)
	m.tok.text = nil // a part of another
	s.tok.text = nil
	for name, is := range map[string]struct {
		of    any
		bytes int
	}{
		"builder":  {m, m.bytes()},
		"question": {q, q.bytes()},
		"scorer":   {s, s.bytes()},
	} {
		if want := sizes(reflect.ValueOf(is.of)); is.bytes != want || want == 0 {
			t.Errorf("%s: %d bytes, want %d", name, is.bytes, want)
		}
	}
}

// A question takes memory for the n-grams there are, not for the places they stand at.
func TestRepeatingReferences(t *testing.T) {
	once, often := "You may see the stars .\n", strings.Repeat("You may see the stars .\n", 5000)
	size := func(ref string) int {
		q, err := NewQuestion([]string{ref}, []string{"no"}, "en", false)
		if err != nil {
			t.Fatal(err)
		}
		return q.bytes()
	}
	if few, many := size(once), size(often); many > 2*few {
		t.Errorf("%d bytes for an answer, %d for one that repeats it", few, many)
	}
}

// The cache keeps to its size in bytes and knows what it holds, whatever is asked for at
// once.
func TestCacheBytes(t *testing.T) {
	c := newCache()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 400 {
				var b strings.Builder
				for word := range 5000 {
					fmt.Fprintf(&b, "%d ", i*word)
				}
				source := b.String()
				q, err := NewQuestion([]string{source}, []string{"no"}, "en", false)
				c.add(uint64(i), cached{source, q, err})
			}
		})
	}
	wait.Wait()
	var sum int64
	for _, q := range c.byHash.Values() {
		sum += q.bytes()
	}
	if n := c.byHash.Len(); n == 0 || n == 400 {
		t.Errorf("%d questions are in the cache", n)
	}
	if got := c.bytes.Load(); got != sum || got > cachedBytes {
		t.Errorf("the cache says %d bytes and holds %d", got, sum)
	}
}

// A huge answer does not keep its memory.
func TestReset(t *testing.T) {
	q, err := NewQuestion([]string{"a b"}, []string{"c"}, "en", true)
	if err != nil {
		t.Fatal(err)
	}
	var w worker
	w.scorer.Rouge(q, "a b")
	if w.Reset(); w.scorer.bytes() == 0 {
		t.Error("the memory for a small answer is gone")
	}
	for name, score := range map[string]func(string){
		"bleu":  func(s string) { w.scorer.Bleu(q, s) },
		"rouge": func(s string) { w.scorer.Rouge(q, s) },
	} {
		score(strings.Repeat("a ", 700_000)) // the texts alone are not that huge
		if w.Reset(); w.scorer.bytes() > keptBytes {
			t.Errorf("%s: %d bytes are kept", name, w.scorer.bytes())
		}
	}
}
