//go:build linux || darwin

// Command job measures the whole job as a user runs it: mizan score over a
// corpus of records, against the same command with the operators off (decode
// and write only), in turns. It also scores ten times the records, to show that
// memory does not grow with the input.
//
//	go run ./benchmarks/job                      200,000 records, three rounds
//	go run ./benchmarks/job -tenfold             the same and 2,000,000 records once
//	go run ./benchmarks/job -n 60 -response-bytes 16777216     huge responses
//
// Figures are medians. CPU seconds (user and system time of the process) say
// more than the clock on a machine that others use too.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"
)

func main() {
	var j job
	flag.IntVar(&j.records, "n", 200_000, "how many records")
	flag.IntVar(&j.rounds, "rounds", 3, "how often each command runs")
	flag.IntVar(&j.responseBytes, "response-bytes", 0, "lengthen responses to this size")
	flag.BoolVar(&j.tenfold, "tenfold", false, "also score ten times the records")
	flag.StringVar(&j.dir, "dir", "", "where corpora and outputs go for the time being; default a temporary directory")
	flag.StringVar(&j.binary, "mizan", "", "a mizan to measure, instead of building this one")
	flag.Parse()
	if err := j.run(flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "job: %v\n", err)
		os.Exit(1)
	}
}

type job struct {
	records, rounds, responseBytes int
	tenfold                        bool
	dir, binary, corpus            string
}

// operatorsOff is a configuration with a task that does nothing.
const operatorsOff = "tasks:\n  extra:\n    - name: store\n"

// run measures. extra are further arguments for mizan score.
func (j *job) run(extra []string) (err error) {
	if j.dir, err = os.MkdirTemp(j.dir, "mizan-job-"); err != nil {
		return fmt.Errorf("cannot make a working directory: %w", err)
	}
	defer os.RemoveAll(j.dir)
	if j.binary == "" {
		j.binary = j.path("mizan")
		if err := build(j.binary, "./cmd/mizan"); err != nil {
			return err
		}
	}
	// The corpus is made by a process of its own: the peak memory that the system
	// reports of a child is at least that of the parent when it was started.
	j.corpus = j.path("corpus")
	if err := build(j.corpus, "./benchmarks/corpus"); err != nil {
		return err
	}
	if err := os.WriteFile(j.path("off.yaml"), []byte(operatorsOff), 0o666); err != nil {
		return fmt.Errorf("cannot write a configuration: %w", err)
	}
	fmt.Printf("%s, %s/%s, %d cores\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Println("| operators | records | MB | records/s | MB/s | CPU s | MB per CPU s | peak RSS MiB |")
	fmt.Println("|---|---|---|---|---|---|---|---|")
	on, err := j.measure(j.records, j.rounds, extra)
	if err != nil || !j.tenfold {
		return err
	}
	ten, err := j.measure(10*j.records, 1, extra)
	if err != nil {
		return err
	}
	fmt.Printf("\npeak RSS at ten times the records: %.3f of that at %d\n", ten.rss/on.rss, j.records)
	return nil
}

// measure runs both commands in turns and prints their medians. It returns that
// with operators.
func (j *job) measure(records, rounds int, extra []string) (figures, error) {
	corpora := []struct{ name, task string }{{"on", ""}, {"off", "store"}}
	for _, c := range corpora {
		if err := j.command(j.corpus, "-n", strconv.Itoa(records), "-task", c.task,
			"-response-bytes", strconv.Itoa(j.responseBytes), "-out", j.path(c.name+".jsonl")).Run(); err != nil {
			return figures{}, fmt.Errorf("cannot make the corpus: %w", err)
		}
		defer os.Remove(j.path(c.name + ".jsonl"))
	}
	var on, off []figures
	for range rounds {
		f, err := j.score(j.path("on.jsonl"), extra)
		if err != nil {
			return f, err
		}
		on = append(on, f)
		if f, err = j.score(j.path("off.jsonl"), append([]string{"-c", j.path("off.yaml")}, extra...)); err != nil {
			return f, err
		}
		off = append(off, f)
	}
	a, b := median(on), median(off)
	a.print("on", records)
	b.print("off", records)
	fmt.Printf("| ratio on/off | | | | | %.2f | | %.2f |\n", a.cpu/b.cpu, a.rss/b.rss)
	return a, nil
}

// figures are what one run took.
type figures struct {
	bytes, wall, cpu, rss float64 // bytes, seconds, seconds, MiB
}

func (f figures) print(name string, records int) {
	mb := f.bytes / 1e6
	fmt.Printf("| %s | %d | %.0f | %.0f | %.0f | %.2f | %.0f | %.0f |\n",
		name, records, mb, float64(records)/f.wall, mb/f.wall, f.cpu, mb/f.cpu, f.rss)
}

// median takes the median of each figure.
func median(runs []figures) figures {
	of := func(get func(figures) float64) float64 {
		slices.SortFunc(runs, func(a, b figures) int { return cmp.Compare(get(a), get(b)) })
		return get(runs[len(runs)/2])
	}
	return figures{
		bytes: runs[0].bytes,
		wall:  of(func(f figures) float64 { return f.wall }),
		cpu:   of(func(f figures) float64 { return f.cpu }),
		rss:   of(func(f figures) float64 { return f.rss }),
	}
}

func (j *job) score(input string, args []string) (figures, error) {
	info, err := os.Stat(input)
	if err != nil {
		return figures{}, err
	}
	out := j.path("out")
	defer os.RemoveAll(out)
	cmd := j.command(j.binary, append([]string{"score", input, "-o", out, "--quiet", "--fail-on-reject"}, args...)...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return figures{}, fmt.Errorf("cannot score %q: %w", input, err)
	}
	wall := time.Since(start)
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	rss := float64(use.Maxrss)
	if runtime.GOOS == "linux" {
		rss *= 1024 // kilobytes there, bytes on other systems
	}
	return figures{
		bytes: float64(info.Size()), wall: wall.Seconds(), rss: rss / (1 << 20),
		cpu: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
	}, nil
}

func (j *job) path(name string) string { return filepath.Join(j.dir, name) }

func (j *job) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	return cmd
}

// build compiles a package of the module as the product is built.
func build(binary, pkg string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-o", binary, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build %s: %w\n%s", pkg, err, out)
	}
	return nil
}
