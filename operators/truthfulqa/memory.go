package truthfulqa

import "unsafe"

// keptBytes is the size up to which memory for one answer or question stays for the next,
// so that one huge one does not occupy memory for ever.
const keptBytes = 4 << 20

// size is the memory of s in bytes.
func size[E any](s []E) int {
	var e E
	return cap(s) * int(unsafe.Sizeof(e))
}
