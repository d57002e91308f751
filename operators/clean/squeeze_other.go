//go:build !amd64

package clean

const hasSqueeze = false

func squeezeAVX512(dst, src *byte, n int, space uint64) (read, written int) {
	panic("clean: no such instructions")
}
