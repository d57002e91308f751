package yardstick

import (
	"syscall"
	"time"
	"unsafe"
)

// CPUTime is the time that the calling thread has run: what others do on the
// machine at the same time does not count.
func CPUTime() time.Duration {
	const threadCPUTime = 3 // CLOCK_THREAD_CPUTIME_ID
	var t syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadCPUTime, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		panic(errno)
	}
	return time.Duration(t.Nano())
}
