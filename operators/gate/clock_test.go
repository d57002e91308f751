//go:build !linux

package gate

import "time"

var start = time.Now()

// cpuTime stands in for the thread's own time where there is no telling it.
func cpuTime() time.Duration { return time.Since(start) }
