package clean

import (
	"slices"
	"unsafe"
)

// squeeze takes the clean piece up to byte i over and then cleans 64 bytes at a time,
// as far as text is plain but for control characters and spaces. It returns where the
// reader is then. Line breaks are the most frequent fault of real answers, and where
// they stand cannot be foreseen: this takes a third of the time of a step for each of
// them (BenchmarkStripAndClean).
func (w *writer) squeeze(i int) int {
	w.replace(i, i)
	space := uint64(0)
	if w.endsInSpace(i) {
		space = 1
	}
	s := w.s[i:]
	n := len(w.dst)
	w.dst = slices.Grow(w.dst, len(s)+64)
	to := w.dst[n : n+1]
	read, written := squeezeAVX512(unsafe.SliceData(to), unsafe.StringData(s), len(s), space)
	w.dst = w.dst[:n+written]
	w.from = i + read
	if read > 0 && read < len(s) {
		// A mark may follow, which composes with the last character.
		switch last := s[read-1]; {
		case last >= 0x80:
			w.back(2)
		case last > ' ' && last != del:
			w.back(1)
		}
	}
	return i + read
}

// back takes the last n bytes, which have come from the text as they are, back.
func (w *writer) back(n int) {
	w.dst = w.dst[:len(w.dst)-n]
	w.from -= n
}
