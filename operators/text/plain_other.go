//go:build !amd64

package text

const hasAVX2 = false

func plainAVX2(*byte, int) int { return 0 }
