// Command corpus writes a corpus of generation records as JSON Lines, the same
// one for the same arguments: real records (see package workload), numbered
// anew and mixed.
package main

import (
	"flag"
	"fmt"
	"os"

	"mizan/benchmarks/workload"
	"mizan/internal/testshared"
)

func main() {
	n := flag.Int("n", 200_000, "how many records")
	out := flag.String("out", "", "the file to write")
	seed := flag.Uint64("seed", 1, "chooses the records")
	task := flag.String("task", "", "a task for all records, in place of their own")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*out, *n, *seed, *task); err != nil {
		fmt.Fprintf(os.Stderr, "corpus: %v\n", err)
		os.Exit(1)
	}
}

func run(path string, n int, seed uint64, task string) error {
	groups, err := workload.Load(testshared.Root())
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("cannot create the corpus: %w", err)
	}
	defer f.Close()
	size, err := workload.Corpus{Groups: groups, Records: n, Seed: seed, Task: task}.Write(f)
	if err != nil {
		return fmt.Errorf("cannot write the corpus %q: %w", path, err)
	}
	fmt.Fprintf(os.Stderr, "%d records, %d bytes, %d bytes a record\n", n, size, size/int64(max(n, 1)))
	return f.Close()
}
