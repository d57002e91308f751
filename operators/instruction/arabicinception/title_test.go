package arabicinception

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"mizan/operators/text"
)

// titlePattern finds what the reference's expression finds: both engines are
// leftmost-first.
var titlePattern = regexp.MustCompile(`<<[^\n]+>>|«[^\n]+?»`)

func slowTitle(s string) bool {
	for _, m := range titlePattern.FindAllString(s, -1) {
		if !text.IsBlank(strings.TrimRight(strings.TrimLeft(m, "<"), ">")) {
			return true
		}
	}
	return false
}

func FuzzTitle(f *testing.F) {
	for _, s := range []string{
		"", "<<a>>", "<<>>", "<< >>", "<<<>>>", "<<>>>", "«»", "« »", "«»»", "««»", "<<a\n>>", "«a\n»",
		"<< >> «x»", "<<«x» >>", "« <<a>>", "<< «\n» >>", ">><<", "<<a>> >>", "\u00a0<<\u00a0>>«ا»", "«", "<<«>>»",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		if got, want := func() bool { _, ok := titleOf(s); return ok }(), slowTitle(s); got != want {
			t.Errorf("title of %q: %v, want %v", s, got, want)
		}
	})
}

func TestTitleIsLinear(t *testing.T) {
	for _, s := range []string{"<", "<<", "«", "»", "<<>", "<< ", "«\n", "<< >>\n", ">", "<<>>"} {
		long := strings.Repeat(s, 1<<20/len(s))
		begin := time.Now()
		titleOf(long)
		if d := time.Since(begin); d > 10*time.Second {
			t.Errorf("1 MB of %q took %v", s, d)
		}
	}
}
