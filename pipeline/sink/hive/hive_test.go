package hive

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDir(t *testing.T) {
	for _, c := range []struct{ value, want string }{
		{"", "model=__HIVE_DEFAULT_PARTITION__"},
		{"__HIVE_DEFAULT_PARTITION__", "model=%5F_HIVE_DEFAULT_PARTITION__"},
		{"meta-llama/Llama-3.1-8B", "model=meta-llama%2FLlama-3.1-8B"},
		{"a%2Fb", "model=a%252Fb"},
		{"a=b\\c?d'e\"f*g:h", "model=a%3Db%5Cc%3Fd%27e%22f%2Ag%3Ah"},
		{"نموذج 7B+chat", "model=نموذج 7B+chat"},
		{"..", "model=.."},
		{"a\x00\n\x7f", "model=a%00%0A%7F"},
		{"[x]{y}^#z", "model=%5Bx%5D%7By%7D%5E%23z"},
	} {
		if got := Dir("model", c.value); got != c.want {
			t.Errorf("Dir(%q) = %q, want %q", c.value, got, c.want)
		}
	}
}

func TestFileName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"gen", "gen"}, {"", "%"}, {".", "%2E"}, {"..", "%2E."}, {"_schemas", "%5Fschemas"},
		{"/data/a.jsonl", "%2Fdata%2Fa.jsonl"}, {"%", "%25"},
	} {
		if got := FileName(c.text, 100); got != c.want {
			t.Errorf("FileName(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// Values too long for a file system get names that are, and that differ where
// the values do.
func TestLongValues(t *testing.T) {
	for _, value := range []string{
		strings.Repeat("m", 300), strings.Repeat("م", 150), strings.Repeat("/", 100), "m" + strings.Repeat("😀", 80), strings.Repeat("a/é", 80),
	} {
		dir, other := Dir("model", value), Dir("model", value+"!")
		if len(dir) > 255 || !utf8.ValidString(dir) || strings.Contains(dir, "/") {
			t.Errorf("Dir(%q) = %q of %d bytes", value, dir, len(dir))
		}
		if dir == other {
			t.Errorf("%q and one character more have the same directory", value)
		}
		if name := Unescape(dir); !utf8.ValidString(name) {
			t.Errorf("%q is cut inside an escape", dir)
		}
	}
	if exact := strings.Repeat("m", 255-len("model=")); Dir("model", exact) != "model="+exact {
		t.Error("a value that just fits must not be cut")
	}
}

func FuzzDir(f *testing.F) {
	for _, s := range []string{"", "%", "%2", "a/b", "..", "م/%", "\xff", strings.Repeat("%", 200), DefaultPartition} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		dir := Dir("k", value)
		if len(dir) > 255 || strings.ContainsAny(dir, "/\x00") {
			t.Fatalf("Dir(%q) = %q", value, dir)
		}
		back := Unescape(strings.TrimPrefix(dir, "k="))
		if value != "" && len(Escape(value)) < 200 && back != value {
			t.Fatalf("%q reads back as %q", value, back)
		}
	})
}
