package prompts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"mizan/internal/testshared"
	"mizan/pipeline/source/prompts"
)

func write(t testing.TB, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t testing.TB, files ...string) *prompts.Set {
	t.Helper()
	var paths []string
	for i, data := range files {
		paths = append(paths, write(t, fmt.Sprintf("set%d.jsonl", i), data))
	}
	s, err := prompts.Load(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	english = `{"key":1,"prompt":"Write A.","instruction_id_list":["a"],"kwargs":[{"n":1}]}
{"key":20,"prompt":"Write B.","instruction_id_list":["b",null],"kwargs":"[{'n': None}, None]"}
{"key":21,"prompt":"Write twice.","instruction_id_list":["c"],"kwargs":[{}]}
{"key":22,"prompt":"Write twice.","instruction_id_list":["d"],"kwargs":[{}]}
`
	arabic = `{"key":1,"prompt":"اكتب","instruction_id_list":["ar:a"],"kwargs":[{}],"lang":["ar"]}
{"key":30,"prompt":"Write A.","instruction_id_list":["ar:b"],"kwargs":[{}],"lang":["ar","en"]}
`
	spanish = `{"id":1,"question":"¿A?","best_answer":"a","correct_answers":["a"],"incorrect_answers":["b"],"mc1_targets":{"choices":["a","b"],"labels":[1,0]},"lang":"es"}
{"id":2,"question":"¿B?","best_answer":"b","correct_answers":["b"],"incorrect_answers":[],"lang":"es"}
`
	basque = `{"id":1,"question":"A?","best_answer":"x","correct_answers":["x"],"incorrect_answers":["y"],"lang":"eu"}
`
)

// name is what identifies an entry of the sets above.
func name(e *prompts.Entry) string {
	if e.BestAnswer != "" {
		return e.BestAnswer
	}
	return strings.Join(e.Instructions, "+")
}

func TestFind(t *testing.T) {
	all := load(t, english, arabic, spanish, basque)
	en := load(t, english)
	for _, c := range []struct {
		name string
		set  *prompts.Set
		q    prompts.Query
		want string
		err  string
	}{
		{"by prompt", en, prompts.Query{Prompt: "Write A."}, "a", ""},
		{"by prompt, doc_id of another", en, prompts.Query{Prompt: "Write A.", DocID: 20, HasDocID: true}, "a", ""},
		{"by key", en, prompts.Query{DocID: 20, HasDocID: true}, "b+", ""},
		{"a key is never a position", en, prompts.Query{DocID: 0, HasDocID: true}, "", "has the key 0 (doc_id is a key there, not a position)"},
		{"key 1, not position 1", en, prompts.Query{DocID: 1, HasDocID: true}, "a", ""},
		{"sample log: position 1, not key 1", en, prompts.Query{DocID: 1, HasDocID: true, Position: true}, "b+", ""},
		{"sample log: position out of range", en, prompts.Query{DocID: 4, HasDocID: true, Position: true}, "", "position 4: it holds 4"},
		{"negative position", en, prompts.Query{DocID: -1, HasDocID: true, Position: true}, "", "position -1"},
		{"prompt twice, key decides", en, prompts.Query{Prompt: "Write twice.", DocID: 22, HasDocID: true}, "d", ""},
		{"prompt twice, position decides", en, prompts.Query{Prompt: "Write twice.", DocID: 2, HasDocID: true, Position: true}, "c", ""},
		{"prompt twice, nothing decides", en, prompts.Query{Prompt: "Write twice."}, "", "ambiguous: the prompt stands 2 times"},
		{"unknown prompt", en, prompts.Query{Prompt: "Write C."}, "", "the prompt is not in"},
		{"nearly the prompt", en, prompts.Query{Prompt: "Write A. "}, "", "the prompt is not in"},
		{"chat template around the prompt", en, prompts.Query{Prompt: "<|user|>Write A.<|end|>", DocID: 1, HasDocID: true}, "a", ""},
		{"prompt and key contradict", en, prompts.Query{Prompt: "Write C.", DocID: 1, HasDocID: true}, "", "the one with doc_id 1 is another"},
		{"nothing given", en, prompts.Query{}, "", "neither a prompt nor a doc_id"},
		{"English task", all, prompts.Query{Task: "ifeval", DocID: 1, HasDocID: true}, "a", ""},
		{"Arabic task", all, prompts.Query{Task: "ifeval_arabic_inception", DocID: 1, HasDocID: true}, "ar:a", ""},
		{"Arabic task, English prompt", all, prompts.Query{Task: "ifeval_arabic_inception", Prompt: "Write A."}, "ar:b", ""},
		{"question", all, prompts.Query{Task: "truthfulqa-multi_gen_es", Question: "¿B?"}, "b", ""},
		{"question as the task puts it", all, prompts.Query{Task: "truthfulqa-multi_gen_es", Prompt: "Q: ¿B?"}, "b", ""},
		{"question as the mc tasks put it", all, prompts.Query{Task: "truthfulqa-multi_mc1_es", Prompt: "Q: ¿A?\nA:"}, "a", ""},
		{"language by the task", all, prompts.Query{Task: "truthfulqa-multi_gen_eu", DocID: 0, HasDocID: true}, "x", ""},
		{"language by the record", all, prompts.Query{Task: "truthfulqa-multi_gen", Language: "es", DocID: 0, HasDocID: true}, "a", ""},
		{"no set of that language", all, prompts.Query{Task: "truthfulqa-multi_gen_gl", DocID: 0, HasDocID: true}, "", "ambiguous: both"},
		{"position out of range", all, prompts.Query{Task: "truthfulqa-multi_gen_eu", DocID: 1, HasDocID: true}, "", "position 1: it holds 1"},
		{"no set for the task", load(t, english, english), prompts.Query{Task: "truthfulqa-multi_gen_eu", DocID: 1, HasDocID: true}, "", "no prompt set is loaded"},
		{"the same set twice", load(t, english, english), prompts.Query{Task: "ifeval", DocID: 1, HasDocID: true}, "a", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := c.set.Find(c.q)
			switch {
			case err != nil:
				if c.err == "" || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%v, want %q", err, c.err)
				}
			case c.err != "" || name(e) != c.want:
				t.Errorf("found %q, want %q %q", name(e), c.want, c.err)
			}
		})
	}
}

func TestLoadFields(t *testing.T) {
	s := load(t, english, arabic, spanish)
	if s.Len() != 8 {
		t.Errorf("%d prompts", s.Len())
	}
	e, err := s.Find(prompts.Query{Task: "ifeval", Prompt: "Write B."})
	if err != nil || e.Kwargs != `[{"n":null},null]` || fmt.Sprint(e.InstructionNulls) != "[false true]" || e.ID != 20 || e.Position != 1 || e.Language() != "" {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = s.Find(prompts.Query{Task: "truthfulqa-multi_mc1_es", Question: "¿A?"})
	if err != nil || e.MC1 == nil || fmt.Sprint(*e.MC1) != "{[a b] [1 0]}" || e.MC2 != nil || e.Language() != "es" || e.HasID {
		t.Errorf("%+v, %v", e, err)
	}
	if n := prompts.Merge(load(t, english), load(t, basque)).Len(); n != 5 {
		t.Errorf("merged: %d", n)
	}
}

func TestLoadFaults(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "it is empty"},
		{"blank", "\n\n", "it is empty"},
		{"not JSON", english + "x", "row 5: invalid character"},
		{"not UTF-8", "{\"key\":1,\"prompt\":\"\xff\"}", "row 1: invalid UTF-8"},
		{"no prompt", `{"key":1}`, `neither "prompt" nor "question"`},
		{"key is a text", `{"key":"1","prompt":"a"}`, "cannot unmarshal string"},
		{"same key", english + `{"key":20,"prompt":"x","instruction_id_list":[],"kwargs":[]}`, "row 5: key 20 stands in row 2 too"},
		{"some without key", english + `{"prompt":"x","instruction_id_list":[],"kwargs":[]}`, `row 5: some entries have a "key"`},
		{"bad kwargs", `{"prompt":"x","instruction_id_list":["a"],"kwargs":"[{'a'}]"}`, "kwargs: neither JSON"},
		{"bad lang", `{"prompt":"x","instruction_id_list":["a"],"lang":5}`, "lang"},
		{"mixed", english + `{"key":99,"question":"q","correct_answers":[]}`, "keep them in files of their own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, "set.jsonl", c.data)
			_, err := prompts.Load(path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	if _, err := prompts.Load("absent.jsonl"); err == nil || !strings.Contains(err.Error(), `cannot load prompt set: cannot open "absent.jsonl"`) {
		t.Error(err)
	}
}

func TestLoadParquet(t *testing.T) {
	type entry struct {
		Key    int64    `parquet:"key"`
		Prompt string   `parquet:"prompt"`
		IDs    []string `parquet:"instruction_id_list,list"`
		Kwargs []struct {
			N *int64 `parquet:"n,optional"`
		} `parquet:"kwargs,list"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[entry](&b)
	e := entry{Key: 7, Prompt: "P", IDs: []string{"a"}}
	e.Kwargs = make([]struct {
		N *int64 `parquet:"n,optional"`
	}, 1)
	if _, err := w.Write([]entry{e}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := prompts.Load(write(t, "set.parquet", b.String()))
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Find(prompts.Query{DocID: 7, HasDocID: true})
	if err != nil || found.Prompt != "P" || found.Kwargs != `[{"n":null}]` {
		t.Errorf("%+v, %v", found, err)
	}
}

type golden struct {
	Record struct {
		Task, Prompt, Question string
		DocID                  int64           `json:"doc_id"`
		BestAnswer             string          `json:"best_answer"`
		Instructions           []string        `json:"instruction_id_list"`
		Kwargs                 json.RawMessage `json:"kwargs"`
	}
}

// TestPublicSets: every golden record finds its own prompt in the public sets,
// all of them loaded at once.
func TestPublicSets(t *testing.T) {
	var paths []string
	for _, p := range []string{"ifeval_input", "arabic_ifeval_input", "truthfulqa_multi/en_validation", "truthfulqa_multi/es_validation",
		"truthfulqa_multi/ca_validation", "truthfulqa_multi/eu_validation", "truthfulqa_multi/gl_validation"} {
		paths = append(paths, testshared.Path(t, "data/"+p+".jsonl"))
	}
	s, err := prompts.Load(paths...)
	if err != nil {
		t.Fatal(err)
	}
	testshared.Lines(t, "goldens/ifeval_en/real_o1-mini-2024-09-12.jsonl.gz", func(line int, g golden) {
		r := &g.Record
		// By its prompt, and by its key alone.
		for _, q := range []prompts.Query{{Task: r.Task, Prompt: r.Prompt}, {Task: r.Task, DocID: r.DocID, HasDocID: true}} {
			e, err := s.Find(q)
			if err != nil {
				t.Fatalf("line %d: %v", line, err)
			}
			if e.Prompt != r.Prompt || strings.Join(e.Instructions, " ") != strings.Join(r.Instructions, " ") {
				t.Errorf("line %d: found %q", line, e.Prompt)
			}
		}
	})
	// The data set has been revised since, but for its questions.
	for _, lang := range []string{"en", "es", "ca", "eu"} {
		testTruthful(t, s, "goldens/truthfulqa_multi/gen_run_"+lang+".jsonl")
	}
}

func testTruthful(t *testing.T, s *prompts.Set, rel string) {
	testshared.Lines(t, rel, func(line int, g golden) {
		r := &g.Record
		for _, q := range []prompts.Query{
			{Task: r.Task, Question: r.Question, DocID: r.DocID, HasDocID: true},
			{Task: r.Task, Prompt: r.Prompt, DocID: r.DocID, HasDocID: true},
			{Task: r.Task, DocID: r.DocID, HasDocID: true},
		} {
			e, err := s.Find(q)
			if err != nil {
				t.Fatalf("line %d: %v", line, err)
			}
			if strings.TrimSpace(e.Question) != r.Question || e.Position != r.DocID {
				t.Errorf("line %d: found %q", line, e.Question)
			}
		}
	})
}
