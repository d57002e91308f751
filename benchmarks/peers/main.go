// Command peers measures mizan beside the Python functions of the reference
// harness, in one session, on the same texts: README.md says how to get those.
//
//	go run ./benchmarks/peers -python venv/bin/python -reference DIR -variant DIR
//
// Each side has one core and does the same work on texts or records that it holds
// in memory. They take turns, and every turn is counted in processor time of the
// whole process, garbage collection included. The table shows medians; results
// are compared too.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"mizan/internal/testshared"
)

// turn is how long a turn of mizan lasts at least; Python's are one pass each.
const turn = 100 * time.Millisecond

func main() {
	var d driver
	flag.StringVar(&d.python, "python", "python3", "a Python 3.11 with the packages that README.md names")
	flag.StringVar(&d.reference, "reference", "", "a checkout of lm-evaluation-harness")
	flag.StringVar(&d.variant, "variant", "", "a checkout of its fork with the Arabic and langcheck tasks")
	flag.StringVar(&d.punkt, "punkt", "", "english.json of the Go module sentences, where NLTK has no punkt_tab")
	rounds := flag.Int("rounds", 3, "turns of each side")
	kilobytes := flag.Int("kb", 500, "size of a corpus")
	only := flag.String("only", "", "a regular expression: the rows to measure")
	flag.Parse()
	if d.reference == "" || d.variant == "" || *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(&d, *rounds, *kilobytes*1000, *only); err != nil {
		fmt.Fprintf(os.Stderr, "peers: %v\n", err)
		os.Exit(1)
	}
}

// run prints the table. It is an error if results differ.
func run(d *driver, rounds, size int, only string) error {
	runtime.GOMAXPROCS(1)
	rows, err := choose(only)
	if err != nil {
		return err
	}
	corpora, err := load(size)
	if err != nil {
		return err
	}
	defer d.stop()
	if err := d.start(corpora); err != nil {
		return err
	}
	differences := 0
	fmt.Printf("%s, %s/%s; %s\n\n%s", runtime.Version(), runtime.GOOS, runtime.GOARCH, d.versions, header)
	for _, r := range rows {
		l, err := r.measure(d, corpora[r.corpus], rounds)
		if err != nil {
			return fmt.Errorf("cannot measure %q: %w", r.name, err)
		}
		fmt.Println(l)
		for _, e := range l.examples {
			fmt.Fprintf(os.Stderr, "%s: %s\n", r.name, e)
		}
		differences += l.differences
	}
	if differences > 0 {
		return fmt.Errorf("%d results differ", differences)
	}
	return nil
}

// measure runs a row: one pass whose results are compared, then the turns.
func (r *row) measure(d *driver, c *corpus, rounds int) (line, error) {
	l := line{row: r, records: len(c.records), bytes: c.bytes}
	work := r.work(c)
	got, err := work(true)
	if err != nil {
		return l, err
	}
	_, want, err := d.run(r, true)
	if err != nil {
		return l, err
	}
	if err := l.compare(got, want); err != nil {
		return l, err
	}
	for i := range rounds {
		var python, mizan time.Duration
		for side := range 2 {
			if side == i%2 {
				python, _, err = d.run(r, false)
			} else {
				mizan, err = passes(r, c, work)
			}
			if err != nil {
				return l, err
			}
		}
		l.python = append(l.python, python.Seconds())
		l.mizan = append(l.mizan, mizan.Seconds())
	}
	return l, nil
}

// passes repeats the work for a turn and returns what one pass took.
func passes(r *row, c *corpus, work work) (time.Duration, error) {
	var took time.Duration
	n := 0
	for took < turn {
		if r.fresh {
			work = r.work(c)
			runtime.GC() // what making it left behind is no part of the pass
		}
		start := testshared.CPUTime()
		if _, err := work(false); err != nil {
			return 0, err
		}
		took += testshared.CPUTime() - start
		n++
	}
	return took / time.Duration(n), nil
}
