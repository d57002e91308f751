package sink

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// damagedOutput has two slices; damage is done to it.
func damagedOutput(t *testing.T, damage func(dir string)) *VerifyReport {
	t.Helper()
	dir := t.TempDir()
	s := mustOpen(t, testOptions(dir))
	for first := int64(0); first < 20; first += 10 {
		if _, err := writeSlice(s, first, first+10, offsetRows(t, first, first+9), rejectRow(first+9)); err != nil {
			t.Fatal(err)
		}
	}
	damage(dir)
	r, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const (
	someFile   = "scored/task=ifeval/date=2026-11-30/gen-0-10-19.parquet"
	someRecord = "_mizan/commits/gen/0/00000000000000000010.json"
)

func TestVerifyFinds(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	edit := func(path string, change func(b []byte) []byte) {
		b, err := os.ReadFile(path)
		must(err)
		must(os.WriteFile(path, change(b), 0o666))
	}
	for name, c := range map[string]struct {
		damage func(dir string)
		want   string
	}{
		"lost file":      {func(d string) { must(os.Remove(filepath.Join(d, someFile))) }, "committed, but missing"},
		"cut file":       {func(d string) { must(os.Truncate(filepath.Join(d, someFile), 100)) }, "bytes instead of"},
		"flipped bit":    {func(d string) { edit(filepath.Join(d, someFile), func(b []byte) []byte { b[50] ^= 1; return b }) }, "checksum"},
		"foreign file":   {func(d string) { edit(filepath.Join(d, someFile), clone(t, d)) }, "no commit record lists it"},
		"stray file":     {func(d string) { must(os.WriteFile(filepath.Join(d, "scored/_SUCCESS"), nil, 0o666)) }, "not a data file"},
		"lost record":    {func(d string) { must(os.Remove(filepath.Join(d, "_mizan/commits/gen/0/00000000000000000000.json"))) }, "no commit record lists it"},
		"broken record":  {func(d string) { must(os.WriteFile(filepath.Join(d, someRecord), []byte("{"), 0o666)) }, "cannot decode commit record"},
		"foreign record": {func(d string) { must(os.WriteFile(filepath.Join(d, "_mizan/commits/gen/0/x"), nil, 0o666)) }, "is not a commit record"},
		"gap": {func(d string) {
			edit(filepath.Join(d, "_mizan/commits/gen/0/00000000000000000000.json"), func(b []byte) []byte { return replaceOnce(b, `"next": 10`, `"next": 9`) })
		}, "gap"},
		"overlap": {func(d string) {
			edit(filepath.Join(d, "_mizan/commits/gen/0/00000000000000000000.json"), func(b []byte) []byte { return replaceOnce(b, `"next": 10`, `"next": 11`) })
		}, "overlap"},
		"lost row": {func(d string) {
			edit(filepath.Join(d, someRecord), func(b []byte) []byte { return replaceOnce(b, `"scored": 9`, `"scored": 10`) })
		}, "were committed"},
	} {
		r := damagedOutput(t, c.damage)
		if r.OK() || !strings.Contains(r.String(), c.want) {
			t.Errorf("%s: report\n%s", name, r)
		}
	}
	if r := damagedOutput(t, func(string) {}); !r.OK() || r.Slices != 2 || r.Scored != 18 || r.Rejected != 2 {
		t.Errorf("undamaged: report\n%s", r)
	}
	if _, err := Verify(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no output directory") {
		t.Errorf("empty directory: error %v", err)
	}
}

// clone copies a file beside itself under another name.
func clone(t *testing.T, dir string) func(b []byte) []byte {
	return func(b []byte) []byte {
		if err := os.WriteFile(filepath.Join(dir, filepath.Dir(someFile), "copy.parquet"), b, 0o666); err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func replaceOnce(b []byte, from, to string) []byte {
	return []byte(strings.Replace(string(b), from, to, 1))
}

func TestVerifyReportIsJSON(t *testing.T) {
	b, err := json.Marshal(damagedOutput(t, func(string) {}))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"logs":[{"name":"gen"`, `"problems":[]`, `"leftovers":[]`, `"in":20`, `"next":20`} {
		if !strings.Contains(string(b), field) {
			t.Errorf("no %s in %s", field, b)
		}
	}
}

// TestVerifyReportCounts: one is one, two are two.
func TestVerifyReportCounts(t *testing.T) {
	for _, c := range []struct {
		n    int
		want []string
	}{
		{1, []string{"in 1 slice, 1 file:", "; 1 offset without", "out: 1 slice, 1 file,", "NOT whole: 1 problem\n"}},
		{2, []string{"in 2 slices, 2 files:", "; 2 offsets without", "out: 2 slices, 2 files,", "NOT whole: 2 problems\n"}},
	} {
		r := VerifyReport{Dir: "out", Slices: c.n, Files: c.n, Problems: make([]string, c.n),
			Logs: []LogReport{{Source: "gen", Slices: c.n, Files: c.n, Absent: int64(c.n)}}}
		for _, want := range c.want {
			if !strings.Contains(r.String(), want) {
				t.Errorf("%d: no %q in\n%s", c.n, want, r.String())
			}
		}
	}
}
