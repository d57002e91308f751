//go:build unix

package testshared

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time that the process has used. Tests that
// bound a running time measure it rather than the clock, so that they hold on
// a busy machine.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it fails for bad arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
