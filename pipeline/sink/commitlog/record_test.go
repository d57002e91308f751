package commitlog

import (
	"strings"
	"testing"
)

func TestRecordNames(t *testing.T) {
	for _, first := range []int64{0, 7, 1<<63 - 1} {
		if got, ok := ParseRecordName(RecordName(first)); got != first || !ok {
			t.Errorf("%d gives %q, which gives %d, %v", first, RecordName(first), got, ok)
		}
	}
	if RecordName(9) > RecordName(10) {
		t.Error("names do not sort as offsets")
	}
	for _, bad := range []string{"", "7.json", "00000000000000000007.json.tmp", "0000000000000000000x.json", "-0000000000000000007.json", "99999999999999999999.json"} {
		if _, ok := ParseRecordName(bad); ok {
			t.Errorf("%q is taken for a record", bad)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "cannot decode"}, {"{", "cannot decode"}, {"[]", "cannot decode"}, {"{}", "do not make a slice"},
		{`{"first":5,"next":5}`, "do not make a slice"}, {`{"first":-1,"next":5}`, "do not make a slice"}, {`{"first":"0","next":5}`, "cannot decode"},
	} {
		if _, err := Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v", c.text, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	b, err := Record{Name: "gen", First: 3, Next: 9, Files: []File{{Path: "scored/x.parquet", Rows: 2}}}.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"first":1,"next":2,"files":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := Decode(b)
		if err != nil {
			return
		}
		again, err := r.encode()
		if err != nil {
			t.Fatal(err)
		}
		if r2, err := Decode(again); err != nil || r2.First != r.First || r2.Next != r.Next || len(r2.Files) != len(r.Files) {
			t.Fatalf("%s becomes %s", b, again)
		}
	})
}
