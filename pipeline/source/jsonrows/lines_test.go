package jsonrows_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"mizan/pipeline/source/jsonrows"
)

func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func gz(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func zst(data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(data, nil)
}

func TestLines(t *testing.T) {
	skippable := []byte{0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3}
	for _, c := range []struct {
		name string
		data []byte
		want []string // number:text
	}{
		{"empty", nil, nil},
		{"blank", []byte("\n\r\n \t\n"), nil},
		{"one", []byte("a"), []string{"0:a"}},
		{"two", []byte("a\nb\n"), []string{"0:a", "1:b"}},
		{"CRLF", []byte("a\r\nb\r\n\r\nc\r"), []string{"0:a", "1:b", "3:c"}},
		{"blank lines count", []byte("\n\na\n\n  \nb"), []string{"2:a", "5:b"}},
		{"BOM", []byte("\ufeffa\n\ufeffb"), []string{"0:a", "1:\ufeffb"}},
		{"other separators", []byte("a\u2028b\u2029c\u0085d\ve\ff\rg\n"), []string{"0:a\u2028b\u2029c\u0085d\ve\ff\rg"}},
		{"NUL", []byte("a\x00b\n"), []string{"0:a\x00b"}},
		{"gzip", gz([]byte("a\nb")), []string{"0:a", "1:b"}},
		{"gzip with BOM", gz([]byte("\ufeffa\n")), []string{"0:a"}},
		{"gzip members", slices.Concat(gz([]byte("a\nb")), gz(nil), gz([]byte("c\nd"))), []string{"0:a", "1:bc", "2:d"}},
		{"empty gzip", gz(nil), nil},
		{"zstd", zst([]byte("a\nb")), []string{"0:a", "1:b"}},
		{"zstd frames", slices.Concat(skippable, zst([]byte("a\nb")), skippable, zst([]byte("c\nd\n"))), []string{"0:a", "1:bc", "2:d"}},
		{"7 bytes", []byte("1234567"), []string{"0:1234567"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts, numbers, err := readAll(t, write(t, "in.jsonl", c.data), jsonrows.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, text := range texts {
				got = append(got, fmt.Sprintf("%d:%s", numbers[i], text))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestLineFaults(t *testing.T) {
	whole := gz([]byte(strings.Repeat("a line of text\n", 5000)))
	zwhole := zst([]byte(strings.Repeat("a line of text\n", 5000)))
	for _, c := range []struct {
		name, file string
		data       []byte
		want       string
	}{
		{"cut gzip", "a.gz", whole[:len(whole)/2], "cut short"},
		{"cut gzip header", "a.gz", whole[:5], "cut short"},
		{"cut zstd", "a.zst", zwhole[:len(zwhole)/2], "cut short"},
		{"damaged gzip", "a.gz", append(bytes.Clone(whole[:len(whole)-8]), 1, 2, 3, 4, 5, 6, 7, 8), "damaged"},
		{"damaged zstd", "a.zst", flip(zwhole, len(zwhole)-2), "damaged"},
		{"rest after gzip", "a.gz", append(bytes.Clone(whole), "garbage, more than a header of it"...), "from row 5000 on: what follows there"},
		{"rest after zstd", "a.zst", append(bytes.Clone(zwhole), "garbage, more than a header of it"...), "from row 5000 on: what follows there"},
		{"window too large", "a.zst", []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00}, "window above 128 MiB: compress it without --long"},
		{"bzip2", "a.bz2", []byte("BZh91AY"), "bzip2"},
		{"xz", "a.xz", []byte("\xfd7zXZ\x00"), "xz"},
		{"zip", "a.jsonl", []byte("PK\x03\x04"), "zip"},
		{"UTF-16", "a.jsonl", []byte("\xff\xfe{\x00}\x00"), "UTF-16"},
		{"UTF-16 big", "a.jsonl", []byte("\xfe\xff\x00{\x00}"), "UTF-16"},
		{"Arrow", "a.arrow", []byte("ARROW1\x00\x00"), "Arrow"},
		{"Avro", "a.avro", []byte("Obj\x01rest"), "Avro"},
		{"encrypted Parquet", "a.parquet", []byte("PARE...."), "encrypted"},
		{"text named parquet", "a.PARQUET", []byte("{}\n"), "it begins with"},
		{"empty, named parquet", "a.parquet", nil, "0 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.file, c.data)
			_, _, err := readAll(t, path, jsonrows.Options{})
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), path) != 1 {
				t.Errorf("%v; want %q and the path once", err, c.want)
			}
		})
	}
	dir := t.TempDir()
	for path, want := range map[string]string{dir: "it is a folder", filepath.Join(dir, "absent"): "no such file"} {
		if _, err := jsonrows.Open(path, jsonrows.Options{}); err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// flip returns data with one byte changed.
func flip(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0xff
	return data
}

// TestRowsBeforeFault: every whole line before a cut is handed out, whatever
// came with the fault in one read, and the cut one is not.
func TestRowsBeforeFault(t *testing.T) {
	var text strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&text, "%d %x\n", i, i*i*7919)
	}
	for name, packed := range map[string][]byte{"cut.gz": gz([]byte(text.String())), "cut.zst": zst([]byte(text.String()))} {
		for _, part := range []int{2, 3, 5, 7} {
			cut := packed[:len(packed)*(part-1)/part]
			var unpacked bytes.Buffer // as far as the library gets
			if name == "cut.gz" {
				z, err := gzip.NewReader(bytes.NewReader(cut))
				if err != nil {
					t.Fatal(err)
				}
				io.Copy(&unpacked, z)
			} else {
				z, err := zstd.NewReader(bytes.NewReader(cut))
				if err != nil {
					t.Fatal(err)
				}
				io.Copy(&unpacked, z)
				z.Close()
			}
			want := bytes.Count(unpacked.Bytes(), []byte("\n"))
			texts, _, err := readAll(t, write(t, name, cut), jsonrows.Options{})
			if len(texts) != want || err == nil || !strings.Contains(err.Error(), fmt.Sprintf("from row %d on: the compressed data is cut short", want)) {
				t.Errorf("%s, %d/%d of it: %d rows, want %d; %v", name, part-1, part, len(texts), want, err)
			}
		}
	}
}

// TestLongLines: a line beyond the limit is stepped over and told by its size,
// with the lines around it intact, wherever it falls in the buffer.
func TestLongLines(t *testing.T) {
	const limit = 5000
	for _, size := range []int{limit - 1, limit, limit + 1, limit + 2, limit + 5, limit + 6, 3 * limit, 10*limit + 7} {
		for _, end := range []string{"\n", "\r\n", ""} {
			in := "first\n" + strings.Repeat("x", size) + end
			if end != "" {
				in += "last"
			}
			r, err := jsonrows.Open(write(t, "in.jsonl", []byte(in)), jsonrows.Options{MaxBytes: limit})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for {
				row, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				text := string(row.Text)
				if row.Number == 1 {
					if row.Long > 0 && len(row.Text) > 4096 || row.Long == 0 && len(row.Text) != size || strings.Trim(text, "x") != "" {
						t.Errorf("size %d: kept %d bytes", size, len(text))
					}
					text = "x"
				}
				got = append(got, fmt.Sprintf("%d:%s:%d", row.Number, text, row.Long))
			}
			long := 0
			if size > limit {
				long = size
			}
			want := []string{"0:first:0", fmt.Sprintf("1:x:%d", long), "2:last:0"}
			if end == "" {
				want = want[:2]
			}
			if !slices.Equal(got, want) {
				t.Errorf("size %d, end %q: %q, want %q", size, end, got, want)
			}
			r.Close()
		}
	}
}

func TestSkipLines(t *testing.T) {
	var sb strings.Builder
	for i := range 1000 {
		if i%5 == 3 {
			sb.WriteString("\n")
			continue
		}
		fmt.Fprintf(&sb, "%d %s\n", i, strings.Repeat("x", i))
	}
	for name, data := range map[string][]byte{"plain": []byte(sb.String()), "gzip": gz([]byte(sb.String()))} {
		path := write(t, "in.jsonl", data)
		for _, skip := range []int64{0, 1, 3, 4, 500, 999} {
			r, err := jsonrows.Open(path, jsonrows.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Skip(skip); err != nil || r.Position() != skip {
				t.Fatalf("%s, %d: position %d, %v", name, skip, r.Position(), err)
			}
			row, err := r.Next()
			want := skip
			if want%5 == 3 {
				want++
			}
			if err != nil || row.Number != want || !strings.HasPrefix(string(row.Text), fmt.Sprintf("%d ", want)) {
				t.Errorf("%s, %d: row %d, %v", name, skip, row.Number, err)
			}
			if err := r.Skip(1000); err == nil || !strings.Contains(err.Error(), "it has only 1000") {
				t.Errorf("%s: skip beyond the end: %v", name, err)
			}
			if r.Size() != int64(len(data)) || r.BytesRead() != r.Size() {
				t.Errorf("%s: read %d of %d", name, r.BytesRead(), r.Size())
			}
			r.Close()
		}
	}
}

func BenchmarkLines(b *testing.B) {
	line := strings.Repeat("x", 1500) + "\n"
	data := []byte(strings.Repeat(line, 20000))
	for name, path := range map[string]string{
		"plain": write(b, "in.jsonl", data), "gzip": write(b, "in.gz", gz(data)), "zstd": write(b, "in.zst", zst(data)),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				r, err := jsonrows.Open(path, jsonrows.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					_, err = r.Next()
				}
				if err != io.EOF {
					b.Fatal(err)
				}
				r.Close()
			}
		})
	}
}
