// Package yardstick measures text operators in benchmarks: their time over that of
// a loop over the same texts that decodes each character and looks its class up in
// a table of two levels, with no short cut for ASCII.
package yardstick

import (
	"runtime"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"mizan/operators/text"
)

// The table of two levels, as text.ClassOf has it beyond ASCII.
var (
	index  [(utf8.MaxRune + 1) >> 8]uint8
	blocks []text.Class
)

func init() {
	known := map[[256]text.Class]uint8{}
	for high := range index {
		var block [256]text.Class
		for low := range block {
			block[low] = text.ClassOf(rune(high<<8 | low))
		}
		at, ok := known[block]
		if !ok {
			at = uint8(len(known))
			known[block] = at
			blocks = append(blocks, block[:]...)
		}
		index[high] = at
	}
}

var sink text.Class

// Loop is the yardstick.
func Loop(texts []string) {
	for _, s := range texts {
		var c text.Class
		for _, r := range s {
			c |= blocks[uint(index[r>>8])<<8|uint(r&0xFF)]
		}
		sink |= c
	}
}

// ClassOf is the loop with text.ClassOf, which has a table of its own for ASCII.
func ClassOf(texts []string) {
	for _, s := range texts {
		var c text.Class
		for _, r := range s {
			c |= text.ClassOf(r)
		}
		sink |= c
	}
}

// chunk is how many bytes are measured at a time. The clock costs a ten-thousandth
// of that, and what else the machine does slows neighbouring measurements alike.
const chunk = 256 << 10

// Against measures work on the texts in turns with the loops, in processor time of
// the thread. It reports medians of all passes over the texts: x-yardstick is the
// time of work over that of Loop, x-classof over that of ClassOf.
func Against(b *testing.B, texts []string, work func(texts []string)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var chunks [][]string
	total := 0
	for size, from, i := 0, 0, 0; i < len(texts); i++ {
		total += len(texts[i])
		if size += len(texts[i]); size >= chunk || i == len(texts)-1 {
			chunks = append(chunks, texts[from:i+1])
			size, from = 0, i+1
		}
	}
	work(texts) // its memory grows once
	var toLoop, toClassOf, loop, speed []float64
	turn := 0
	for b.Loop() {
		var took [3]time.Duration
		for _, c := range chunks {
			for i := range took {
				i = (i + turn) % len(took) // so that each finds the texts in the cache equally often
				before := CPUTime()
				switch i {
				case 0:
					Loop(c)
				case 1:
					ClassOf(c)
				case 2:
					work(c)
				}
				took[i] += CPUTime() - before
			}
			turn++
		}
		toLoop = append(toLoop, took[2].Seconds()/took[0].Seconds())
		toClassOf = append(toClassOf, took[2].Seconds()/took[1].Seconds())
		loop = append(loop, float64(total)/1e6/took[0].Seconds())
		speed = append(speed, float64(total)/1e6/took[2].Seconds())
	}
	b.ReportMetric(median(toLoop), "x-yardstick")
	b.ReportMetric(median(toClassOf), "x-classof")
	b.ReportMetric(median(speed), "cpu-MB/s")
	b.ReportMetric(median(loop), "yardstick-MB/s")
	b.ReportMetric(0, "ns/op") // the loops are in it
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
