// Command mizan scores streams and archives of language-model generations. See
// README.md, or run mizan --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// Exit codes, as the documentation promises them.
const (
	exitDone    = 0
	exitFailed  = 1
	exitUsage   = 2
	exitRejects = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		// The first signal drains; after it the default applies again, so that a
		// second one ends the process at once.
		<-ctx.Done()
		stop()
	}()
	tuneMemory()
	os.Exit(run(ctx, os.Args[1:]))
}

// tuneMemory makes the garbage collector keep the process small, where the
// environment (GOGC) does not say otherwise. The stage reuses its memory and
// makes little garbage: measured on 200,000 records, twice as many collections
// take 1% more time and a fifth less memory.
func tuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
}

func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	var coded *exitError
	if errors.As(err, &coded) {
		if coded.err != nil {
			fmt.Fprintf(os.Stderr, "mizan: %v\n", coded.err)
		}
		return coded.code
	}
	fmt.Fprintf(os.Stderr, "mizan: %v\n", err)
	if strings.HasPrefix(err.Error(), "unknown command") {
		return exitUsage // the one error of usage that cobra makes by itself
	}
	return exitFailed
}

// exitError is an error with an exit code of its own.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage marks an error of the caller: flags, arguments or configuration.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{exitUsage, err}
}

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }
