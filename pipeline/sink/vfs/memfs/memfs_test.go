package memfs

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"testing"
)

// put writes a file; steps are what is synced: "data", "dir".
func put(t *testing.T, f *FS, path, content string, steps ...string) {
	t.Helper()
	w, err := f.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if s == "data" {
			err = w.Sync()
		} else {
			err = f.SyncDir("/")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func content(f *FS, path string) string {
	b, err := f.ReadFile(path)
	if err != nil {
		return "(none)"
	}
	return string(b)
}

func TestCrashLosesWhatIsNotSynced(t *testing.T) {
	f := New()
	put(t, f, "/whole", "abc", "data", "dir")
	put(t, f, "/empty", "abc", "dir")
	put(t, f, "/gone", "abc", "data")
	if err := f.Mkdir("/d"); err != nil {
		t.Fatal(err)
	}
	if err := f.Rename("/whole", "/d/moved"); err != nil {
		t.Fatal(err)
	}
	after := f.Crash(nil)
	for path, want := range map[string]string{"/whole": "abc", "/empty": "", "/gone": "(none)", "/d/moved": "(none)"} {
		if got := content(after, path); got != want {
			t.Errorf("%s = %q, want %q", path, got, want)
		}
	}
	if got := content(f, "/d/moved"); got != "abc" {
		t.Errorf("before the crash: %q", got)
	}
	if err := f.SyncDir("/d"); err != nil {
		t.Fatal(err)
	}
	if err := f.SyncDir("/"); err != nil {
		t.Fatal(err)
	}
	after = f.Crash(nil)
	if content(after, "/d/moved") != "abc" || content(after, "/whole") != "(none)" {
		t.Error("a synced rename is lost")
	}
}

// Chance keeps some of what was not synced, and each outcome occurs.
func TestCrashBySeed(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(200) {
		f := New()
		put(t, f, "/f", "ab")
		seen[content(f.Crash(rand.New(rand.NewPCG(seed, 1))), "/f")] = true
	}
	for _, want := range []string{"(none)", "", "a", "ab"} {
		if !seen[want] {
			t.Errorf("%q never occurs", want)
		}
	}
}

func TestErrors(t *testing.T) {
	f := New()
	put(t, f, "/f", "x")
	if err := f.Mkdir("/d"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Create("/f"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create: %v", err)
	}
	if err := f.Link("/f", "/d"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("link: %v", err)
	}
	if err := f.Rename("/d", "/f"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("rename: %v", err)
	}
	if err := f.Rename("/none", "/g"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("rename: %v", err)
	}
	if err := f.Mkdir("/none/d"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("mkdir: %v", err)
	}
	if _, err := f.Create("/f/x"); err == nil {
		t.Error("a file is taken for a directory")
	}
	put(t, f, "/d/x", "")
	if err := f.Remove("/d"); err == nil {
		t.Error("a directory that is not empty was removed")
	}
}
