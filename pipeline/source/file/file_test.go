package file_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/source/file"
)

func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readFile reads a file in batches of so many rows and returns them printed,
// without the source.
func readFile(t testing.TB, path string, o codec.Options, rows int) (printed []string, rejects []reject.Row, err error) {
	t.Helper()
	r, err := file.Open(path, file.Options{Codec: o})
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	b := codec.NewBuilder(o)
	for err == nil {
		var bad []reject.Row
		bad, err = r.Fill(b, rows, 1<<30)
		rejects = append(rejects, bad...)
		if b.Len()+len(bad) > rows {
			t.Errorf("Fill gave %d rows and %d rejects, at most %d were asked for", b.Len(), len(bad), rows)
		}
		rec := b.NewRecord()
		for i := range int(rec.NumRows()) {
			var sb strings.Builder
			for c, f := range rec.Schema().Fields() {
				if f.Name != "source" {
					fmt.Fprintf(&sb, "%s=%s ", f.Name, rec.Column(c).ValueStr(i))
				}
			}
			printed = append(printed, sb.String())
		}
		rec.Release()
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return printed, rejects, err
}

type pqKwargs struct {
	NumWords *int64   `parquet:"num_words,optional"`
	Relation *string  `parquet:"relation,optional"`
	Keywords []string `parquet:"keywords,optional,list"`
}

type pqRecord struct {
	RecordID string     `parquet:"record_id"`
	Task     string     `parquet:"task"`
	DocID    int64      `parquet:"doc_id"`
	Response *string    `parquet:"response,optional"`
	IDs      []*string  `parquet:"instruction_id_list,list"`
	Kwargs   []pqKwargs `parquet:"kwargs,list"`
	Lang     []string   `parquet:"lang"`
	When     time.Time  `parquet:"event_time,timestamp(millisecond)"`
	LLs      []float64  `parquet:"loglikelihoods,list"`
	Labels   []int32    `parquet:"labels,list"`
	Extra    string     `parquet:"extra"`
}

// TestParquetEqualsJSONL: the same records give the same batches.
func TestParquetEqualsJSONL(t *testing.T) {
	ref := func(s string) *string { return &s }
	n := int64(300)
	when := time.Date(2026, 11, 30, 10, 0, 0, 5e6, time.UTC)
	rows := []pqRecord{
		{RecordID: "a", Task: "ifeval", DocID: 1 << 60, Response: ref("one\n\"two\""), IDs: []*string{ref("x:y"), nil, ref("")},
			Kwargs: []pqKwargs{{NumWords: &n, Relation: ref("at least")}, {Keywords: []string{"k"}}}, Lang: []string{"ar", "en"}, When: when},
		{RecordID: "b", Task: "ifeval", When: when},
		{RecordID: "c", Task: "truthfulqa-multi_mc2_en", LLs: []float64{-1.5, -740}, Labels: []int32{1, 0}, When: when},
	}
	lines := `{"record_id":"a","task":"ifeval","doc_id":1152921504606846976,"response":"one\n\"two\"","instruction_id_list":["x:y",null,""],
"kwargs":[{"num_words":300,"relation":"at least","keywords":null},{"num_words":null,"relation":null,"keywords":["k"]}],"lang":["ar","en"],"event_time":"2026-11-30T10:00:00.005Z","loglikelihoods":[],"labels":[]}
{"record_id":"b","task":"ifeval","doc_id":0,"response":null,"instruction_id_list":[],"kwargs":[],"lang":[],"event_time":"2026-11-30T10:00:00.005Z","loglikelihoods":[],"labels":[]}
{"record_id":"c","task":"truthfulqa-multi_mc2_en","doc_id":0,"response":null,"instruction_id_list":[],"kwargs":[],"lang":[],"event_time":"2026-11-30T10:00:00.005Z","loglikelihoods":[-1.5,-740],"labels":[1,0]}`
	lines = strings.ReplaceAll(lines, ",\n", ",")
	var pq bytes.Buffer
	w := parquet.NewGenericWriter[pqRecord](&pq)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	o := codec.Options{Task: needs}
	fromJSON, bad1, err1 := readFile(t, write(t, "in.jsonl", []byte(lines)), o, 2)
	fromParquet, bad2, err2 := readFile(t, write(t, "in.parquet", pq.Bytes()), o, 2)
	if err1 != nil || err2 != nil || len(bad1)+len(bad2) > 0 || len(fromJSON) != 3 || len(fromParquet) != 3 {
		t.Fatal(err1, err2, bad1, bad2)
	}
	for i := range fromJSON {
		if fromJSON[i] != fromParquet[i] {
			t.Errorf("row %d:\n%s\n%s", i, fromJSON[i], fromParquet[i])
		}
	}
}

// TestMappedParquet: a mapped column stands for the one that is missing.
func TestMappedParquet(t *testing.T) {
	type rec struct {
		Output struct {
			Text string `parquet:"text"`
		} `parquet:"output"`
	}
	var pq bytes.Buffer
	w := parquet.NewGenericWriter[rec](&pq)
	var r rec
	r.Output.Text = "mapped"
	if _, err := w.Write([]rec{r}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := write(t, "in.parquet", pq.Bytes())
	o := codec.Options{Task: needs, DefaultTask: "quality"}
	if _, _, err := readFile(t, path, o, 10); err == nil || !strings.Contains(err.Error(), `no column "response"; its columns are "output"`) {
		t.Errorf("unmapped: %v", err)
	}
	o.Fields = map[string][]string{"response": {"$.output.text"}}
	rows, bad, err := readFile(t, path, o, 10)
	if err != nil || len(bad) > 0 || len(rows) != 1 || !strings.Contains(rows[0], "response=mapped") {
		t.Errorf("%v, %v, %v", rows, bad, err)
	}
}

func TestFillBounds(t *testing.T) {
	var sb strings.Builder
	for i := range 100 {
		if i%2 == 0 {
			fmt.Fprintf(&sb, `{"task":"quality","response":"%0100d"}`+"\n", i)
		} else {
			fmt.Fprintf(&sb, "bad %0100d\n", i)
		}
	}
	o := codec.Options{Task: needs, MaxRecordBytes: 1000}
	path := write(t, "in.jsonl", []byte(sb.String()+strings.Repeat("x", 5000)))
	rows, rejects, err := readFile(t, path, o, 7)
	if err != nil || len(rows) != 50 || len(rejects) != 51 {
		t.Fatalf("%d rows, %d rejects, %v", len(rows), len(rejects), err)
	}
	for i, r := range rejects[:50] {
		if want := int64(2*i + 1); r.Offset != want || r.Source != path || !strings.HasPrefix(string(r.Raw), "bad ") {
			t.Errorf("reject %d: %+v", i, r)
		}
	}
	if r := rejects[50]; r.Offset != 100 || !strings.Contains(r.Reason, "5000 bytes, the limit is 1000 (max_record_bytes); the first 4096 are kept") || len(r.Raw) != 4096 {
		t.Errorf("long line: %q, %d bytes kept", r.Reason, len(r.Raw))
	}
	// The bound in bytes counts what rejects hold.
	r, err := file.Open(path, file.Options{Codec: o})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b := codec.NewBuilder(o)
	bad, err := r.Fill(b, 1000, 1000)
	if n := b.Len() + len(bad); err != nil || n < 4 || n > 10 || r.Next() != int64(n) {
		t.Errorf("%d rows, next %d, %v", n, r.Next(), err)
	}
	b.NewRecord().Release()
	if err := r.Skip(90 - r.Next()); err != nil || r.Next() != 90 {
		t.Fatal(r.Next(), err)
	}
	bad, err = r.Fill(b, 1000, 1<<20)
	if !errors.Is(err, io.EOF) || b.Len() != 5 || len(bad) != 6 || r.Next() != 101 {
		t.Errorf("after Skip: %d rows, %d rejects, next %d, %v", b.Len(), len(bad), r.Next(), err)
	}
}

// TestStdin: standard input may be compressed too, and has no size.
func TestStdin(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"plain": []byte(`{"task":"quality","response":"a"}`),
		"zstd":  w.EncodeAll([]byte(`{"task":"quality","response":"a"}`), nil),
	} {
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		stdin := os.Stdin
		os.Stdin = in
		out.Write(data)
		out.Close()
		rows, bad, err := readFile(t, "-", codec.Options{Task: needs}, 10)
		os.Stdin = stdin
		in.Close()
		if err != nil || len(rows) != 1 || len(bad) > 0 {
			t.Errorf("%s: %v, %v, %v", name, rows, bad, err)
		}
	}
}

// TestCutArchive: the rows before the fault are delivered with the error.
func TestCutArchive(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	first := w.EncodeAll([]byte(`{"task":"quality","response":"a"}`+"\n"), nil)
	second := w.EncodeAll(bytes.Repeat([]byte("varied text 123456\n"), 1000), nil)
	path := write(t, "in.jsonl.zst", append(first, second[:len(second)/2]...))
	rows, _, err := readFile(t, path, codec.Options{Task: needs}, 1000)
	if len(rows) != 1 || err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestIdentity(t *testing.T) {
	path := write(t, "in.jsonl", []byte("{}"))
	one, err := file.Identity(path)
	if err != nil || !strings.HasPrefix(one, filepath.ToSlash(path)+"#2#") {
		t.Fatal(one, err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1000, 5)); err != nil {
		t.Fatal(err)
	}
	if two, err := file.Identity(path); err != nil || two == one {
		t.Errorf("a touched file is the same: %s, %v", two, err)
	}
	t.Chdir(filepath.Dir(path))
	abs, _ := file.Identity(path)
	if rel, err := file.Identity("in.jsonl"); err != nil || rel != abs {
		t.Errorf("by a relative path %s, by the absolute one %s, %v", rel, abs, err)
	}
	for p, want := range map[string]string{
		"-":           "no identity",
		os.DevNull:    "no identity to resume by: give it as standard input",
		".":           `cannot open ".": it is a folder: name the files in it`,
		"absent":      `cannot open "absent": no such file`,
		path + "/sub": "not a directory",
	} {
		if id, err := file.Identity(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %q", p, id, err, want)
		}
	}
	if _, err := file.Identity("absent"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestSamePath(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"/a/b.jsonl#10#99", "/a/b.jsonl#11#100", true},
		{"/a/b.jsonl#10#99", "/a/b.jsonl#10#99", false}, // the same file at the same time
		{"/a/b.jsonl#10#99", "/a/c.jsonl#10#99", false},
		{"/a#1#b#10#99", "/a#1#b#12#99", true},
		{"/a#1#b#10#99", "/a#2#b#10#99", false},
		{"generations", "generations", false},
		{"stdin", "stdin-2", false},
		{"", "", false},
	} {
		if got := file.SamePath(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	var sb strings.Builder
	var rows []pqRecord
	text := strings.Repeat("The harbour was quiet when the \"first\" boats came in.\n", 25)
	for i := range 5000 {
		fmt.Fprintf(&sb, `{"record_id":"r-%d","task":"quality","doc_id":%d,"response":%q,"lang":["en"]}`+"\n", i, i, text)
		rows = append(rows, pqRecord{RecordID: fmt.Sprint(i), Task: "quality", DocID: int64(i), Response: &text, Lang: []string{"en"}})
	}
	var pq bytes.Buffer
	w := parquet.NewGenericWriter[pqRecord](&pq, parquet.Compression(&parquet.Zstd))
	if _, err := w.Write(rows); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{"jsonl": write(b, "in.jsonl", []byte(sb.String())), "parquet": write(b, "in.parquet", pq.Bytes())} {
		b.Run(name, func(b *testing.B) {
			o := codec.Options{Task: needs}
			bld := codec.NewBuilder(o)
			b.SetBytes(int64(sb.Len()))
			for b.Loop() {
				r, err := file.Open(path, file.Options{Codec: o})
				for err == nil {
					_, err = r.Fill(bld, 4096, 4<<20)
					bld.NewRecord().Release()
				}
				if !errors.Is(err, io.EOF) {
					b.Fatal(err)
				}
				r.Close()
			}
		})
	}
}
