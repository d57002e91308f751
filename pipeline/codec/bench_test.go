package codec_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mizan/internal/testshared"
	"mizan/pipeline/codec"
	"mizan/pipeline/codec/scan"
	"mizan/pipeline/source"
)

const (
	englishProse = "The harbour was quiet when the first boats came in, and nobody spoke of \"the storm\" any more.\n" +
		"* They mended the nets, counted what was left & waited.\n\nBy noon the market had filled; fish, bread, oranges. "
	arabicProse = "كان الميناء هادئا حين عادت القوارب الأولى، ولم يتحدث أحد عن العاصفة.\n" +
		"أصلحوا الشباك وعدوا ما بقي لديهم ثم انتظروا. وعند الظهر امتلأ السوق بالسمك والخبز والبرتقال. "
)

// benchRecords are canonical records of about 1.5 kB, varied in length.
func benchRecords(prose string) [][]byte {
	var recs [][]byte
	for i := range 64 {
		text := strings.Repeat(prose, 1+1100/len(prose)+i%3)
		rec := map[string]any{
			"record_id": fmt.Sprintf("r-%d", i), "run_id": "2026-11-30-a", "model": "some/model-7b", "task": "ifeval_langcheck",
			"doc_id": 1000 + i, "prompt": "Write a story about a harbour. Do not use any commas, and write at least 300 words.",
			"response": text, "lang": []string{"en"}, "event_time": "2026-11-30T10:00:00.123Z",
			"instruction_id_list": []string{"punctuation:no_comma", "length_constraints:number_words"},
			"kwargs":              []any{map[string]any{}, map[string]any{"num_words": 300, "relation": "at least"}},
		}
		var sb strings.Builder
		enc := json.NewEncoder(&sb)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(rec); err != nil {
			panic(err)
		}
		recs = append(recs, []byte(strings.TrimSpace(sb.String())))
	}
	return recs
}

func goldenRecords(tb testing.TB, rel string) [][]byte {
	var recs [][]byte
	testshared.Lines(tb, rel, func(_ int, l struct{ Record json.RawMessage }) { recs = append(recs, l.Record) })
	return recs
}

func benchAppend(b *testing.B, recs [][]byte) {
	bld := codec.NewBuilder(codec.Options{Task: func(string) (codec.Need, error) { return codec.NeedResponse, nil }})
	size := 0
	for _, r := range recs {
		size += len(r)
	}
	b.SetBytes(int64(size / len(recs)))
	b.ReportAllocs()
	defer reportCPU(b, size/len(recs))()
	n := 0
	for b.Loop() {
		if r := bld.Append("topic", 3, source.Message{Offset: int64(n), Value: recs[n%len(recs)]}); r != nil {
			b.Fatal(r.Reason)
		}
		n++
		if bld.Bytes() > 16<<20 {
			bld.NewRecord().Release()
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	b.Run("english", func(b *testing.B) { benchAppend(b, benchRecords(englishProse)) })
	b.Run("arabic", func(b *testing.B) { benchAppend(b, benchRecords(arabicProse)) })
	b.Run("golden_en", func(b *testing.B) {
		benchAppend(b, goldenRecords(b, "goldens/ifeval_en/real_claude-3-haiku-20240307.jsonl.gz"))
	})
	b.Run("golden_ar", func(b *testing.B) {
		benchAppend(b, goldenRecords(b, "goldens/ifeval_arabic_inception/responses.jsonl"))
	})
}

// BenchmarkWalk compares passing over every value of a record with
// jsontext's decoder, the library one would take.
func BenchmarkWalk(b *testing.B) {
	for _, prose := range []struct{ name, text string }{{"english", englishProse}, {"arabic", arabicProse}} {
		rec := benchRecords(prose.text)[0]
		b.Run(prose.name+"/scan", func(b *testing.B) {
			var s scan.Scanner
			b.SetBytes(int64(len(rec)))
			for b.Loop() {
				if scan.InvalidUTF8(rec) >= 0 {
					b.Fatal("invalid UTF-8")
				}
				s.Reset(rec)
				if _, ok := s.Document(); !ok {
					b.Fatal(s.Err())
				}
			}
		})
		b.Run(prose.name+"/jsontext", func(b *testing.B) {
			b.SetBytes(int64(len(rec)))
			r := strings.NewReader("")
			dec := jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true))
			for b.Loop() {
				r.Reset(string(rec))
				dec.Reset(r, jsontext.AllowDuplicateNames(true))
				if _, err := dec.ReadValue(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
