package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

//go:embed driver.py
var script []byte

// driver is the Python process. It gets one question a line and answers in one.
type driver struct {
	python, reference, variant, punkt string

	versions string // of Python and its packages
	dir      string
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
}

// answer is a line of the process.
type answer struct {
	Versions string  // the first line's
	Seconds  float64 // processor time
	Results  []any   // null where the reference gives none
	Error    string
}

// start starts the process on the corpora. stop is due even if it fails.
func (d *driver) start(corpora map[string]*corpus) (err error) {
	if d.dir, err = os.MkdirTemp("", "mizan-peers-"); err != nil {
		return fmt.Errorf("cannot make a working directory: %w", err)
	}
	file := filepath.Join(d.dir, "driver.py")
	if err := os.WriteFile(file, script, 0o666); err != nil {
		return err
	}
	for name, c := range corpora {
		lines := append(bytes.Join(c.records, []byte("\n")), '\n')
		if err := os.WriteFile(filepath.Join(d.dir, name+".jsonl"), lines, 0o666); err != nil {
			return err
		}
	}
	d.cmd = exec.Command(d.python, file, "--corpora", d.dir, "--reference", d.reference, "--variant", d.variant, "--punkt", d.punkt)
	d.cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1") // the checkouts stay as they are
	d.cmd.Stderr = os.Stderr
	in, err := d.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	d.out = bufio.NewReader(out)
	if err := d.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start Python: %w", err)
	}
	d.in = in
	hello, err := d.read()
	d.versions = hello.Versions
	return err
}

// run runs a row's work once and returns its processor time, and the results if
// they are wanted.
func (d *driver) run(r *row, results bool) (time.Duration, []any, error) {
	question, err := json.Marshal(map[string]any{"key": r.key, "corpus": r.corpus, "results": results})
	if err != nil {
		return 0, nil, err
	}
	if _, err := d.in.Write(append(question, '\n')); err != nil {
		return 0, nil, fmt.Errorf("cannot ask Python: %w", err)
	}
	a, err := d.read()
	return time.Duration(a.Seconds * float64(time.Second)), a.Results, err
}

func (d *driver) read() (a answer, err error) {
	text, err := d.out.ReadBytes('\n')
	if err != nil {
		return a, fmt.Errorf("cannot read what Python says (its own message stands above): %w", err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("cannot read what Python says: %w", err)
	}
	if a.Error != "" {
		return a, fmt.Errorf("the Python side fails: %s", a.Error)
	}
	return a, nil
}

// stop ends the process, which goes when there are no more questions.
func (d *driver) stop() {
	if d.in != nil {
		d.in.Close()
		d.cmd.Wait() // what went wrong has been said by then
	}
	os.RemoveAll(d.dir)
}
