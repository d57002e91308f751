package sentence

import (
	"slices"
	"testing"

	"mizan/internal/testshared"
)

type golden struct {
	Text     string
	Expected []string
}

func TestGoldens(t *testing.T) {
	for _, f := range []struct {
		name string
		cut  func(dst []string, s string) []string
	}{
		{"punkt_sentences", Punkt},
		{"inception_sentences", Pattern},
		{"hf_sentences", Hf},
	} {
		t.Run(f.name, func(t *testing.T) {
			testshared.Lines(t, "goldens/operators/"+f.name+".jsonl", func(line int, g golden) {
				if got := f.cut(nil, g.Text); !slices.Equal(got, g.Expected) {
					t.Errorf("line %d: %q\n got %q\nwant %q", line, g.Text, got, g.Expected)
				}
			})
		})
	}
}
