package text_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"mizan/internal/testshared"
	"mizan/operators/text"
)

// classFile is the specification's table of code point classes.
type classFile struct {
	Classes map[string]struct {
		Version string
		Ranges  ranges
	}
	Changes map[string]json.RawMessage
}

// change is the code points that enter a class in a version.
type change map[string]struct{ Enter, Leave ranges }

// ranges is code points, written as hexadecimal ranges.
type ranges []rune

func (rs *ranges) UnmarshalJSON(b []byte) error {
	var list []string
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	for _, s := range list {
		from, to, isRange := strings.Cut(s, "-")
		if !isRange {
			to = from
		}
		var a, z rune
		if _, err := fmt.Sscanf(from+" "+to, "%x %x", &a, &z); err != nil {
			return fmt.Errorf("cannot read range %q: %w", s, err)
		}
		for r := a; r <= z; r++ {
			*rs = append(*rs, r)
		}
	}
	return nil
}

func loadClasses(t *testing.T) (classFile, change) {
	t.Helper()
	b, err := os.ReadFile(testshared.Path(t, "spec/codepoint-classes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f classFile
	if err := json.Unmarshal(b, &f); err != nil {
		t.Fatal(err)
	}
	var c change
	if err := json.Unmarshal(f.Changes["14.0.0 -> 15.0.0"], &c); err != nil {
		t.Fatal(err)
	}
	return f, c
}

// newIn15 are the code points that Unicode 15.0 assigned.
func newIn15(t *testing.T) map[rune]bool {
	t.Helper()
	_, c := loadClasses(t)
	set := map[rune]bool{}
	for _, kind := range c {
		for _, r := range kind.Enter {
			set[r] = true
		}
	}
	return set
}

// TestClasses holds the class table against the specification's, whose
// standard-library classes are Unicode 14.0 and whose engine "regex" is 15.0.
// Exactly the code points that 15.0 assigned may differ, and they must.
func TestClasses(t *testing.T) {
	f, newer := loadClasses(t)
	for name, c := range map[string]struct {
		bits  text.Class
		enter string
	}{
		"letter_py":        {text.Letter, "letter"},
		"mark_py":          {text.Mark, "mark"},
		"letter_regex":     {text.Letter, ""},
		"word_re":          {text.PyWord, "re_word"},
		"word_regex":       {text.RxWord, ""},
		"space_py":         {text.PySpace, ""},
		"space_regex":      {text.RxSpace, ""},
		"dropped_by_clean": {text.Control, "dropped_by_clean"},
	} {
		want := map[rune]bool{}
		for _, r := range f.Classes[name].Ranges {
			want[r] = true
		}
		if len(want) == 0 {
			t.Errorf("the specification has no class %q", name)
		}
		for _, r := range newer[c.enter].Enter {
			if want[r] {
				t.Errorf("%s: %U is both old and new", name, r)
			}
			want[r] = true
		}
		for r := rune(0); r <= utf8.MaxRune; r++ {
			if surrogate := 0xD800 <= r && r <= 0xDFFF; text.Is(r, c.bits) != want[r] && !surrogate {
				t.Errorf("%s: %U is %v in the table, %v in the specification", name, r, !want[r], want[r])
			}
		}
	}
	for kind, c := range newer {
		if len(c.Leave) != 0 {
			t.Errorf("code points leave the class %q", kind)
		}
	}
}

// The ranges that the gates name are plain figures.
func TestRangeClasses(t *testing.T) {
	for _, c := range []struct {
		class text.Class
		ends  []rune
	}{
		{text.Latin, []rune{'A', 'Z', 'a', 'z'}},
		{text.ArabicA, []rune{0x600, 0x6FF, 0x750, 0x77F, 0x8A0, 0x8FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFF}},
		{text.ArabicB, []rune{0x600, 0x6FF, 0x750, 0x77F, 0x8A0, 0x8FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFF, 0x1EE00, 0x1EEFF}},
		{text.Invisible, []rune{0x200B, 0x200D, 0xFEFF, 0xFEFF, 0x202A, 0x202E, 0x2066, 0x2069}},
		{text.RepWord, []rune{'0', '9', 'A', 'Z', 'a', 'z', 0x621, 0x64A}},
		{text.LineEnd, []rune{'\n', '\n', '\r', '\r', 0x2028, 0x2029}},
		{text.SentenceEnd, []rune{'.', '.', '!', '!', '?', '?'}},
	} {
		for r := rune(0); r <= utf8.MaxRune; r++ {
			want := false
			for i := 0; i < len(c.ends); i += 2 {
				want = want || c.ends[i] <= r && r <= c.ends[i+1]
			}
			if text.Is(r, c.class) != want {
				t.Errorf("class %#x of %U is %v, want %v", c.class, r, !want, want)
			}
		}
	}
	for _, r := range []rune{-1, utf8.MaxRune + 1} {
		if text.ClassOf(r) != 0 {
			t.Errorf("ClassOf(%#x) = %#x, want none", r, text.ClassOf(r))
		}
	}
}
