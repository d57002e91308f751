// Package kwargs turns the forms in which instruction arguments travel into
// one: compact JSON text of a list, an object or null per instruction.
//
// Accepted are a JSON list, a text that holds one, and a text that holds the
// list as a Python literal (what str() of it prints). The objects' contents are
// not judged here: names, nulls and values are the dialect's affair.
package kwargs

import (
	"bytes"

	"mizan/pipeline/codec/scan"
)

// Reader reads kwargs. Its zero value is ready; it keeps memory between calls
// and serves one goroutine.
type Reader struct {
	scan scan.Scanner
	text []byte
}

// AppendText appends the JSON text of the list that a text holds, as JSON or as
// a Python literal. null says that the text holds null or None instead;
// nothing is appended then. The error's position is a byte of the text.
func (r *Reader) AppendText(dst, text []byte) (out []byte, null bool, err *scan.Error) {
	r.scan.Reset(text)
	if v, ok := r.scan.Document(); ok {
		return r.appendDocument(dst, text, v)
	}
	jsonErr := *r.scan.Err()
	p := python{src: text, out: r.text[:0]}
	ok := p.document()
	r.text = p.out[:0]
	if !ok {
		// Report for the notation that got further.
		if jsonErr.Pos > p.err.Pos {
			p.err = jsonErr
		}
		p.err.Msg = "neither JSON nor a Python literal: " + p.err.Msg
		return dst, false, &p.err
	}
	r.scan.Reset(p.out)
	v, ok := r.scan.Document()
	if !ok {
		return dst, false, r.scan.Err()
	}
	return r.appendDocument(dst, p.out, v)
}

func (r *Reader) appendDocument(dst, data []byte, v scan.Value) ([]byte, bool, *scan.Error) {
	if v.Kind == scan.Null {
		return dst, true, nil
	}
	if v.Kind != scan.List {
		return dst, false, &scan.Error{Pos: v.Start, Msg: "expected a list of objects, found " + v.Kind.String()}
	}
	out, err := r.AppendList(dst, data, v)
	return out, false, err
}

// AppendList appends the compact JSON text of a scanned List of data, whose
// elements must be objects and nulls.
func (r *Reader) AppendList(dst, data []byte, v scan.Value) ([]byte, *scan.Error) {
	r.scan.Reset(data[:v.End])
	for i, first := v.Start+1, true; ; first = false {
		at, done, ok := r.scan.Element(i, first)
		if !ok {
			return dst, r.scan.Err()
		}
		if done {
			break
		}
		e, ok := r.scan.Value(at)
		if !ok {
			return dst, r.scan.Err()
		}
		if e.Kind != scan.Object && e.Kind != scan.Null {
			return dst, &scan.Error{Pos: at, Msg: "expected a list of objects, found " + e.Kind.String() + " in it"}
		}
		i = e.End
	}
	return compact(dst, v.Text(data), v.Escaped, v.Special), nil
}

// compact copies scanned JSON without the white space between tokens. What
// other JSON readers do not take is rewritten: a lone surrogate becomes U+FFFD,
// Infinity a number beyond any float64, NaN the text "NaN".
func compact(dst, src []byte, escaped, special bool) []byte {
	escaped = escaped && scan.HasLoneSurrogate(src)
	for i := 0; i < len(src); {
		switch c := src[i]; c {
		case ' ', '\t', '\n', '\r':
			i++
		case '"':
			end := textEnd(src, i)
			if escaped && scan.HasLoneSurrogate(src[i:end]) {
				dst = appendJSONText(dst, scan.Unescape(nil, src[i+1:end-1]))
			} else {
				dst = append(dst, src[i:end]...)
			}
			i = end
		case 'N', 'I':
			if !special {
				panic("kwargs: special number outside a scanned value")
			}
			if c == 'N' {
				dst = append(dst, `"NaN"`...)
				i += len("NaN")
			} else {
				dst = append(dst, "1e999"...)
				i += len("Infinity")
			}
		default:
			dst = append(dst, c)
			i++
		}
	}
	return dst
}

// textEnd returns the position after the closing quote of the scanned text that
// starts at i.
func textEnd(src []byte, i int) int {
	i++
	for {
		n := bytes.IndexByte(src[i:], '"')
		esc := bytes.IndexByte(src[i:i+n], '\\')
		if esc < 0 {
			return i + n + 1
		}
		i += esc + 2
	}
}

// appendJSONText appends a text of valid UTF-8 as a JSON text.
func appendJSONText(dst, text []byte) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
