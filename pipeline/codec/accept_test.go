package codec_test

import (
	"strings"
	"testing"
	"time"

	"mizan/pipeline/codec"
	"mizan/pipeline/source"
)

// TestAccepts: good records and a column of their row.
func TestAccepts(t *testing.T) {
	for _, c := range []struct{ name, in, column, want string }{
		{"plain", record(""), "response", "a b"},
		{"source", record(""), "source", "topic"},
		{"partition", record(""), "source_partition", "2"},
		{"offset", record(""), "source_offset", "7"},
		{"white space", " {\t\"task\" :\r\n\"ifeval\" , \"response\" : \"x\" } \n", "response", "x"},
		{"null response is empty", record(`"response":null`), "response", ""},
		{"duplicate, last wins", record(`"response":"c"`), "response", "c"},
		{"duplicate after a wrong type", `{"response":[1],"task":"ifeval","response":"c"}`, "response", "c"},
		{"duplicate null wins", record(`"response":"x","response":null`), "response", ""},
		{"escaped key", `{"t\u0061sk":"ifeval","response":"a"}`, "task", "ifeval"},
		{"escapes", record(`"response":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`), "response", "\"\\/\b\f\n\r\té😀"},
		{"NUL escape", record(`"response":"a\u0000b"`), "response", "a\x00b"},
		{"lone surrogates", record(`"response":"\ud83d \ude00\ud83d\ud83d\ude00"`), "response", "\ufffd \ufffd\ufffd😀"},
		{"DEL and noncharacters", record("\"response\":\"\x7f\uffff\""), "response", "\x7f\uffff"},
		{"unknown fields", record(`"x":{"y":[1,{"z":null}],"w":-1.5e-7},"v":[],"u":{}`), "response", "a b"},
		{"special numbers ignored", record(`"x":[NaN,Infinity,-Infinity,1e400]`), "response", "a b"},
		{"doc_id", record(`"doc_id":-5`), "doc_id", "-5"},
		{"doc_id 3.0", record(`"doc_id":3.0`), "doc_id", "3"},
		{"doc_id 1.20e2", record(`"doc_id":1.20e2`), "doc_id", "120"},
		{"doc_id 3000e-3", record(`"doc_id":3000e-3`), "doc_id", "3"},
		{"doc_id -0", record(`"doc_id":-0`), "doc_id", "0"},
		{"doc_id 0e999999999", record(`"doc_id":0e999999999`), "doc_id", "0"},
		{"doc_id max", record(`"doc_id":9223372036854775807`), "doc_id", "9223372036854775807"},
		{"doc_id min", record(`"doc_id":-9223372036854775808`), "doc_id", "-9223372036854775808"},
		{"doc_id exact as float", record(`"doc_id":9007199254740993.0`), "doc_id", "9007199254740993"},
		{"doc_id null", record(`"doc_id":null`), "doc_id", "null"},
		{"lang text", record(`"lang":"ar"`), "lang", `["ar"]`},
		{"lang empty text", record(`"lang":""`), "lang", "null"},
		{"lang list", record(`"lang":["ar","en"]`), "lang", `["ar","en"]`},
		{"lang null", record(`"lang":null`), "lang", "null"},
		{"lang empty list", record(`"lang":[]`), "lang", "[]"},
		{"ids with null", record(`"instruction_id_list":["a",null,""]`), "instruction_id_list", `["a",null,""]`},
		{"reasoning", record(`"reasoning":"hm"`), "reasoning", "hm"},
		{"reasoning_content", record(`"reasoning_content":"hm"`), "reasoning", "hm"},
		{"reasoning null, reasoning_content", record(`"reasoning_content":"hm","reasoning":null`), "reasoning", "hm"},
		{"kwargs list", record(`"kwargs":[{ "a" : 1 }, null , {"b":[ "x y" ]}]`), "kwargs", `[{"a":1},null,{"b":["x y"]}]`},
		{"kwargs empty list", record(`"kwargs":[ ]`), "kwargs", `[]`},
		{"kwargs null", record(`"kwargs":null`), "kwargs", "null"},
		{"kwargs JSON text", record(`"kwargs":"[{\"a\": null}]"`), "kwargs", `[{"a":null}]`},
		{"kwargs Python text", record(`"kwargs":"[{'a': None, 'b': True, 'c': 'it\\'s'}]"`), "kwargs", `[{"a":null,"b":true,"c":"it's"}]`},
		{"kwargs None", record(`"kwargs":"None"`), "kwargs", "null"},
		{"kwargs with lone surrogate", record(`"kwargs":[{"a":"\ud83d"}]`), "kwargs", "[{\"a\":\"\ufffd\"}]"},
		{"kwargs with special numbers", record(`"kwargs":[{"a":NaN,"b":-Infinity,"c":"NaN"}]`), "kwargs", `[{"a":"NaN","b":-1e999,"c":"NaN"}]`},
		{"event_time", record(`"event_time":"2026-11-30T10:00:00Z"`), "event_time", "2026-11-30T10:00:00Z"},
		{"event_time cut", record(`"event_time":"2026-11-30T10:00:00.123456999+03:00"`), "event_time", "2026-11-30T07:00:00.123456Z"},
		{"event_time before 1970, cut", record(`"event_time":"1969-12-31T23:59:59.9999999Z"`), "event_time", "1969-12-31T23:59:59.999999Z"},
		{"event_time leap second", record(`"event_time":"2016-12-31t23:59:60.5z"`), "event_time", "2017-01-01T00:00:00.5Z"},
		{"event_time leap day", record(`"event_time":"2028-02-29 00:30:00-00:30"`), "event_time", "2028-02-29T01:00:00Z"},
		{"event_time year 1", record(`"event_time":"0001-01-01T00:00:00Z"`), "event_time", "0001-01-01T00:00:00Z"},
		{"loglikelihoods", mc(`"loglikelihoods":[-1.5,NaN,-Infinity,"NaN","-Infinity","Infinity",-0,1e400]`), "loglikelihoods", `[-1.5,"NaN","-Inf","NaN","-Inf","+Inf",-0,"+Inf"]`},
		{"labels", mc(`"loglikelihoods":[],"labels":[1,0,-0,1.0]`), "labels", `[1,0,0,1]`},
		{"mc without response", mc(`"loglikelihoods":[]`), "response", "null"},
		{"choices", mc(`"loglikelihoods":[],"choices":["a",""]`), "choices", `["a",""]`},
		{"references", record(`"question":"q","best_answer":"b","correct_answers":["c"],"incorrect_answers":[],"language":"es"`), "correct_answers", `["c"]`},
		{"language", record(`"language":"es"`), "language", "es"},
		{"deep but not too deep", record(`"x":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000)), "response", "a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, bad := appendOne(t, codec.Options{}, "topic", []byte(c.in))
			if bad != nil {
				t.Fatalf("rejected: %s", bad.Reason)
			}
			got := r[c.column]
			if c.column == "event_time" {
				got = rfc3339(t, got)
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.column, got, c.want)
			}
		})
	}
}

// rfc3339 reprints a timestamp as Arrow prints it.
func rfc3339(t *testing.T, s string) string {
	t.Helper()
	for _, layout := range []string{"2006-01-02 15:04:05.999999Z07:00", "2006-01-02T15:04:05.999999Z07:00", "2006-01-02 15:04:05.999999"} {
		if tm, err := time.Parse(layout, s); err == nil {
			return tm.UTC().Format(time.RFC3339Nano)
		}
	}
	t.Fatalf("cannot read time %q", s)
	return ""
}

// TestMessageTime: the Kafka timestamp stands in for event_time.
func TestMessageTime(t *testing.T) {
	b := codec.NewBuilder(codec.Options{Task: needs})
	at := time.Date(2026, 11, 30, 10, 0, 0, 5e6, time.UTC)
	for _, more := range []string{"", `"event_time":null`, `"event_time":"2020-01-01T00:00:00Z"`} {
		if bad := b.Append("t", 0, source.Message{Time: at, Value: []byte(record(more))}); bad != nil {
			t.Fatal(bad.Reason)
		}
	}
	rec := b.NewRecord()
	defer rec.Release()
	rows := rowsOf(rec)
	for i, want := range []string{"2026-11-30T10:00:00.005Z", "2026-11-30T10:00:00.005Z", "2020-01-01T00:00:00Z"} {
		if got := rfc3339(t, rows[i]["event_time"]); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	o := codec.Options{DefaultTask: "quality", DefaultModel: "m0", DefaultRunID: "r0"}
	r, bad := appendOne(t, o, "topic", []byte(`{"response":"a","model":"own"}`))
	if bad != nil {
		t.Fatal(bad.Reason)
	}
	if r["task"] != "quality" || r["model"] != "own" || r["run_id"] != "r0" {
		t.Errorf("row %v", r)
	}
}

func TestFieldPaths(t *testing.T) {
	chat := `{"custom_id":"c1","response":{"body":{"model":"m9","choices":[{"message":{"content":"first","reasoning_content":"why"}},{"message":{"content":null}}]}},
		"messages":[{"role":"system","content":"s"},{"role":"user","content":"ask"}]}`
	o := codec.Options{
		DefaultTask: "quality",
		Fields: map[string][]string{
			"record_id": {"$.custom_id"},
			"model":     {"$.response.body.model"},
			"response":  {"$.nothing.here", "$.response.body.choices[1].message.content", "$['response'].body.choices[0][\"message\"].content"},
			"prompt":    {"$.messages[-1].content"},
			"reasoning": {"$.response.body.choices[0].message.reasoning", "$.response.body.choices[0].message.reasoning_content"},
		},
	}
	r, bad := appendOne(t, o, "topic", []byte(chat))
	if bad != nil {
		t.Fatal(bad.Reason)
	}
	for col, want := range map[string]string{"record_id": "c1", "model": "m9", "response": "first", "prompt": "ask", "reasoning": "why"} {
		if r[col] != want {
			t.Errorf("%s is %q, want %q", col, r[col], want)
		}
	}
	for _, c := range []struct{ in, reason string }{
		{`{"response":{"body":{"choices":[{"message":{"content":[1]}}]}}}`, `response ($['response'].body.choices[0]["message"].content): expected a text or null, found a list`},
		{`{"response":"a"}`, "missing"},
		// The later duplicate of an object takes back what the earlier held.
		{`{"response":{"body":{"choices":[{"message":{"content":"x"}}]}},"response":{}}`, "missing"},
	} {
		_, bad := appendOne(t, o, "topic", []byte(c.in))
		if bad == nil || bad.Field != "response" || !strings.Contains(bad.Reason, c.reason) {
			t.Errorf("%s: reject %+v, want %q", c.in, bad, c.reason)
		}
	}
}

// The choices of a chat completion are no choices of a question.
func TestFieldPathsTakeOverTheirKeys(t *testing.T) {
	chat := `{"id":"c1","choices":[{"message":{"content":"hello"}}]}`
	o := codec.Options{DefaultTask: "quality", Fields: map[string][]string{"response": {"$.choices[0].message.content"}}}
	r, bad := appendOne(t, o, "topic", []byte(chat))
	if bad != nil {
		t.Fatal(bad.Reason)
	}
	if r["response"] != "hello" || r["choices"] != "null" {
		t.Errorf("response %q, choices %s", r["response"], r["choices"])
	}
	// Who asks for both gets both.
	o.Fields["choices"] = []string{"$.choices"}
	if _, bad := appendOne(t, o, "topic", []byte(chat)); bad == nil || bad.Field != "choices" {
		t.Errorf("reject %+v, want one of choices", bad)
	}
}

func TestOptionsCheck(t *testing.T) {
	for _, c := range []struct {
		o    codec.Options
		want string
	}{
		{codec.Options{Format: "xml"}, `"xml"`},
		{codec.Options{Fields: map[string][]string{"respons": {"$.a"}}}, `"respons"`},
		{codec.Options{Fields: map[string][]string{"response": {"a.b"}}}, "start with $"},
		{codec.Options{Fields: map[string][]string{"response": {"$"}}}, "whole record"},
		{codec.Options{Fields: map[string][]string{"response": {"$..a"}}}, "name is missing"},
		{codec.Options{Fields: map[string][]string{"response": {"$.a[*]"}}}, "element"},
		{codec.Options{Fields: map[string][]string{"response": {"$.a[0"}}}, "not closed"},
		{codec.Options{Fields: map[string][]string{"response": {"$.a['b]"}}}, "not closed"},
		{codec.Options{Fields: map[string][]string{"response": {"$a"}}}, "expected a point"},
	} {
		if err := c.o.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o.Fields, err, c.want)
		}
	}
	if err := (&codec.Options{}).Check(); err != nil {
		t.Error(err)
	}
}
