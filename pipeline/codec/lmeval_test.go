package codec_test

import (
	"strings"
	"testing"

	"mizan/pipeline/codec"
)

const (
	sampleLog = `{"doc_id":3,"doc":{"key":1000,"prompt":"Write.","instruction_id_list":["punctuation:no_comma"],"kwargs":[{"num_words":null}],"lang":["ar"]},
		"target":0,"arguments":{"gen_args_0":{"arg_0":"<|user|>Write.","arg_1":{"until":[]}}},"resps":[["raw text"]],"filtered_resps":["the text"],
		"filter":"none","metrics":["prompt_level_strict_acc"],"prompt_level_strict_acc":true}`
	sampleLogMC = `{"doc_id":0,"doc":{"question":"Q?","lang":"eu","mc1_targets":{"choices":["a","b"],"labels":[1,0]},"mc2_targets":{"choices":["a","b","c"],"labels":[1,1,0]},
		"best_answer":"a","correct_answers":["a"],"incorrect_answers":["b"]},"arguments":{"gen_args_0":{"arg_0":"Q: Q?\nA:","arg_1":" a"}},
		"resps":[[["-12.5","False"]],[["-3","True"]]],"filtered_resps":[["-12.5","False"],["-3","True"]],"acc":0.0}`
)

func TestSampleLogs(t *testing.T) {
	gen := strings.NewReplacer(`"resps"`, `"bleu_max":3.5,"resps"`, `[[["-12.5","False"]],[["-3","True"]]]`, `[["Erantzuna"]]`,
		`[["-12.5","False"],["-3","True"]]`, `["Erantzuna"]`).Replace(sampleLogMC)
	mcPath := "out/my__model/samples_truthfulqa-multi_mc1_eu_2026-11-30T10-00-00.123456.jsonl.gz"
	for _, c := range []struct {
		name, in, src string
		o             codec.Options
		want          row
	}{
		{"task by its documents", sampleLog, "logs/sample_log.jsonl", codec.Options{}, row{
			"task": "ifeval", "response": "the text", "prompt": "Write.", "doc_id": "3", "kwargs": `[{"num_words":null}]`,
			"instruction_id_list": `["punctuation:no_comma"]`, "lang": `["ar"]`, "model": "null", "language": "null"}},
		{"task, model and run by the path", sampleLog, "out/org__m/samples_ifeval_langcheck_2026-11-30T10-00-00.5.jsonl", codec.Options{}, row{
			"task": "ifeval_langcheck", "model": "org__m", "run_id": "2026-11-30T10-00-00.5"}},
		{"configuration goes before the path", sampleLog, "out/org__m/samples_ifeval_2026-11-30T10-00-00.5.jsonl",
			codec.Options{DefaultTask: "quality", DefaultModel: "m", DefaultRunID: "r"}, row{"task": "quality", "model": "m", "run_id": "r"}},
		{"filter left a list", strings.Replace(sampleLog, `["the text"]`, `[["one"]]`, 1), "x.jsonl", codec.Options{}, row{"response": "one"}},
		{"no filter", strings.Replace(sampleLog, `"filtered_resps"`, `"unfiltered"`, 1), "x.jsonl", codec.Options{}, row{"response": "raw text"}},
		{"null text", strings.NewReplacer(`"the text"`, `null`, `"raw text"`, `null`).Replace(sampleLog), "x.jsonl", codec.Options{}, row{"response": ""}},
		{"mc1", sampleLogMC, mcPath, codec.Options{}, row{
			"task": "truthfulqa-multi_mc1_eu", "model": "my__model", "loglikelihoods": "[-12.5,-3]", "labels": "[1,0]", "choices": `["a","b"]`,
			"response": "null", "language": "eu", "question": "Q?", "correct_answers": `["a"]`}},
		{"mc2", strings.Replace(sampleLogMC, `["-3","True"]]}`, `["-inf","True"]]}`, 1), strings.Replace(mcPath, "mc1", "mc2", 1), codec.Options{}, row{
			"labels": "[1,1,0]", "choices": `["a","b","c"]`}},
		{"mc numbers", strings.ReplaceAll(sampleLogMC, `"-12.5"`, `-12.5`), mcPath, codec.Options{}, row{"loglikelihoods": "[-12.5,-3]"}},
		{"mc before the filter", strings.Replace(sampleLogMC, `"filtered_resps"`, `"x"`, 1), mcPath, codec.Options{}, row{"loglikelihoods": "[-12.5,-3]"}},
		{"mc infinite", strings.ReplaceAll(sampleLogMC, `"-3"`, `"-inf"`), mcPath, codec.Options{}, row{"loglikelihoods": `[-12.5,"-Inf"]`}},
		{"gen by its metrics", gen, "x.jsonl", codec.Options{}, row{
			"task": "truthfulqa-multi_gen_eu", "response": "Erantzuna", "language": "eu", "lang": `["eu"]`, "loglikelihoods": "null"}},
		{"a canonical record with doc and resps", `{"task":"ifeval","response":"own","doc":{"prompt":"x"},"resps":[["y"]]}`, "x", codec.Options{}, row{"response": "own"}},
		{"a field mapped into the log", sampleLog, "x", codec.Options{Fields: map[string][]string{"record_id": {"$.filter"}}}, row{"record_id": "none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, bad := appendOne(t, c.o, c.src, []byte(c.in))
			if bad != nil {
				t.Fatalf("rejected: %s", bad.Reason)
			}
			for col, want := range c.want {
				if r[col] != want {
					t.Errorf("%s is %q, want %q", col, r[col], want)
				}
			}
		})
	}
}

func TestSampleLogRejects(t *testing.T) {
	mcPath := "m/samples_truthfulqa-multi_mc1_eu_2026-11-30T10-00-00.jsonl"
	for _, c := range []struct{ name, in, src, field, reason string }{
		{"mc task not told", sampleLogMC, "x.jsonl", "task", "missing"},
		{"no response", strings.NewReplacer(`"filtered_resps"`, `"x"`, `"resps"`, `"y"`).Replace(sampleLog), "x.jsonl", "response", "missing"},
		{"response is a number", strings.Replace(sampleLog, `["the text"]`, `[5]`, 1), "x.jsonl", "response", "response ($.filtered_resps[0]): expected a text or null"},
		{"a likelihood None", strings.ReplaceAll(sampleLogMC, `"-3"`, `"None"`), mcPath, "loglikelihoods", `loglikelihoods ($.filtered_resps)[1]: expected a number, found the text "None"`},
		{"an empty likelihood", strings.ReplaceAll(sampleLogMC, `["-3","True"]`, `[]`), mcPath, "loglikelihoods", "found a list"},
		{"unknown task in the path", sampleLog, "m/samples_foo_2026-11-30T10-00-00.jsonl", "task", `unknown task "foo"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, bad := appendOne(t, codec.Options{}, c.src, []byte(c.in))
			if bad == nil {
				t.Fatal("accepted")
			}
			if bad.Field != c.field || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("field %q, reason %q; want %q, %q", bad.Field, bad.Reason, c.field, c.reason)
			}
		})
	}
	if _, bad := appendOne(t, codec.Options{Format: codec.FormatCanonical}, "x.jsonl", []byte(sampleLog)); bad == nil || bad.Field != "task" {
		t.Errorf("canonical format takes a sample log: %+v", bad)
	}
}
