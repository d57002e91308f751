package codec_test

import (
	"strings"
	"testing"

	"mizan/pipeline/codec"
)

// TestRejects: what is no good record, the field at fault and what the reason
// says of it.
func TestRejects(t *testing.T) {
	deep := strings.Repeat("[", 20000)
	for _, c := range []struct{ name, in, field, reason string }{
		// Not a record at all.
		{"empty", "", "", "empty"},
		{"spaces", "  ", "", "found the end at byte 2"},
		{"text", "hello", "", "not JSON: expected a value at byte 0: found \"h\""},
		{"null", "null", "", "found null"},
		{"list", "[1,2]", "", "found a list"},
		{"json text", `"{}"`, "", "found a text"},
		{"number", "12", "", "found a number"},
		{"NaN alone", "NaN", "", "found a number"},
		{"two records", record("") + record(""), "", "after the end"},
		{"trailing comma", `{"task":"ifeval","response":"a",}`, "", "expected a key"},
		{"no quotes", `{task:"ifeval"}`, "", "expected a key in double quotes at byte 1"},
		{"single quotes", `{'task':'ifeval'}`, "", "expected a key"},
		{"no colon", `{"task" "ifeval"}`, "", "expected ':'"},
		{"no comma", `{"task":"ifeval" "response":"a"}`, "", "expected ',' or '}'"},
		{"cut in a text", `{"task":"ifeval","response":"a`, "", "not closed at byte 30"},
		{"cut in an escape", `{"task":"ifeval","response":"a\`, "", "not closed"},
		{"cut in \\u", `{"task":"ifeval","response":"a\u12`, "", "four hexadecimal"},
		{"cut after a key", `{"task":`, "", "found the end"},
		{"cut after a value", `{"task":"ifeval"`, "", "the object is not closed"},
		{"bad escape", `{"task":"ifeval","response":"\x41"}`, "", "unknown escape"},
		{"bad \\u", `{"task":"ifeval","response":"\u00g0"}`, "", "four hexadecimal"},
		{"line feed in a text", "{\"task\":\"ifeval\",\"response\":\"a\nb\"}", "", "control character"},
		{"NUL in a text", "{\"task\":\"ifeval\",\"response\":\"a\x00b\"}", "", "control character"},
		{"comment", `{"task":"ifeval",/* no */"response":"a"}`, "", "expected a key"},
		{"+1", record(`"doc_id":+1`), "", "expected a value"},
		{"01", record(`"doc_id":01`), "", "start with 0"},
		{"1.", record(`"x":1.`), "", "after the point"},
		{".5", record(`"x":.5`), "", "expected a value"},
		{"1e", record(`"x":1e`), "", "exponent"},
		{"-", record(`"x":-`), "", "expected a digit"},
		{"-NaN", record(`"x":-NaN`), "", "expected a digit"},
		{"nan", record(`"x":nan`), "", "expected a value"},
		{"Infinit", record(`"x":Infinit`), "", "expected a value"},
		{"True", record(`"x":True`), "", "expected a value"},
		{"undefined", record(`"x":undefined`), "", "expected a value"},
		{"nested deep", record(`"x":` + deep), "", "10000 levels"},
		{"nested deep in objects", record(`"x":` + strings.Repeat(`{"a":`, 20000)), "", "10000 levels"},
		{"mixed brackets", record(`"x":[{]}`), "", "expected a key"},
		{"schema registry", "\x00\x00\x00\x00\x01" + record(""), "", "schema registry"},
		{"BOM", "\ufeff" + record(""), "", "byte-order mark"},
		{"control sequence", "\x1b[2J", "", `found "\x1b"`},
		{"bidi override", "\u202e", "", `found "\u202e"`},
		// Not UTF-8.
		{"bad byte in the response", "{\"task\":\"ifeval\",\"response\":\"a\xff\"}", "response", "invalid UTF-8: byte 0xFF at byte 30"},
		{"bad byte in an unknown field", "{\"task\":\"ifeval\",\"response\":\"a\",\"x\":\"\x80\"}", "", "invalid UTF-8"},
		{"bad byte in a key", "{\"t\xc0\xafk\":1}", "", "invalid UTF-8"},
		{"bad byte outside", "\xfe\xff", "", "invalid UTF-8"},
		{"raw surrogate", "{\"task\":\"ifeval\",\"response\":\"\xed\xa0\x80\"}", "response", "invalid UTF-8"},
		{"overlong", "{\"task\":\"ifeval\",\"response\":\"\xc0\x80\"}", "response", "invalid UTF-8"},
		{"beyond Unicode", "{\"task\":\"ifeval\",\"response\":\"\xf4\x90\x80\x80\"}", "response", "invalid UTF-8"},
		{"cut character", "{\"task\":\"ifeval\",\"response\":\"\xe2\x82\"}", "response", "invalid UTF-8"},
		// Fields that are missing or of a wrong type.
		{"no task", `{"response":"a"}`, "task", "no default task"},
		{"null task", `{"response":"a","task":null}`, "task", "no default task"},
		{"unknown task", `{"response":"a","task":"ifevil"}`, "task", "near names: ifeval"},
		{"task is a number", `{"response":"a","task":5}`, "task", "expected a text, found the number 5"},
		{"no response", `{"task":"ifeval"}`, "response", "missing"},
		{"response is a list", record(`"response":["A","B"]`), "response", "found a list"},
		{"response is an object", record(`"response":{"text":"a"}`), "response", "found an object"},
		{"response is a number", record(`"response":5`), "response", "found the number 5"},
		{"response is true", record(`"response":true`), "response", "found a boolean"},
		{"response is NaN", record(`"response":NaN`), "response", "found the number NaN"},
		{"last response is wrong", record(`"response":"a","response":1`), "response", "found the number 1"},
		{"prompt is a list", record(`"prompt":[{"role":"user"}]`), "prompt", "found a list"},
		{"model is a number", record(`"model":1`), "model", "expected a text"},
		{"record_id is a number", record(`"record_id":1`), "record_id", "expected a text"},
		{"doc_id is a text", record(`"doc_id":"7"`), "doc_id", `found the text "7"`},
		{"doc_id has a fraction", record(`"doc_id":3.5`), "doc_id", "expected an integer, found the number 3.5"},
		{"doc_id has a hidden fraction", record(`"doc_id":30e-2`), "doc_id", "expected an integer"},
		{"doc_id beyond int64", record(`"doc_id":9223372036854775808`), "doc_id", "64 bits"},
		{"doc_id far beyond int64", record(`"doc_id":1e400`), "doc_id", "64 bits"},
		{"doc_id NaN", record(`"doc_id":NaN`), "doc_id", "found the number NaN"},
		{"doc_id true", record(`"doc_id":true`), "doc_id", "found a boolean"},
		{"event_time is a number", record(`"event_time":1764496800`), "event_time", "RFC 3339"},
		{"event_time without offset", record(`"event_time":"2026-11-30T10:00:00"`), "event_time", "with an offset"},
		{"event_time 31 November", record(`"event_time":"2026-11-31T10:00:00Z"`), "event_time", "2026-11-31"},
		{"event_time 29 February", record(`"event_time":"2026-02-29T10:00:00Z"`), "event_time", "RFC 3339"},
		{"event_time 24:00", record(`"event_time":"2026-11-30T24:00:00Z"`), "event_time", "RFC 3339"},
		{"event_time empty", record(`"event_time":""`), "event_time", `found ""`},
		{"event_time with a bare point", record(`"event_time":"2026-11-30T10:00:00.Z"`), "event_time", "RFC 3339"},
		{"ids are a text", record(`"instruction_id_list":"punctuation:no_comma"`), "instruction_id_list", "expected a list of texts"},
		{"an id is a number", record(`"instruction_id_list":["a",2]`), "instruction_id_list", "instruction_id_list[1]: expected a text, found the number 2"},
		{"lang is a number", record(`"lang":1`), "lang", "expected a list of texts"},
		{"lang holds null", record(`"lang":["ar",null]`), "lang", "lang[1]: expected a text, found null"},
		{"an answer is null", record(`"correct_answers":[null]`), "correct_answers", "correct_answers[0]"},
		{"answers are a text", record(`"incorrect_answers":"no"`), "incorrect_answers", "found the text \"no\""},
		{"kwargs is an object", record(`"kwargs":{}`), "kwargs", "expected a list of objects"},
		{"kwargs holds a number", record(`"kwargs":[{},1]`), "kwargs", "found a number in it"},
		{"kwargs text is no list", record(`"kwargs":"{}"`), "kwargs", "expected a list of objects"},
		{"kwargs text is cut", record(`"kwargs":"[{'a': 1"`), "kwargs", "neither JSON nor a Python literal"},
		{"kwargs text is empty", record(`"kwargs":""`), "kwargs", "found the end"},
		{"kwargs text calls", record(`"kwargs":"[__import__('os')]"`), "kwargs", "expected a value"},
		{"kwargs text nests deep", record(`"kwargs":"` + strings.Repeat("(", 500) + `"`), "kwargs", "200 levels"},
		{"kwargs is a number", record(`"kwargs":0`), "kwargs", "found the number 0"},
		{"no loglikelihoods", mc(`"response":"a"`), "loglikelihoods", "missing"},
		{"null loglikelihoods", mc(`"loglikelihoods":null`), "loglikelihoods", "missing"},
		{"loglikelihoods is a number", mc(`"loglikelihoods":-1.5`), "loglikelihoods", "expected a list of numbers"},
		{"a loglikelihood is a number's text", mc(`"loglikelihoods":[-1,"-2.5"]`), "loglikelihoods", "loglikelihoods[1]"},
		{"a loglikelihood is null", mc(`"loglikelihoods":[null]`), "loglikelihoods", "found null"},
		{"a label is a fraction", mc(`"loglikelihoods":[1],"labels":[0.5]`), "labels", "labels[0]: expected an integer"},
		{"a label is huge", mc(`"loglikelihoods":[1],"labels":[3000000000]`), "labels", "labels[0]"},
		{"a label is true", mc(`"loglikelihoods":[1],"labels":[true]`), "labels", "found a boolean"},
		{"choices hold a number", mc(`"loglikelihoods":[1],"choices":[1]`), "choices", "choices[0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, bad := appendOne(t, codec.Options{}, "topic", []byte(c.in))
			if bad == nil {
				t.Fatal("accepted")
			}
			if bad.Field != c.field || !strings.Contains(bad.Reason, c.reason) {
				t.Errorf("field %q, reason %q; want %q, %q", bad.Field, bad.Reason, c.field, c.reason)
			}
		})
	}
}

func TestTombstoneAndSize(t *testing.T) {
	_, bad := appendOne(t, codec.Options{}, "topic", nil)
	if bad == nil || !strings.Contains(bad.Reason, "tombstone") || bad.Raw != nil {
		t.Errorf("tombstone: %+v", bad)
	}
	o := codec.Options{MaxRecordBytes: len(record(""))}
	if _, bad := appendOne(t, o, "topic", []byte(record(""))); bad != nil {
		t.Errorf("a record of just the limit: %+v", bad)
	}
	o.MaxRecordBytes--
	_, bad = appendOne(t, o, "topic", []byte(record("")))
	if bad == nil || !strings.Contains(bad.Reason, "34 bytes, the limit is 33") {
		t.Errorf("a record beyond the limit: %+v", bad)
	}
}

// TestReasonIsBounded: a reason quotes little of a record, whatever is in it.
func TestReasonIsBounded(t *testing.T) {
	for _, in := range []string{
		record(`"doc_id":` + strings.Repeat("9", 1<<20)),
		record(`"doc_id":"` + strings.Repeat("é", 1<<20) + `"`),
		record(`"doc_id":"` + strings.Repeat(`\u001b`, 100) + `"`),
		`{"response":"a","task":"` + strings.Repeat(`\n\u202e`, 1<<16) + `"}`,
		record(`"kwargs":"[` + strings.Repeat(`x`, 1<<20) + `"`),
	} {
		_, bad := appendOne(t, codec.Options{}, "topic", []byte(in))
		if bad == nil {
			t.Errorf("accepted %.80q", in)
		}
	}
}
