package primitive

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mizan/internal/testshared"
)

// Each golden file has a primitive of its name, and no primitive is without.
func TestNames(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(testshared.Path(t, "goldens/operators"), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".jsonl"))
	}
	slices.Sort(names)
	if !slices.Equal(Names(), names) {
		t.Errorf("the primitives are %v, the golden files %v", Names(), names)
	}
}

func TestGoldens(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+name+".jsonl", func(line int, g struct {
				Text     string
				Expected any
			}) {
				got, err := Run(name, g.Text)
				if err != nil {
					t.Fatalf("line %d: %v", line, err)
				}
				b, err := json.Marshal(got)
				if err != nil {
					t.Fatal(err)
				}
				var plain any
				if err := json.Unmarshal(b, &plain); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(plain, g.Expected) {
					t.Errorf("line %d: %s(%+q) = %s, want %v", line, name, g.Text, b, g.Expected)
				}
			})
		})
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"strip_thinking", "<think>hm</think>Yes.", `"Yes."`},
		{"py_split", "", `[]`},
		{"punkt_sentences", "", `[]`},
		{"english_word_ratio", "", `{"english_words":0,"letter_words":0,"ratio":0}`},
	} {
		got, err := Run(c.name, c.in)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := json.Marshal(got); string(b) != c.want {
			t.Errorf("%s(%q) = %s, want %s", c.name, c.in, b, c.want)
		}
	}
	if _, err := Run("nfkx", ""); err == nil || !strings.Contains(err.Error(), `"nfkx"`) || !strings.Contains(err.Error(), "nfkc") {
		t.Errorf("the error for an unknown primitive is %v", err)
	}
}
