package kwargs_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/pipeline/codec/kwargs"
	"mizan/pipeline/codec/scan"
)

func TestAppendText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// JSON.
		{`[]`, `[]`}, {` [ { "a" : 1.50 } , null ] `, `[{"a":1.50},null]`}, {`[{"a":"x\u00e9\n"}]`, `[{"a":"x\u00e9\n"}]`},
		{`[{"a":NaN,"b":Infinity,"c":-Infinity}]`, `[{"a":"NaN","b":1e999,"c":-1e999}]`}, {`[{"a":"\ud800"}]`, "[{\"a\":\"\ufffd\"}]"},
		// Python.
		{`[{}]`, `[{}]`}, {`[{'a': 1}]`, `[{"a":1}]`}, {`[{'a': None}, None]`, `[{"a":null},null]`}, {`[{'a': True, 'b': False}]`, `[{"a":true,"b":false}]`},
		{`[{'a': [1, 'x', [2.5]]}]`, `[{"a":[1,"x",[2.5]]}]`}, {`[{'a': (1, 2), 'b': (1,), 'c': ()}]`, `[{"a":[1,2],"b":[1],"c":[]}]`},
		{`({'a': 1},)`, `[{"a":1}]`}, {`[{'a': {'b': {'c': None}}},]`, `[{"a":{"b":{"c":null}}}]`}, {`[{'a': 1,},]`, `[{"a":1}]`},
		{`[{"a": 'it"s'}]`, `[{"a":"it\"s"}]`}, {`[{'a': "it's"}]`, `[{"a":"it's"}]`}, {`[{'a': 'it\'s'}]`, `[{"a":"it's"}]`},
		{`[{'a': '\x41\u00e9\U0001f600'}]`, `[{"a":"Aé😀"}]`}, {`[{'a': '\n\t\\\a\v\0\101\18'}]`, `[{"a":"\u000a\u0009\\\u0007\u000b\u0000A\u00018"}]`},
		{`[{'a': '\d+\.'}]`, `[{"a":"\\d+\\."}]`}, {"[{'a': 'b\\\nc'}]", `[{"a":"bc"}]`}, {`[{'a': '\ud83d'}]`, "[{\"a\":\"\ufffd\"}]"},
		{`[{'a': -1, 'b': +2, 'c': 1_000, 'd': .5, 'e': 5., 'f': 1e-05, 'g': 00, 'h': 007.5}]`, `[{"a":-1,"b":2,"c":1000,"d":0.5,"e":5.0,"f":1e-05,"g":0,"h":7.5}]`},
		{`[{'a': 'x' "y" u'z', 'b': ((1)), 'c': ('x')}]`, `[{"a":"xyz","b":1,"c":"x"}]`}, {`([{}])`, `[{}]`},
		{`[{u'a': U'b'}]`, `[{"a":"b"}]`}, {`[{'a': null, "b": true}]`, `[{"a":null,"b":true}]`}, {"\n[{'a':\r\n1}]\t", `[{"a":1}]`},
		{`[{'كلمات': 'مرحبا'}]`, `[{"كلمات":"مرحبا"}]`}, {`[{'a': '` + "\x7f\u2028" + `'}]`, "[{\"a\":\"\x7f\u2028\"}]"},
	} {
		var r kwargs.Reader
		got, null, err := r.AppendText([]byte("before"), []byte(c.in))
		if err != nil || null || string(got) != "before"+c.want {
			t.Errorf("%s: %q, %v, %v; want %q", c.in, got, null, err, c.want)
		} else if !json.Valid(got[len("before"):]) {
			t.Errorf("%s: %q is not JSON", c.in, got)
		}
	}
	for _, in := range []string{"null", "None", " None "} {
		var r kwargs.Reader
		if got, null, err := r.AppendText(nil, []byte(in)); !null || err != nil || len(got) > 0 {
			t.Errorf("%q: %q, %v, %v", in, got, null, err)
		}
	}
}

func TestAppendTextFaults(t *testing.T) {
	for _, c := range []struct {
		in   string
		pos  int
		want string
	}{
		{``, 0, "found the end"}, {`{}`, 0, "found an object"}, {`'a'`, 0, "found a text"}, {`5`, 0, "found a number"}, {`[5]`, 1, "found a number in it"},
		{`["a"]`, 1, "found a text in it"}, {`[[]]`, 1, "found a list in it"}, {`[{'a': 1}`, 9, "expected ','"}, {`[{'a': 1]`, 8, "expected ',' or '}'"},
		{`[{'a' 1}]`, 6, "':'"}, {`[{1: 2}]`, 2, "key"}, {`[{'a': 1} {}]`, 10, "expected ','"}, {`[,]`, 1, "expected a value"}, {`[{'a'}]`, 5, "':'"},
		{`[{'a': b'x'}]`, 7, "expected a value"}, {`[{'a': {1}}]`, 8, "key"}, {`[{'a': 1j}]`, 8, "letter"}, {`[{'a': 0x1F}]`, 8, "letter"}, {`[{'a': 012}]`, 7, "start with 0"},
		{`[{'a': 1__0}]`, 8, "letter"}, {`[{'a': -}]`, 8, "digit"}, {`[{'a': .}]`, 7, "digit"}, {`[{'a': 1e}]`, 9, "exponent"}, {`[{'a': --1}]`, 8, "digit"},
		{`[{'a': 'x}]`, 11, "not closed"}, {"[{'a': 'x\ny'}]", 9, "line break"}, {`[{'a': '\x4'}]`, 8, "hexadecimal"}, {`[{'a': '\U00110000'}]`, 8, "U+10FFFF"},
		{`[{'a': '\N{DIGIT ONE}'}]`, 8, "write the character"}, {`[{'a': (1,,)}]`, 10, "expected a value"}, {`[{'a': inf}]`, 7, "expected a value"}, {`[{'a': 1}] x`, 11, "after the end"},
		{`[{'a': 'x' y}]`, 11, "expected ','"}, {strings.Repeat("(", 300), 200, "200 levels"}, {`[{'a': exit()}]`, 7, "expected a value"}, {`[{'a': 'x'`, 10, "expected ','"},
	} {
		var r kwargs.Reader
		got, _, err := r.AppendText(nil, []byte(c.in))
		if err == nil {
			t.Errorf("%.40s: taken as %q", c.in, got)
			continue
		}
		if err.Pos != c.pos || !strings.Contains(err.Msg, c.want) {
			t.Errorf("%.40s: %v; want %q at byte %d", c.in, err, c.want, c.pos)
		}
	}
}

// FuzzAppendText: no panic, and what comes out is JSON of a list of objects
// and nulls; JSON that goes in comes out as the same value.
func FuzzAppendText(f *testing.F) {
	for _, in := range []string{`[{'a': 'b\x41', 'c': (1, None)}]`, `[{"a":[1,"x"]},null]`, `[{'a': -1.5e3}]`, `[{u"a": '''b'''}]`, `(({},),)`, `[{'\101': 0.0}]`, `[{"a":"\ud83d"}]`} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if !utf8.ValidString(in) {
			return
		}
		var r kwargs.Reader
		out, null, err := r.AppendText(nil, []byte(in))
		if err != nil || null {
			return
		}
		var got []map[string]any
		dec := json.NewDecoder(strings.NewReader(string(out)))
		dec.UseNumber()
		if err := dec.Decode(&got); err != nil || !json.Valid(out) {
			t.Fatalf("%q became %q: %v", in, out, err)
		}
		var s scan.Scanner
		s.Reset([]byte(in))
		if _, ok := s.Document(); ok && !strings.Contains(in, "N") && !strings.Contains(in, "I") {
			var want any
			if err := json.Unmarshal([]byte(in), &want); err != nil && !strings.Contains(err.Error(), "cannot unmarshal number") {
				t.Fatal(err)
			}
			a, _ := json.Marshal(want)
			var v any
			_ = json.Unmarshal(out, &v)
			if b, _ := json.Marshal(v); string(a) != string(b) {
				t.Fatalf("%q became %q", in, out)
			}
		}
	})
}
