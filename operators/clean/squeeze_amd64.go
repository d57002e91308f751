package clean

import "golang.org/x/sys/cpu"

// hasSqueeze says whether squeezeAVX512 can run.
var hasSqueeze = cpu.X86.HasAVX512 && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2 &&
	cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

// squeezeAVX512 cleans the n bytes at src up to the first character beyond ASCII that
// is not a common Arabic letter (061D-063F, 0640-064A): control characters go, and so
// do spaces behind a space. space is 1 if the character before src counts as one. It
// returns how many bytes it has read, and how many it has written to dst, where 64 bytes
// more than that must be.
//
//go:noescape
func squeezeAVX512(dst, src *byte, n int, space uint64) (read, written int)
