//go:build !unix

package testshared

import "time"

var start = time.Now()

// CPUTime returns the time since the start of the process: this system offers
// no simple way to learn the processor time.
func CPUTime() time.Duration { return time.Since(start) }
