package nearest

import (
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	known := []string{"ifeval", "ifeval_langcheck", "quality", "truthfulqa-multi_mc1_en"}
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"ifevl", []string{"ifeval"}},
		{"IFEVAL", []string{"ifeval", "ifeval_langcheck"}},
		{"ifeval_langchek", []string{"ifeval_langcheck", "ifeval"}},
		{"zzz", nil},
		{"", nil},
	} {
		if got := Names(tt.name, known); !slices.Equal(got, tt.want) {
			t.Errorf("Names(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"kitten", "sitting", 3}, {"ميزان", "ميزن", 1}} {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestHintOfHugeNameIsCheap(t *testing.T) {
	if got := Hint(strings.Repeat("x", 1<<20), []string{"ifeval"}); !strings.Contains(got, "ifeval") {
		t.Errorf("Hint = %q", got)
	}
}
