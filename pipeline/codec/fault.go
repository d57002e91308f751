package codec

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"mizan/pipeline/codec/scan"
	"mizan/pipeline/reject"
	"mizan/pipeline/source"
)

// fault is why a record is rejected.
type fault struct {
	field, reason string
}

func (f *fault) row(src string, part int32, m source.Message) *reject.Row {
	return &reject.Row{
		Source: src, Partition: part, Offset: m.Offset, Time: m.Time,
		Field: f.field, Reason: f.reason, Raw: bytes.Clone(m.Value),
	}
}

// tooLong is the reason for rejecting a record of so many bytes.
func tooLong(size int64, limit int) *fault {
	return &fault{reason: fmt.Sprintf("too long: the record has %d bytes, the limit is %d (max_record_bytes)", size, limit)}
}

// RejectTooLong is the reject for a record of so many bytes, of which a source
// kept only the beginning.
func (o *Options) RejectTooLong(src string, part int32, m source.Message, size int64) *reject.Row {
	f := tooLong(size, o.maxRecordBytes())
	if int64(len(m.Value)) < size {
		f.reason += fmt.Sprintf("; the first %d are kept", len(m.Value))
	}
	return f.row(src, part, m)
}

// notObject is the fault of a text that is no JSON object: kind is what it is
// instead, Invalid or Object if it is no JSON.
func notObject(kind scan.Kind, err *scan.Error, data []byte) *fault {
	if err.Msg == "" {
		return &fault{reason: fmt.Sprintf("expected a record, which is a JSON object, found %s", kind)}
	}
	hint := ""
	switch {
	case data[0] == 0:
		hint = " (it begins with a zero byte: is it framed for a schema registry?)"
	case bytes.HasPrefix(data, bom):
		hint = " (it begins with a byte-order mark)"
	case err.Pos < len(data):
		rest := data[err.Pos:min(err.Pos+utf8.UTFMax, len(data))]
		_, n := utf8.DecodeRune(rest)
		hint = ": found " + quote(rest[:n])
	}
	return &fault{reason: fmt.Sprintf("not JSON: %s at byte %d%s", err.Msg, err.Pos, hint)}
}

var bom = []byte("\ufeff")

// invalidUTF8 is the fault of a record with a bad byte at a position. It names
// the field in whose value the byte stands, as far as the record can be read.
func (b *Builder) invalidUTF8(data []byte, at int) *fault {
	f := &fault{reason: fmt.Sprintf("invalid UTF-8: byte 0x%02X at byte %d", data[at], at)}
	if data[0] == 0 {
		f.reason += " (the record begins with a zero byte: is it framed for a schema registry?)"
		return f
	}
	var s scan.Scanner
	s.Reset(data)
	i := s.Space(0)
	if i >= len(data) || data[i] != '{' {
		return f
	}
	i++
	for first := true; ; first = false {
		key, next, done, ok := s.Member(i, first)
		if !ok || done {
			return f
		}
		v, ok := s.Value(next)
		if !ok {
			return f
		}
		if v.Start <= at && at < v.End {
			f.field = string(scan.Unescape(nil, key.Inner(data)))
			if !utf8.ValidString(f.field) {
				f.field = ""
				return f
			}
			f.reason = f.field + ": " + f.reason
			if !isField(f.field) {
				f.field, f.reason = "", quote(key.Inner(data))+f.reason[len(f.field):]
			}
			return f
		}
		i = v.End
	}
}

// name is a field as reasons call it: with its path where it is mapped.
func (b *Builder) name(p *plan, f field, slot int) string {
	if slot >= 0 {
		if path := p.paths[slot]; path != "$."+f.String() {
			return f.String() + " (" + path + ")"
		}
	}
	return f.String()
}

func (b *Builder) wrongType(p *plan, f field, slot int, want string, v scan.Value) *fault {
	return &fault{f.String(), fmt.Sprintf("%s: expected %s, found %s at byte %d", b.name(p, f, slot), want, b.found(v), v.Start)}
}

func (b *Builder) wrongElement(p *plan, f field, slot, i int, want string, v scan.Value) *fault {
	return &fault{f.String(), fmt.Sprintf("%s[%d]: expected %s, found %s at byte %d", b.name(p, f, slot), i, want, b.found(v), v.Start)}
}

// found names a value, with its text if that is short in kind.
func (b *Builder) found(v scan.Value) string {
	switch v.Kind {
	case scan.Number:
		return "the number " + cut(string(v.Text(b.walk.data)))
	case scan.String:
		return "the text " + quote(b.text(v))
	}
	return v.Kind.String()
}

// maxQuoted bounds what a reason quotes of a record, in bytes.
const maxQuoted = 60

func cut(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	n := maxQuoted
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// quote puts text of a record into a reason: short, on one line, and without
// anything that a terminal would obey or that turns the direction of writing.
func quote(text []byte) string {
	return strconv.Quote(cut(string(text[:min(len(text), maxQuoted+utf8.UTFMax)])))
}

// clean makes a foreign error text fit for a reason.
func clean(s string) string {
	const max = 1000
	if len(s) > max {
		s = s[:max] + "..."
	}
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
