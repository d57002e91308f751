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
	size := flag.Int("response-bytes", 0, "lengthen responses to this size")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	c := workload.Corpus{Records: *n, Seed: *seed, Task: *task, ResponseBytes: *size}
	if err := run(*out, c); err != nil {
		fmt.Fprintf(os.Stderr, "corpus: %v\n", err)
		os.Exit(1)
	}
}

func run(path string, c workload.Corpus) (err error) {
	if c.Groups, err = workload.Load(testshared.Root()); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("cannot create the corpus: %w", err)
	}
	defer f.Close()
	size, err := c.Write(f)
	if err != nil {
		return fmt.Errorf("cannot write the corpus %q: %w", path, err)
	}
	fmt.Fprintf(os.Stderr, "%d records, %d bytes, %d bytes a record\n", c.Records, size, size/int64(max(c.Records, 1)))
	return f.Close()
}
