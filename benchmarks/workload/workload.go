// Package workload makes input for benchmarks out of real generation records:
// the project's sample, and the real answers of the golden folders where the
// shared folder exists. Everything is a function of the seed.
package workload

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"mizan/examples"
	"mizan/operators/task"
)

// Group is a kind of records with its share of a corpus.
type Group struct {
	Name    string
	Share   int // in percent
	Records []Record
}

// Record is a generation record ready to be numbered and written.
type Record struct {
	Task     string
	Response string
	// text is the response as it stands between quotes in JSON, rest the members
	// besides record_id, task, response and event_time.
	text, rest []byte
}

// sources are the golden files of each group, below the shared folder.
var sources = []struct {
	name     string
	share    int
	patterns []string
}{
	{"english", 33, []string{"goldens/ifeval_en/real_*.jsonl.gz"}},
	{"arabic", 22, []string{
		"goldens/ifeval_arabic_inception/responses.jsonl",
		"goldens/ifeval_arabic_inception_hf/responses.jsonl",
		"goldens/ifeval_arabic_inception_hf_langcheck/responses.jsonl",
	}},
	{"truthfulqa", 25, []string{"goldens/truthfulqa_multi/gen_run_*.jsonl"}},
}

// Load returns the groups of records: the project's sample and, where shared is
// not empty, the golden records below it.
func Load(shared string) ([]Group, error) {
	sample := Group{Name: "sample", Share: 20}
	for _, line := range examples.Sample() {
		if r, ok := parse(line); ok {
			sample.Records = append(sample.Records, r)
		}
	}
	if len(sample.Records) == 0 {
		return nil, fmt.Errorf("cannot load the workload: the sample holds no good record")
	}
	groups := []Group{sample}
	if shared == "" {
		return groups, nil
	}
	for _, s := range sources {
		g := Group{Name: s.name, Share: s.share}
		for _, pattern := range s.patterns {
			paths, err := filepath.Glob(filepath.Join(shared, filepath.FromSlash(pattern)))
			if err != nil || len(paths) == 0 {
				return nil, fmt.Errorf("cannot load the workload: no files %q below %q (%v)", pattern, shared, err)
			}
			for _, path := range paths {
				records, err := golden(path)
				if err != nil {
					return nil, fmt.Errorf("cannot load the workload from %q: %w", path, err)
				}
				g.Records = append(g.Records, records...)
			}
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// golden reads the records of a golden file.
func golden(path string) ([]Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, err
		}
	}
	var records []Record
	for d := json.NewDecoder(in); ; {
		var line struct{ Record json.RawMessage }
		if err := d.Decode(&line); err == io.EOF {
			return records, nil
		} else if err != nil {
			return nil, err
		}
		if r, ok := parse(line.Record); ok {
			records = append(records, r)
		}
	}
}

var table = sync.OnceValue(func() *task.Table {
	t, err := task.NewTable(nil)
	if err != nil {
		panic(err) // the built-in table is good
	}
	return t
})

// parse reads a record; ok is false where it has no response text, no task of
// the table or bytes that are no UTF-8: those would be rejected or cost nothing
// to score.
func parse(line []byte) (r Record, ok bool) {
	var members map[string]json.RawMessage
	if !utf8.Valid(line) || json.Unmarshal(line, &members) != nil {
		return r, false
	}
	if json.Unmarshal(members["task"], &r.Task) != nil || json.Unmarshal(members["response"], &r.Response) != nil || r.Response == "" {
		return r, false
	}
	if _, err := table().Find(r.Task); err != nil {
		return r, false
	}
	keys := make([]string, 0, len(members))
	for k := range members {
		if k != "record_id" && k != "task" && k != "response" && k != "event_time" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	var rest bytes.Buffer
	for _, k := range keys {
		fmt.Fprintf(&rest, ",%q:", k)
		if json.Compact(&rest, members[k]) != nil {
			return r, false
		}
	}
	raw := members["response"]
	r.text, r.rest = raw[1:len(raw)-1], rest.Bytes()
	return r, true
}

// JSON returns the record without number and time.
func (r *Record) JSON() []byte {
	return fmt.Appendf(nil, `{"task":%q,"response":"%s"%s}`, r.Task, r.text, r.rest)
}

// Texts returns the distinct responses of a group whose task is one of tasks,
// of all tasks where none is given.
func Texts(groups []Group, name string, tasks ...string) []string {
	var texts []string
	seen := map[string]bool{}
	for _, g := range groups {
		if g.Name != name {
			continue
		}
		for _, r := range g.Records {
			if (len(tasks) == 0 || slices.Contains(tasks, r.Task)) && !seen[r.Response] {
				seen[r.Response] = true
				texts = append(texts, r.Response)
			}
		}
	}
	return texts
}

// Corpus says what Write makes.
type Corpus struct {
	Groups []Group
	// Records is how many records the corpus has.
	Records int
	Seed    uint64
	// Task replaces the task of every record, if it is not empty.
	Task string
	// ResponseBytes lengthens responses to at least so many bytes by responses
	// of other records of the group.
	ResponseBytes int
}

// epoch is the event time of the first record; corpora span two days, so that
// there are two date partitions.
var epoch = time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)

// Write writes the corpus as JSON Lines and returns its size in bytes.
func (c Corpus) Write(w io.Writer) (int64, error) {
	out := bufio.NewWriterSize(w, 1<<20)
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	total := 0
	for _, g := range c.Groups {
		total += g.Share
	}
	var line []byte
	var size int64
	for i := range c.Records {
		g := c.pick(rng.IntN(total))
		r := &g.Records[rng.IntN(len(g.Records))]
		task := r.Task
		if c.Task != "" {
			task = c.Task
		}
		at := epoch.Add(48 * time.Hour / time.Duration(c.Records) * time.Duration(i))
		line = append(line[:0], `{"record_id":"b-`...)
		line = strconv.AppendInt(line, int64(i), 10)
		line = append(line, `","task":`...)
		line = strconv.AppendQuote(line, task)
		line = append(line, `,"response":"`...)
		from := len(line)
		line = append(line, r.text...)
		for len(line)-from < c.ResponseBytes {
			line = append(line, `\n\n`...)
			line = append(line, g.Records[rng.IntN(len(g.Records))].text...)
		}
		line = append(line, '"')
		line = append(line, r.rest...)
		line = append(line, `,"event_time":"`...)
		line = at.AppendFormat(line, time.RFC3339Nano)
		line = append(line, "\"}\n"...)
		size += int64(len(line))
		if _, err := out.Write(line); err != nil {
			return size, err
		}
	}
	return size, out.Flush()
}

func (c Corpus) pick(at int) *Group {
	for i := range c.Groups {
		if at -= c.Groups[i].Share; at < 0 {
			return &c.Groups[i]
		}
	}
	return &c.Groups[len(c.Groups)-1]
}
