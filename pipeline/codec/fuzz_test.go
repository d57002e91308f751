package codec_test

import (
	"bytes"
	"strings"
	"testing"

	"mizan/pipeline/codec"
	"mizan/pipeline/source"
)

// FuzzAppend: Append does not panic, leaves no half rows, and accepts what the
// slow twin accepts.
func FuzzAppend(f *testing.F) {
	for _, in := range []string{
		record(""), record(`"response":null`), record(`"doc_id":3.0`), record(`"doc_id":1e400`), record(`"response":[1]`),
		record(`"response":"\ud83d\ude00\ud83d"`), record(`"kwargs":[{"a":[1,{"b":null}]},null]`), record(`"lang":["ar"]`),
		record(`"x":[[[[{}]]],true,false,null,-0.5e-7]`), record(`"event_time":"2026-11-30T10:00:00.5+03:00"`),
		record(`"response":1,"response":"a"`), record(`"r\u0065sponse":"a"`), record(`"labels":[1,0.0],"choices":["a"]`),
		record(`"event_time":"2016-12-31t23:59:60z"`), record(`"doc_id":123456789012345678.90e1`),
		mc(`"loglikelihoods":[-1.5,"NaN"]`), mc(`"loglikelihoods":null`), `{"task":"quality"}`, `[]`, `{"a":`, `{} {}`, "\ufeff{}", " ",
		record(`"lang":[]`) + "\n", record("\"response\":\"\xff\""),
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := codec.NewBuilder(codec.Options{Task: needs, Format: codec.FormatCanonical})
		good := []byte(record(`"record_id":"good","kwargs":[{}],"lang":["en"],"instruction_id_list":["x"]`))
		want := 1
		if b.Append("s", 0, source.Message{Value: data}) == nil {
			want = 2
		}
		if bad := b.Append("s", 0, source.Message{Value: good}); bad != nil {
			t.Fatalf("a good record after %q: %s", data, bad.Reason)
		}
		rec := b.NewRecord()
		defer rec.Release()
		rows := rowsOf(rec)
		if len(rows) != want || rows[want-1]["record_id"] != "good" || rows[want-1]["kwargs"] != "[{}]" {
			t.Fatalf("after %q: rows %v", data, rows)
		}
		for _, special := range []string{"NaN", "Infinity"} {
			if bytes.Contains(data, []byte(special)) {
				return
			}
		}
		if strings.Contains(string(data), `"kwargs"`) && !bytes.Contains(data, []byte(`"kwargs":[`)) || bytes.Contains(data, []byte(`\u`)) && bytes.Contains(data, []byte("kw")) {
			return // kwargs as text has a fuzz target of its own
		}
		if got := want == 2; got != accepts(data) {
			t.Fatalf("accepted %v, the slow twin says %v: %q", got, !got, data)
		}
	})
}

// FuzzAppendAuto: the same for sample logs and mapped fields, without a twin.
func FuzzAppendAuto(f *testing.F) {
	f.Add([]byte(sampleLog))
	f.Add([]byte(sampleLogMC))
	f.Add([]byte(`{"doc":{},"resps":[[]],"filtered_resps":[["a"]]}`))
	f.Add([]byte(`{"doc":{},"resps":[[["-1","False"]],[[[]]]]}`))
	f.Add([]byte(`{"a":[{"b":"x"},{"b":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, o := range []codec.Options{
			{Task: needs},
			{Task: needs, DefaultTask: "truthfulqa-multi_mc1_en", Format: codec.FormatLMEval},
			{DefaultTask: "any", Fields: map[string][]string{"response": {"$.a[-1].b", "$.a[0]", "$.a"}}},
		} {
			b := codec.NewBuilder(o)
			bad := b.Append("s", 0, source.Message{Value: data})
			rec := b.NewRecord()
			if n := rec.NumRows(); (n == 1) != (bad == nil) || n > 1 {
				t.Fatalf("%d rows, reject %v", n, bad)
			}
			rec.Release()
		}
	})
}
