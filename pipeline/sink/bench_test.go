package sink

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/klauspost/compress/zstd"

	"mizan/schemas"
)

// benchRecord is a record of n rows of about 1.5 kB of text in prompt and
// response, with answer and scores as the stage has them.
func benchRecord(tb testing.TB, first int64, n int) (arrow.Record, int64) {
	words := strings.Fields(`the model wrote an answer that follows each of the instructions it was given and
		keeps to the language of the question without commas or repeated words while numbers such as 42 and 1999 stay
		in place and names like Paris Cairo Madrid or Bilbao appear where they should because readers care about detail`)
	rng := rand.New(rand.NewPCG(uint64(first), 7))
	text := func(size int) string {
		var b strings.Builder
		for b.Len() < size {
			w := words[rng.IntN(len(words))]
			if rng.IntN(6) == 0 {
				w = fmt.Sprintf("%s%x", w, rng.IntN(1<<16))
			}
			b.WriteString(w)
			b.WriteByte(' ')
		}
		return b.String()
	}
	var rows []row
	var size int64
	for i := range n {
		prompt, response := text(250), text(1250)
		size += int64(len(prompt) + len(response))
		rows = append(rows, row{
			schemas.RecordID: fmt.Sprintf("record-%08d", first+int64(i)), schemas.RunID: "2026-11-30-a",
			schemas.Model: fmt.Sprintf("model-%d", i%4), schemas.Task: "ifeval_langcheck", schemas.DocID: int64(i),
			schemas.SourceOffset: first + int64(i), schemas.EventTime: "2026-11-30T10:00:00Z", schemas.Lang: []any{"en"},
			schemas.Prompt: prompt, schemas.Response: response, schemas.Answer: response, schemas.ThinkingState: "none",
			schemas.ThinkingBytes: int64(0), schemas.Kwargs: `[{},{"num_words":300,"relation":"at least"}]`,
			schemas.Gate: "english", schemas.GatePass: i%9 != 0, schemas.LetterWords: int32(200 + i%50), schemas.EnglishWords: int32(200 + i%50),
			schemas.ArabicWords: int32(0), schemas.MixedWords: int32(0), schemas.OtherWords: int32(0), schemas.EnglishRatio: float64(i%50) / 50,
			schemas.FormatExempt: false, schemas.WordRun: int32(1), schemas.SentenceRun: int32(1), schemas.NgramN: int32(3), schemas.NgramRepeats: int32(i % 4),
			schemas.InstructionIDList: []any{"punctuation:no_comma", "length_constraints:number_words"},
			schemas.FollowStrict:      []any{true, i%2 == 0}, schemas.FollowLoose: []any{true, true},
			schemas.InstructionErrors: []any{nil, nil}, schemas.PromptStrict: i%2 == 0, schemas.PromptLoose: true,
			schemas.GatedFollowStrict: []any{true, i%2 == 0}, schemas.GatedFollowLoose: []any{true, true},
			schemas.GatedPromptStrict: i%2 == 0, schemas.GatedPromptLoose: true, schemas.Excluded: false,
		})
	}
	return scoredRecord(tb, rows...), size
}

// cpuTime is the time the process has used on all cores: on a busy machine the
// wall clock tells little.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const benchRows, benchBatches = 1024, 8

// BenchmarkSlice writes slices of 8192 rows. MB/s count prompt and response
// once, though the answer is written as well.
func BenchmarkSlice(b *testing.B) {
	var recs []arrow.Record
	var size int64
	for i := range benchBatches {
		rec, n := benchRecord(b, int64(i*benchRows), benchRows)
		recs = append(recs, rec)
		size += n
	}
	for _, c := range []string{"zstd", "snappy", "none"} {
		for _, by := range [][]string{{schemas.Task, Date}, {schemas.Model}, {schemas.RecordID}} {
			b.Run(c+"/"+strings.Join(by, "+"), func(b *testing.B) {
				o := testOptions(b.TempDir())
				o.Compression, o.PartitionBy = c, by
				s := mustOpen(b, o)
				recs := recs
				if by[0] == schemas.RecordID {
					recs = recs[:1]
				}
				b.SetBytes(size * int64(len(recs)) / benchBatches)
				b.ReportAllocs()
				i := 0
				start := cpuTime()
				for b.Loop() {
					name := fmt.Sprint("bench", i)
					i++
					sl, err := s.Begin(SliceID{Name: name, Source: "gen"})
					if err != nil {
						b.Fatal(err)
					}
					for _, rec := range recs {
						if err := sl.WriteScored(rec); err != nil {
							b.Fatal(err)
						}
					}
					if _, err := sl.Commit(int64(len(recs)*benchRows-1), int64(len(recs)*benchRows)); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((cpuTime()-start).Seconds()*1e6/float64(len(recs)*benchRows*i), "cpu-µs/row")
			})
		}
	}
}

// BenchmarkZstd is the yardstick: the same texts compressed alone, page by page.
func BenchmarkZstd(b *testing.B) {
	rec, size := benchRecord(b, 0, benchRows)
	var pages [][]byte
	for _, name := range []string{schemas.Prompt, schemas.Response, schemas.Answer} {
		var page []byte
		for i := range benchRows {
			page = append(page, rec.Column(schemas.Scored.FieldIndices(name)[0]).ValueStr(i)...)
		}
		pages = append(pages, page)
	}
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault} {
		b.Run(level.String(), func(b *testing.B) {
			enc, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false))
			var out []byte
			b.SetBytes(size)
			var n, in, rows int
			start := cpuTime()
			for b.Loop() {
				rows += benchRows
				n, in = 0, 0
				for _, p := range pages {
					out = enc.EncodeAll(p, out[:0])
					n += len(out)
					in += len(p)
				}
			}
			b.ReportMetric((cpuTime()-start).Seconds()*1e6/float64(rows), "cpu-µs/row")
			b.ReportMetric(float64(in)/float64(n), "ratio")
		})
	}
}
