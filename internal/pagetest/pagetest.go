//go:build unix

// Package pagetest puts texts where a read beyond either end of them is a fault: kernels
// that read whole blocks must not.
package pagetest

import (
	"syscall"
	"testing"
	"unsafe"
)

// Pages is memory between two pages that nobody may read.
type Pages []byte

// New returns memory for texts of up to size bytes. It is released when the test ends.
func New(tb testing.TB, size int) Pages {
	tb.Helper()
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		tb.Fatalf("mapping %d bytes: %v", size+2*page, err)
	}
	tb.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			tb.Errorf("releasing the pages: %v", err)
		}
	})
	for _, outside := range [][]byte{all[:page], all[page+size:]} {
		if err := syscall.Mprotect(outside, syscall.PROT_NONE); err != nil {
			tb.Fatalf("protecting a page: %v", err)
		}
	}
	return all[page : page+size : page+size]
}

// AtEnd returns s with nothing behind it that may be read. It is good until the next call.
func (p Pages) AtEnd(s string) string {
	b := p[len(p)-len(s):]
	copy(b, s)
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// AtStart returns s with nothing before it that may be read. It is good until the next call.
func (p Pages) AtStart(s string) string {
	b := p[:len(s)]
	copy(b, s)
	return unsafe.String(unsafe.SliceData(b), len(b))
}
