//go:build unix

package codec_test

import (
	"syscall"
	"testing"
	"time"
)

// reportCPU adds the throughput per second of processor time, which a machine
// that others use too does not distort. Call it before the loop and call what
// it returns after it.
func reportCPU(b *testing.B, bytesPerOp int) func() {
	begin := cpuTime()
	return func() {
		secs := (cpuTime() - begin).Seconds()
		b.ReportMetric(float64(bytesPerOp)*float64(b.N)/1e6/secs, "cpu-MB/s")
	}
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
