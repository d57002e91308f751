package gate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"mizan/internal/yardstick"
)

// hugeTexts are inputs that a detector could choke on, of so many bytes.
func hugeTexts(size int) map[string]string {
	numbered := func(period int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			n := i
			if period > 0 {
				n %= period
			}
			fmt.Fprintf(&b, "w%d ", n)
		}
		return b.String()
	}
	alike := strings.ReplaceAll(numbered(0), "w", "beginning")
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1) }
	return map[string]string{
		"one word":               fill("word "),
		"one letter":             fill("a "),
		"period 61":              numbered(61),
		"all words distinct":     numbered(0),
		"words that begin alike": alike[:size],
		"14 equal words":         fill(strings.Repeat("a ", 14) + "b c "),
		"no space":               fill("x"),
		"no space, Arabic":       fill("ن"),
		"glued":                  fill("a-"),
		"deleted":                fill("a:"),
		"sentences":              fill("a. "),
		"sentences of no word":   fill(". "),
		"lines":                  fill("a b c\n"),
		"marks":                  fill("\u0301"),
		"backticks":              fill("`"),
		"two words":              fill("ab ba ab ab ba ba ba ab "),
		"Arabic":                 fill("هذا نص عربي طويل، وفيه كلمات كثيرة. "),
	}
}

// Adversarial texts take time linear in their length: ten times the text, at
// most some twenty times the time, whatever it is made of.
func TestLinearTime(t *testing.T) {
	small, large := hugeTexts(50_000), hugeTexts(500_000)
	for _, name := range Names() {
		g := mustFind(t, name)
		for kind := range small {
			took := func(s string) time.Duration {
				best := time.Duration(1 << 62)
				for range 2 {
					runtime.LockOSThread()
					start := yardstick.CPUTime()
					g.Judge(s, "", []string{"ar"}, nil)
					best = min(best, yardstick.CPUTime()-start)
					runtime.UnlockOSThread()
				}
				return best
			}
			a, b := took(small[kind]), took(large[kind])
			if b > 25*a+5*time.Millisecond {
				t.Errorf("gate %s, %s: 50 kB took %v, 500 kB %v", name, kind, a, b)
			}
			if perMB := 2 * b; perMB > 400*time.Millisecond {
				t.Errorf("gate %s, %s: a megabyte took %v", name, kind, perMB)
			}
		}
	}
}

// The scan's memory does not grow with the text.
func TestBoundedMemory(t *testing.T) {
	for kind, s := range hugeTexts(1_500_000) {
		for _, name := range Names() {
			g := mustFind(t, name)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			g.Judge(s, "", []string{"ar"}, nil)
			runtime.ReadMemStats(&after)
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
				t.Errorf("gate %s, %s: judging 1.5 MB allocated %d bytes", name, kind, grown)
			}
		}
	}
}
