// Package clean is the operator that cleans an answer before the gates and
// scorers of some tasks look at it (text-operators specification, section 3):
//
//  1. NFKC
//  2. invisible characters are dropped
//  3. control and format characters are dropped
//  4. each run of white space becomes one space
//  5. white space at both ends is dropped
//
// Step 3 drops line breaks and tabs before step 4 could see them, so words of
// neighbouring lines are glued. That is how the reference does it, and it
// decides verdicts.
//
// All steps are done in one pass. Step 1 works on the text as it was: a mark
// does not compose with a letter from which only a dropped character parts it.
package clean

import (
	"unicode/utf8"

	"mizan/operators/text"
)

// drop are the characters of steps 2 and 3.
const drop = text.Control | text.Invisible

// String returns s cleaned. It is a view of s where cleaning takes something
// away at the ends at most, and a new text else.
func String(s string) string {
	out, view, isView := appendTo(nil, s)
	if isView {
		return view
	}
	return string(out)
}

// Append appends s cleaned to dst.
func Append(dst []byte, s string) []byte {
	out, view, isView := appendTo(dst, s)
	if isView {
		return append(out, view...)
	}
	return out
}

// appendTo cleans s. Where the result is a piece of s, it returns that and
// leaves dst alone; else it appends the result to dst.
func appendTo(dst []byte, s string) (out []byte, view string, isView bool) {
	s = trim(s)
	w := writer{dst: dst, start: len(dst), s: s}
	for i := 0; i < len(s); {
		if i == w.from && s[i] == ' ' && w.endsInSpace(i) {
			i++
			w.from = i
			continue
		}
		if i = skipClean(s, i); i == len(s) {
			break
		}
		if hasSqueeze && (s[i] <= ' ' || s[i] == del) { // a control character or a second space
			i = w.squeeze(i)
			continue
		}
		if s[i] == ' ' { // the second of two
			i = w.replace(i, i+1)
			continue
		}
		c, n := text.ClassAt(s, i)
		switch {
		case c&drop != 0:
			next := i + n
			for next < len(s) && (s[next] < ' ' || s[next] == del) { // line breaks often come in pairs
				next++
			}
			i = w.replace(i, next)
		case c&text.RxSpace != 0:
			i = w.space(i, i+n)
		default:
			end, ok := text.MarksInOrder(s, i)
			if !ok {
				end = w.normalise(i)
			}
			i = end
		}
	}
	return w.finish()
}

const del = 0x7F

// trim cuts ASCII control characters and spaces off the ends of s: all of them
// go in the end, and most texts that are not clean have no other fault than a
// line break at the end.
func trim(s string) string {
	for s != "" && (s[0] <= ' ' || s[0] == del) {
		s = s[1:]
	}
	for s != "" && (s[len(s)-1] <= ' ' || s[len(s)-1] == del) {
		s = s[:len(s)-1]
	}
	return s
}

// writer holds what is cleaned so far: dst[start:], and then the piece of s
// that begins at from and is clean up to where the reader stands.
type writer struct {
	dst   []byte
	start int
	s     string
	from  int
}

// endsInSpace says whether a space at byte i would be one too many.
func (w *writer) endsInSpace(i int) bool {
	if i > w.from {
		return w.s[i-1] == ' '
	}
	return len(w.dst) == w.start || w.dst[len(w.dst)-1] == ' '
}

// replace takes the clean piece up to byte i over and leaves out what stands
// between i and next. It returns next.
func (w *writer) replace(i, next int) int {
	w.dst = append(w.dst, w.s[w.from:i]...)
	w.from = next
	return next
}

// space is replace for white space.
func (w *writer) space(i, next int) int {
	one := !w.endsInSpace(i)
	w.replace(i, next)
	if one {
		w.dst = append(w.dst, ' ')
	}
	return next
}

// normalise takes over the segment that the character at byte i belongs to, and
// returns where it ends.
func (w *writer) normalise(i int) int {
	at := text.SegmentStart(w.s, w.from, i)
	w.replace(at, at)
	mark := len(w.dst)
	w.dst, w.from = text.AppendSegment(w.dst, w.s, at)
	w.filter(mark)
	return w.from
}

// filter does steps 2 to 4 to dst[mark:]: a decomposition may hold spaces.
func (w *writer) filter(mark int) {
	seg := w.dst[mark:]
	w.dst = w.dst[:mark]
	for len(seg) > 0 {
		r, n := utf8.DecodeRune(seg)
		switch c := text.ClassOf(r); {
		case c&drop != 0:
		case c&text.RxSpace != 0:
			if !w.endsInSpace(w.from) {
				w.dst = append(w.dst, ' ')
			}
		default:
			w.dst = append(w.dst, seg[:n]...)
		}
		seg = seg[n:]
	}
}

// finish takes the rest of s over and cuts the space at the end.
func (w *writer) finish() (out []byte, view string, isView bool) {
	rest := w.s[w.from:]
	if len(w.dst) > w.start {
		out = append(w.dst, rest...)
		if out[len(out)-1] == ' ' {
			out = out[:len(out)-1]
		}
		return out, "", false
	}
	if rest != "" && rest[len(rest)-1] == ' ' {
		rest = rest[:len(rest)-1]
	}
	return w.dst, rest, true
}
