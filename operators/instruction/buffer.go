package instruction

import (
	"strings"
	"unsafe"
)

// removeStars returns s without asterisks, of which the first is at byte star.
// The text is a view of the response's buffer: valid until the next reset.
func (r *response) removeStars(s string, star int) string {
	b := r.starless[:0]
	for star >= 0 {
		b = append(b, s[:star]...)
		s = s[star+1:]
		star = strings.IndexByte(s, '*')
	}
	b = append(b, s...)
	r.starless = b
	return unsafe.String(unsafe.SliceData(b), len(b))
}
