package text_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/operators/text"
)

// script answers each text of standard input, a JSON string a line, with what
// Python makes of it.
const script = `
import json, re, sys, unicodedata
for line in sys.stdin:
    s = json.loads(line)
    print(json.dumps([s.lower(), s.strip(), s.split(), re.findall(r"\w+", s), s.isupper(), s.islower(), s.isalpha(),
        [m.start() for m in re.finditer(r"\b", s)],
        unicodedata.normalize("NFKC", s), unicodedata.normalize("NFKD", s)]))
`

type answers struct {
	lower, strip         string
	split, words         []string
	upper, isLower, alph bool
	bounds               []int
	nfkc, nfkd           string
}

func (a *answers) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&a.lower, &a.strip, &a.split, &a.words, &a.upper, &a.isLower, &a.alph, &a.bounds, &a.nfkc, &a.nfkd})
}

// TestAgainstPython compares with the Python that the reference runs on. It
// skips where there is none. Code points that Unicode 14.0 lacks are left out.
func TestAgainstPython(t *testing.T) {
	python, err := exec.LookPath("python3.11")
	if err != nil {
		t.Skip("no python3.11 on this machine: nothing is compared with it")
	}
	newer := newIn15(t)
	var texts []string
	for r := rune(0); r <= utf8.MaxRune; r++ {
		// Of ideographs, Hangul and rare scripts a sample will do.
		if many := 0x3400 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xF900 || r >= 0x12000; many && r%13 != 0 || 0xD800 <= r && r <= 0xDFFF {
			continue
		}
		texts = append(texts, string(r))
		if r < 0x3000 {
			texts = append(texts, "a"+string(r)+"\u03a3"+string(r)+"b\u03a3"+string(r))
		}
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range *differential {
		texts = append(texts, randomText(rnd, 24))
	}
	texts = append(texts, "e"+strings.Repeat("\u0301\u0323", 100), strings.Repeat("\u064b\u0301", 50))
	texts = slices.DeleteFunc(texts, func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return newer[r] }) })

	var in strings.Builder
	for _, s := range texts {
		b, _ := json.Marshal(s)
		in.Write(append(b, '\n'))
	}
	py := filepath.Join(t.TempDir(), "script.py")
	if err := os.WriteFile(py, []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, py)
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("cannot run Python: %v", err)
	}
	sc := bufio.NewScanner(strings.NewReader(string(out)))
	sc.Buffer(nil, 1<<20)
	n := 0
	for ; sc.Scan(); n++ {
		var want answers
		if err := json.Unmarshal(sc.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		s := texts[n]
		check := func(name string, ok bool) {
			t.Helper()
			if !ok {
				t.Errorf("%s(%+q) is not what Python gives: %+q", name, s, sc.Text())
			}
		}
		check("Lower", text.Lower(s) == want.lower)
		check("Strip", text.Strip(s) == want.strip)
		check("Split", slices.Equal(text.Split(nil, s), want.split))
		check("Runs", slices.Equal(text.Runs(nil, s, text.PyWord), want.words))
		check("IsUpper", text.IsUpper(s) == want.upper)
		check("IsLower", text.IsLower(s) == want.isLower)
		check("IsAlpha", text.IsAlpha(s) == want.alph)
		check("Boundary", slices.Equal(boundaries(s, text.PyWord), want.bounds))
		check("NFKC", text.NFKC(s) == want.nfkc)
		check("NFKD", text.NFKD(s) == want.nfkd)
		if t.Failed() {
			return
		}
	}
	if n != len(texts) {
		t.Fatalf("Python answered %d of %d texts", n, len(texts))
	}
}

// boundaries returns the positions, in code points, where \b matches.
func boundaries(s string, c text.Class) (at []int) {
	n := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || utf8.RuneStart(s[i]) {
			if text.Boundary(s, i, c) {
				at = append(at, n)
			}
			n++
		}
	}
	return at
}
