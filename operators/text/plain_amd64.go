package text

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// plainAVX2 returns how many of the n bytes at p are plain in the sense of
// SkipPlain, as far as it has looked: it stops where fewer than 32 bytes are left.
// The byte before p is read and must be there.
//
//go:noescape
func plainAVX2(p *byte, n int) int
