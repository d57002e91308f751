package gate

import (
	"syscall"
	"time"
)

// cpuTime is the time that the calling thread has run: what others do on the
// machine at the same time does not count.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
