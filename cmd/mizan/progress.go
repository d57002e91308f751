package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"mizan/pipeline/codec"
	"mizan/pipeline/reject"
	"mizan/pipeline/source/file"
)

// progress is a bar over the bytes of all files, on a terminal only.
type progress struct {
	bar *progressbar.ProgressBar
}

func newProgress(quiet bool, paths []string) *progress {
	if quiet || !term.IsTerminal(int(os.Stderr.Fd())) {
		return &progress{}
	}
	var total int64
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil || !st.Mode().IsRegular() {
			total = -1 // a pipe, or stdin: no end is known
			break
		}
		total += st.Size()
	}
	return &progress{bar: progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription("scoring"),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// note prints a line, above the bar if there is one.
func (p *progress) note(format string, args ...any) {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// watch returns r, moving the bar as it is read.
func (p *progress) watch(r file.Reader) file.Reader {
	if p.bar == nil {
		return r
	}
	return &watched{Reader: r, p: p}
}

type watched struct {
	file.Reader
	p    *progress
	seen int64
}

func (w *watched) Fill(b *codec.Builder, maxRows int, maxBytes int64) ([]reject.Row, error) {
	rejects, err := w.Reader.Fill(b, maxRows, maxBytes)
	at := w.Reader.BytesRead()
	_ = w.p.bar.Add64(at - w.seen)
	w.seen = at
	return rejects, err
}
