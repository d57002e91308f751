package codec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mizan/pipeline/codec"
	"mizan/pipeline/source/prompts"
)

func joinSet(t *testing.T, lines ...string) *prompts.Set {
	t.Helper()
	var paths []string
	for _, l := range lines {
		path := filepath.Join(t.TempDir(), "set.jsonl")
		if err := os.WriteFile(path, []byte(l), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	s, err := prompts.Load(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJoin(t *testing.T) {
	set := joinSet(t,
		`{"key":5,"prompt":"P5","instruction_id_list":["a",null],"kwargs":[{"n":1},{}],"lang":["ar"]}
{"key":0,"prompt":"P0","instruction_id_list":["z"],"kwargs":[{}]}`,
		`{"id":1,"question":"Q1?","best_answer":"b","correct_answers":["c"],"incorrect_answers":[],"mc1_targets":{"choices":["x","y"],"labels":[1,0]},"mc2_targets":{"choices":["x","y","z"],"labels":[1,1,0]},"lang":"es"}`)
	joined := row{"instruction_id_list": `["a",null]`, "kwargs": `[{"n":1},{}]`, "prompt": "P5", "lang": `["ar"]`}
	for _, c := range []struct {
		name, in string
		want     row
	}{
		{"by key", record(`"doc_id":5`), joined},
		{"by prompt", record(`"prompt":"P5"`), joined},
		{"nulls are missing", record(`"doc_id":5,"instruction_id_list":null,"kwargs":null,"prompt":null,"lang":null`), joined},
		{"what the record has stays", record(`"doc_id":5,"lang":["en"],"kwargs":[{"own":2}]`), row{"lang": `["en"]`, "kwargs": `[{"own":2}]`, "instruction_id_list": `["a",null]`}},
		{"complete records are not looked up", record(`"doc_id":77,"instruction_id_list":[],"kwargs":[]`), row{"instruction_id_list": "[]", "prompt": "null"}},
		{"kwargs alone, same ids", record(`"doc_id":5,"instruction_id_list":["a",null]`), joined},
		{"kwargs alone, other ids", record(`"doc_id":5,"instruction_id_list":["b"]`), row{"instruction_id_list": `["b"]`, "kwargs": "null"}},
		{"kwargs alone, no such prompt", record(`"doc_id":77,"instruction_id_list":["b"]`), row{"kwargs": "null"}},
		{"a task without instructions", `{"task":"quality","response":"a","doc_id":5}`, row{"instruction_id_list": "null", "prompt": "null"}},
		{"sample log by position", strings.Replace(strings.Replace(sampleLog, `"doc_id":3`, `"doc_id":0`, 1), `"doc":{"key":1000,"prompt":"Write.","instruction_id_list":["punctuation:no_comma"],"kwargs":[{"num_words":null}],"lang":["ar"]}`,
			`"task":"ifeval","doc":{}`, 1), row{"instruction_id_list": `["a",null]`, "doc_id": "0"}},
		{"gen", `{"task":"truthfulqa-multi_gen_es","response":"r","doc_id":0}`, row{"question": "Q1?", "best_answer": "b", "correct_answers": `["c"]`, "incorrect_answers": "[]", "language": "es", "lang": "null"}},
		{"mc1", `{"task":"truthfulqa-multi_mc1_es","loglikelihoods":[-1,-2],"doc_id":0}`, row{"labels": "[1,0]", "choices": `["x","y"]`}},
		{"mc2", `{"task":"truthfulqa-multi_mc2_es","loglikelihoods":[-1,-2,-3],"question":"Q1?"}`, row{"labels": "[1,1,0]", "choices": `["x","y","z"]`}},
		{"mc2 keeps its choices", `{"task":"truthfulqa-multi_mc2_es","loglikelihoods":[-1],"question":"Q1?","choices":["k"]}`, row{"labels": "[1,1,0]", "choices": `["k"]`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, bad := appendOne(t, codec.Options{Join: set}, "x.jsonl", []byte(c.in))
			if bad != nil {
				t.Fatal(bad.Reason)
			}
			for col, want := range c.want {
				if r[col] != want {
					t.Errorf("%s is %q, want %q", col, r[col], want)
				}
			}
		})
	}
	for _, c := range []struct{ name, in, field, reason string }{
		{"no such key", record(`"doc_id":3`), "instruction_id_list", "has the key 3 (doc_id is a key there"},
		{"no such prompt", record(`"prompt":"other"`), "instruction_id_list", "the prompt is not in"},
		{"prompt of another key", record(`"prompt":"other","doc_id":5`), "instruction_id_list", "the one with doc_id 5 is another"},
		{"nothing to find it by", record(""), "instruction_id_list", "neither a prompt nor a doc_id"},
		{"gen, no such position", `{"task":"truthfulqa-multi_gen_es","response":"r","doc_id":1}`, "correct_answers", "position 1: it holds 1"},
		{"mc, nothing to find it by", `{"task":"truthfulqa-multi_mc2_es","loglikelihoods":[-1]}`, "labels", "neither"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, bad := appendOne(t, codec.Options{Join: set}, "x.jsonl", []byte(c.in))
			if bad == nil || bad.Field != c.field || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("%+v, want %q %q", bad, c.field, c.reason)
			}
		})
	}
}

// TestJoinNeeds: a task of the user's own says by its needs what to join.
func TestJoinNeeds(t *testing.T) {
	set := joinSet(t, `{"key":5,"prompt":"P5","instruction_id_list":["a"],"kwargs":[{}]}`)
	o := codec.Options{Join: set, Task: func(string) (codec.Need, error) { return codec.NeedResponse | codec.NeedInstructions, nil }}
	in := `{"task":"mine","response":"a","doc_id":5}`
	if r, bad := appendOne(t, o, "x", []byte(in)); bad != nil || r["instruction_id_list"] != `["a"]` {
		t.Errorf("%v, %v", r, bad)
	}
	o.Task = func(string) (codec.Need, error) { return codec.NeedResponse, nil }
	if r, bad := appendOne(t, o, "x", []byte(in)); bad != nil || r["instruction_id_list"] != "null" {
		t.Errorf("%v, %v", r, bad)
	}
}
