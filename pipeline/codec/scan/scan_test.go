package scan_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/pipeline/codec/scan"
)

func document(in string) (scan.Value, *scan.Error) {
	var s scan.Scanner
	s.Reset([]byte(in))
	v, ok := s.Document()
	if !ok {
		return v, s.Err()
	}
	return v, nil
}

func TestDocument(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind scan.Kind
	}{
		{`null`, scan.Null}, {`true`, scan.Bool}, {` false `, scan.Bool}, {`0`, scan.Number}, {`-0.1e+5`, scan.Number},
		{`NaN`, scan.Number}, {`-Infinity`, scan.Number}, {`"a\u00e9"`, scan.String}, {`""`, scan.String},
		{`[]`, scan.List}, {`[ [ ] , { } ]`, scan.List}, {`{}`, scan.Object}, {`{"a":{"b":[1,2,{"c":"]}"}]}}`, scan.Object},
		{strings.Repeat("[", scan.MaxDepth) + strings.Repeat("]", scan.MaxDepth), scan.List},
	} {
		v, err := document(c.in)
		if err != nil || v.Kind != c.kind {
			t.Errorf("%.40q: %v, %v; want %v", c.in, v.Kind, err, c.kind)
		} else if got := string(v.Text([]byte(c.in))); got != strings.TrimSpace(c.in) {
			t.Errorf("%.40q: span %.40q", c.in, got)
		}
	}
}

func TestErrorPositions(t *testing.T) {
	for _, c := range []struct {
		in  string
		pos int
	}{
		{``, 0}, {`  `, 2}, {`nul`, 0}, {`[1,]`, 3}, {`[1 2]`, 3}, {`{"a" 1}`, 5}, {`{"a":1,}`, 7}, {`"a`, 2}, {`"a\`, 3}, {`"\q"`, 2},
		{"\"a\tb\"", 2}, {`01`, 0}, {`1.e5`, 2}, {`[1}`, 2}, {`{"a":1]`, 6}, {`1 2`, 2}, {`{"a":1`, 6}, {`[`, 1}, {`{`, 1}, {`{1:2}`, 1},
		{strings.Repeat("[", scan.MaxDepth+1), scan.MaxDepth}, {`"0123456789` + "\x1f", 11}, {`"\u12`, 5}, {`"\u12x4"`, 3},
	} {
		if _, err := document(c.in); err == nil || err.Pos != c.pos {
			t.Errorf("%.40q: %v, want a fault at byte %d", c.in, err, c.pos)
		}
	}
}

func TestUnescape(t *testing.T) {
	for in, want := range map[string]string{
		`a`: "a", `\"\\\/\b\f\n\r\t`: "\"\\/\b\f\n\r\t", `\u0041x\u00e9`: "Axé", `\ud83d\ude00`: "😀",
		`\ud83d`: "\ufffd", `\ude00\ud83d`: "\ufffd\ufffd", `\ud83d\ud83d\ude00`: "\ufffd😀", `\ud83d\n`: "\ufffd\n", `\\u0041`: `\u0041`, ``: "",
	} {
		if got := string(scan.Unescape(nil, []byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if lone := strings.Contains(want, "\ufffd"); scan.HasLoneSurrogate([]byte(in)) != lone {
			t.Errorf("%q: lone surrogate is %v", in, !lone)
		}
	}
}

// TestInvalidUTF8 compares with the standard library on random bytes that are
// mostly good, at all alignments.
func TestInvalidUTF8(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "plain text ", "é", "ب", "اللغة ", "€", "\u0800", "\ud7ff", "\ue000", "\uffff", "😀", "\U0010ffff", "\U00010000"}
	bad := []string{"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5", "\xff", "\xe2\x82", "\xf0\x9f\x98"}
	for range 20000 {
		var sb strings.Builder
		for range rng.IntN(12) {
			sb.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if rng.IntN(2) == 0 {
			sb.WriteString(bad[rng.IntN(len(bad))])
			for range rng.IntN(6) {
				sb.WriteString(pieces[rng.IntN(len(pieces))])
			}
		}
		s := sb.String()
		want := -1
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				want = i
				break
			}
			i += n
		}
		if got := scan.InvalidUTF8([]byte(s)); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	}
}

// FuzzDocument compares with the standard library.
func FuzzDocument(f *testing.F) {
	for _, in := range []string{`{"a":[1,2,{"b":"c\n"}],"d":null}`, `[`, `"\ud800"`, ` [ 1 , -0.5e3 ] `, `{"a":1,"a":2}`, `[[]]]`, `tru`} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) || strings.Contains(string(data), "NaN") || strings.Contains(string(data), "Infinity") {
			return
		}
		v, err := document(string(data))
		if want := json.Valid(data); want != (err == nil) {
			t.Fatalf("%q: %v, the standard library says %v", data, err, want)
		}
		if err != nil || v.Kind != scan.String {
			return
		}
		var want string
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if got := string(scan.Unescape(nil, v.Inner(data))); got != want {
			t.Fatalf("%q: %q, want %q", data, got, want)
		}
	})
}

func BenchmarkInvalidUTF8(b *testing.B) {
	for name, text := range map[string]string{
		"english": "The harbour was quiet when the first boats came in. ",
		"arabic":  "كان الميناء هادئا حين عادت القوارب الأولى، ",
		"mixed":   "كلمة word كلمات words, ",
	} {
		data := []byte(strings.Repeat(text, 1500/len(text)))
		b.Run(name+"/scan", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if scan.InvalidUTF8(data) >= 0 {
					b.Fatal()
				}
			}
		})
		b.Run(name+"/utf8.Valid", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !utf8.Valid(data) {
					b.Fatal()
				}
			}
		})
	}
}
