package report

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// chromium returns the browser. Without one the test is skipped aloud, and with
// CI=true the browser is installed.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "true" {
		t.Skip("no Chromium: the HTML report is not looked at; scripts/install-chromium.sh installs it")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, "bash", "../../scripts/install-chromium.sh").CombinedOutput(); err != nil {
		t.Fatalf("cannot install Chromium: %v\n%s", err, out)
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// browse runs the browser on the page and returns what it prints.
func browse(t *testing.T, page string, flags ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir=" + t.TempDir(),
	}, flags...)
	cmd := exec.CommandContext(ctx, chromium(t), append(args, "file://"+page)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("Chromium: %v\n%s", err, stderr.String())
	}
	return stdout.Bytes()
}

// measure is put into the page: it writes down what stands where.
const measure = `<script>
addEventListener("load", () => {
  const box = r => ({left: r.left, right: r.right, top: r.top, bottom: r.bottom});
  const text = (node, from, to) => { const r = document.createRange(); r.setStart(node, from); r.setEnd(node, to); return box(r.getBoundingClientRect()); };
  const found = [...document.querySelectorAll("bdi")].map(b => {
    const before = b.previousSibling, after = b.nextSibling, t = b.firstChild;
    const trimmed = before && before.nodeType === 3 ? before.textContent.trimEnd().length : 0;
    return {
      text: b.textContent, direction: getComputedStyle(b).direction, box: box(b.getBoundingClientRect()),
      first: t ? text(t, 0, 1) : null, last: t ? text(t, t.length - 1, t.length) : null,
      before: trimmed ? text(before, 0, trimmed) : null,
      after: after && after.textContent.trim() && after.nodeType === 3 ? text(after, 0, after.length) : null,
    };
  });
  const pre = document.createElement("pre");
  pre.id = "found"; pre.textContent = JSON.stringify({bdi: found, wide: document.documentElement.scrollWidth, window: innerWidth});
  document.body.append(pre);
});
</script>`

type box struct{ Left, Right, Top, Bottom float64 }

// TestHTMLInBrowser looks at the page as a reader sees it: right-to-left names
// run from right to left, and the line around them from left to right.
func TestHTMLInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a few seconds")
	}
	chromium(t)
	const mixed = "نموذج (7B), إصدار 2"
	r := read(t, written(t, sample(), slice{scored: []row{
		{"model": mixed, "run_id": "ריצה 1", "task": "truthfulqa-multi_mc1_en", "acc": 1.0},
	}}), ownTask)
	var out strings.Builder
	if err := r.HTML(&out); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	page := filepath.Join(dir, "report.html")
	if err := os.WriteFile(page, []byte(strings.Replace(out.String(), "</body>", measure+"</body>", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	dom := string(browse(t, page, "--window-size=1000,800", "--dump-dom"))
	_, found, ok := strings.Cut(dom, `<pre id="found">`)
	found, _, closed := strings.Cut(found, "</pre>")
	if !ok || !closed {
		t.Fatalf("the page was not measured: %.500s", dom)
	}
	var seen struct {
		BDI []struct {
			Text, Direction  string
			Box, First, Last box
			Before, After    *box
		}
		Wide, Window float64
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(found)), &seen); err != nil {
		t.Fatal(err)
	}
	if seen.Wide > seen.Window {
		t.Errorf("the page is %v wide in a window of %v", seen.Wide, seen.Window)
	}
	want := map[string]string{
		"org/cedar-8b": "ltr", "נייר-14b": "rtl", "ריצה 1": "rtl", "نموذج-الأرز": "rtl", mixed: "rtl",
		ownTask.Name: "rtl", "بيانات/التقييم.jsonl": "rtl",
		`unknown task "مهمة غير معروفة"; known are "ifeval", "ifeval_langcheck", "ifeval_langcheck_v4_1", "quality"`: "ltr",
	}
	for _, b := range seen.BDI {
		direction, ok := want[b.Text]
		if !ok {
			continue
		}
		delete(want, b.Text)
		if b.Direction != direction {
			t.Errorf("%q runs %s, want %s", b.Text, b.Direction, direction)
		}
		oneLine := b.Box.Bottom-b.Box.Top < 2*(b.First.Bottom-b.First.Top)
		if oneLine && (b.First.Left > b.Last.Left) != (direction == "rtl") {
			t.Errorf("%q: its first character is at %v, its last at %v", b.Text, b.First.Left, b.Last.Left)
		}
		// "model NAME, run": what stands before is on the left, what follows on
		// the right, whatever the name's direction.
		if b.Before != nil && b.Before.Right > b.Box.Left+1 {
			t.Errorf("%q begins at %v, what stands before it ends at %v", b.Text, b.Box.Left, b.Before.Right)
		}
		if b.After != nil && b.After.Left < b.Box.Right-1 {
			t.Errorf("%q ends at %v, what follows begins at %v", b.Text, b.Box.Right, b.After.Left)
		}
	}
	if len(want) > 0 {
		t.Errorf("the page does not show %q", want)
	}

	shot := filepath.Join(dir, "report.png")
	browse(t, page, "--window-size=1000,2600", "--screenshot="+shot)
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil || img.Bounds().Dx() != 1000 {
		t.Fatalf("no picture of the page: %v", err)
	}
	if keep := os.Getenv("MIZAN_SCREENSHOT"); keep != "" {
		data, err := os.ReadFile(shot)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(keep, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
